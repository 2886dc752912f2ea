import { t } from "@gavelyard/messages/text";
import { financeTerms } from "@gavelyard/domain/requests";
import { useFormContext, useWatch } from "react-hook-form";
import {
  CheckField,
  DocumentField,
  documentMaxBytes,
  SelectField,
  StateField,
  TextArea,
  TextField,
} from "../ui/form/field.tsx";
import type { ApplicationValues } from "./application-values.ts";
import { termWords } from "./terms.ts";

const amountPattern = {
  value: /^[\s$]*[\d,]+(\.\d{1,2})?\s*$/,
  message: t("Enter an amount, like 45000"),
};
const useFields = () => useFormContext<ApplicationValues>();

export function AmountStep() {
  const { register, formState, control, setValue } = useFields();
  const { errors } = formState;
  const [price, down] = useWatch({ control, name: ["vehiclePrice", "downPayment"] });
  const plain = (text: string) => Number(text.replaceAll(/[\s,$]/g, "")) || 0;
  const suggest = () => {
    const borrowed = plain(price) - plain(down);
    if (borrowed > 0) setValue("amount", String(borrowed), { shouldValidate: true });
  };
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Price with fees ($)")}
          hint={t("An estimate is fine if you haven't bid yet.")}
          inputMode="decimal"
          error={errors.vehiclePrice?.message}
          {...register("vehiclePrice", { pattern: amountPattern, onBlur: suggest })}
        />
        <TextField
          label={t("Down payment ($)")}
          inputMode="decimal"
          error={errors.downPayment?.message}
          {...register("downPayment", { pattern: amountPattern, onBlur: suggest })}
        />
        <TextField
          label={t("Amount to finance ($)")}
          hint={t("1,000 to 2,000,000")}
          inputMode="decimal"
          error={errors.amount?.message}
          {...register("amount", {
            required: t("Enter the amount you want to finance"),
            pattern: amountPattern,
            validate: (text) =>
              (plain(text) >= 1_000 && plain(text) <= 2_000_000) ||
              t("Enter an amount from 1,000 to 2,000,000"),
          })}
        />
        <SelectField
          label={t("Term")}
          error={errors.termMonths?.message}
          {...register("termMonths")}
        >
          {financeTerms.map((term) => (
            <option key={term} value={term}>
              {termWords(term)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={t("What will you use it for?")}
        maxLength={200}
        error={errors.purpose?.message}
        {...register("purpose")}
      />
    </>
  );
}

export function PersonStep() {
  const { register, formState } = useFields();
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Full name")}
          autoComplete="name"
          error={errors.fullName?.message}
          {...register("fullName", { required: t("Enter your name") })}
        />
        <TextField
          label={t("Date of birth")}
          type="date"
          autoComplete="bday"
          error={errors.dateOfBirth?.message}
          {...register("dateOfBirth", { required: t("Enter your date of birth") })}
        />
        <TextField
          label={t("Email")}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email", { required: t("Enter your email address") })}
        />
        <TextField
          label={t("Phone")}
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register("phone", { required: t("Enter your phone number") })}
        />
      </div>
      <TextField
        label={t("Street address")}
        autoComplete="street-address"
        error={errors.address?.street?.message}
        {...register("address.street", { required: t("Enter your street address") })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label={t("City")}
          autoComplete="address-level2"
          error={errors.address?.city?.message}
          {...register("address.city", { required: t("Enter your city") })}
        />
        <StateField
          label={t("State")}

          error={errors.address?.state?.message}
          {...register("address.state", { required: t("Choose a state") })}
        />
        <TextField
          label={t("ZIP code")}
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.address?.zip?.message}
          {...register("address.zip", {
            pattern: { value: /^\d{5}(-\d{4})?$/, message: t("Enter your ZIP code") },
            required: t("Enter your ZIP code"),
          })}
        />
      </div>
    </>
  );
}

export function WorkStep() {
  const { register, formState, control } = useFields();
  const { errors } = formState;
  const [type, cdl] = useWatch({ control, name: ["applicantType", "cdl"] });
  return (
    <>
      <SelectField label={t("Who is buying?")} {...register("applicantType")}>
        <option value="INDIVIDUAL">{t("I am, for myself")}</option>
        <option value="BUSINESS">{t("My business")}</option>
      </SelectField>
      {type === "BUSINESS" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Business name")}
            autoComplete="organization"
            error={errors.businessName?.message}
            {...register("businessName", { required: t("Enter the business name") })}
          />
          <SelectField
            label={t("Business type")}
            error={errors.entityType?.message}
            {...register("entityType")}
          >
            <option value="">{t("Choose")}</option>
            <option value="SOLE_PROP">{t("Sole proprietor")}</option>
            <option value="LLC">{t("LLC")}</option>
            <option value="CORP">{t("Corporation")}</option>
            <option value="PARTNERSHIP">{t("Partnership")}</option>
          </SelectField>
          <TextField
            label={t("Years in business")}
            inputMode="numeric"
            error={errors.yearsInBusiness?.message}
            {...register("yearsInBusiness")}
          />
          <TextField
            label={t("Annual revenue ($)")}
            inputMode="decimal"
            error={errors.annualRevenue?.message}
            {...register("annualRevenue", { pattern: amountPattern })}
          />
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t("Employment")}
            error={errors.employmentStatus?.message}
            {...register("employmentStatus")}
          >
            <option value="">{t("Choose")}</option>
            <option value="EMPLOYED">{t("Employed")}</option>
            <option value="SELF_EMPLOYED">{t("Self-employed")}</option>
            <option value="RETIRED">{t("Retired")}</option>
            <option value="UNEMPLOYED">{t("Not employed")}</option>
            <option value="OTHER">{t("Other")}</option>
          </SelectField>
          <TextField
            label={t("Employer")}
            error={errors.employer?.message}
            {...register("employer")}
          />
          <TextField
            label={t("Job title")}
            error={errors.jobTitle?.message}
            {...register("jobTitle")}
          />
          <TextField
            label={t("Years in this job")}
            inputMode="decimal"
            error={errors.yearsEmployed?.message}
            {...register("yearsEmployed")}
          />
          <TextField
            label={t("Monthly income ($)")}
            inputMode="decimal"
            error={errors.monthlyIncome?.message}
            {...register("monthlyIncome", { pattern: amountPattern })}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("Your credit (your own estimate)")}
          error={errors.creditBand?.message}
          {...register("creditBand")}
        >
          <option value="UNKNOWN">{t("I don't know")}</option>
          <option value="EXCELLENT">{t("Excellent")}</option>
          <option value="GOOD">{t("Good")}</option>
          <option value="FAIR">{t("Fair")}</option>
          <option value="POOR">{t("Poor")}</option>
        </SelectField>
        <TextField
          label={t("Tax ID")}
          hint={t("SSN or EIN, nine digits. Encrypted, and never saved in the draft.")}
          inputMode="numeric"
          autoComplete="off"
          error={errors.taxId?.message}
          {...register("taxId", {
            pattern: { value: /^[\d\s-]*$/, message: t("Enter nine digits") },
          })}
        />
      </div>
      <CheckField label={t("I have a commercial driver's license")} {...register("cdl")} />
      {cdl ? (
        <TextField
          label={t("Years licensed")}
          inputMode="decimal"
          error={errors.yearsCdl?.message}
          {...register("yearsCdl")}
        />
      ) : null}
    </>
  );
}

export function SendStep() {
  const { register, formState } = useFields();
  const { errors } = formState;
  return (
    <>
      <DocumentField
        label={t("Documents")}
        multiple
        hint={t(
          "Pay stubs, bank statements, tax returns. Up to 5 files, 10 MB each. Only our staff and the lender can see them.",
        )}
        error={errors.documents?.message}
        {...register("documents", {
          validate: (files) =>
            (files?.length ?? 0) > 5
              ? t("Attach up to five files")
              : [...(files ?? [])].every(({ size }) => size <= documentMaxBytes) ||
                t("Each file can be up to 10 MB"),
        })}
      />
      <TextArea
        label={t("Anything else we should know?")}
        maxLength={1_000}
        error={errors.note?.message}
        {...register("note")}
      />
      <CheckField
        label={t(
          "I authorize Gavelyard and its lending partners to obtain my credit report for this application.",
        )}
        error={errors.consentCreditCheck?.message}
        {...register("consentCreditCheck", {
          validate: (agreed) => agreed || t("Authorize the credit check to apply"),
        })}
      />
    </>
  );
}
