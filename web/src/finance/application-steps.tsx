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
} from "../ui/field.tsx";
import type { ApplicationValues } from "./application-values.ts";
import { termWords } from "./terms.ts";

const amountPattern = {
  value: /^[\s$]*[\d,]+(\.\d{1,2})?\s*$/,
  message: "Enter an amount, like 45000",
};
const useFields = () => useFormContext<ApplicationValues>();

/** Step for price, down payment and amount to finance. */
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
          label="Price with fees ($)"
          hint="An estimate is fine if you haven't bid yet."
          inputMode="decimal"
          error={errors.vehiclePrice?.message}
          {...register("vehiclePrice", { pattern: amountPattern, onBlur: suggest })}
        />
        <TextField
          label="Down payment ($)"
          inputMode="decimal"
          error={errors.downPayment?.message}
          {...register("downPayment", { pattern: amountPattern, onBlur: suggest })}
        />
        <TextField
          label="Amount to finance ($)"
          hint="1,000 to 2,000,000"
          inputMode="decimal"
          error={errors.amount?.message}
          {...register("amount", {
            required: "Enter the amount you want to finance",
            pattern: amountPattern,
            validate: (text) =>
              (plain(text) >= 1_000 && plain(text) <= 2_000_000) ||
              "Enter an amount from 1,000 to 2,000,000",
          })}
        />
        <SelectField label="Term" error={errors.termMonths?.message} {...register("termMonths")}>
          {financeTerms.map((term) => (
            <option key={term} value={term}>
              {termWords(term)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="What will you use it for?"
        maxLength={200}
        error={errors.purpose?.message}
        {...register("purpose")}
      />
    </>
  );
}

/** Step for the applicant. */
export function PersonStep() {
  const { register, formState } = useFields();
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Full name"
          autoComplete="name"
          error={errors.fullName?.message}
          {...register("fullName", { required: "Enter your name" })}
        />
        <TextField
          label="Date of birth"
          type="date"
          autoComplete="bday"
          error={errors.dateOfBirth?.message}
          {...register("dateOfBirth", { required: "Enter your date of birth" })}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register("email", { required: "Enter your email address" })}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...register("phone", { required: "Enter your phone number" })}
        />
      </div>
      <TextField
        label="Street address"
        autoComplete="street-address"
        error={errors.address?.street?.message}
        {...register("address.street", { required: "Enter your street address" })}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="City"
          autoComplete="address-level2"
          error={errors.address?.city?.message}
          {...register("address.city", { required: "Enter your city" })}
        />
        <StateField
          label="State"

          error={errors.address?.state?.message}
          {...register("address.state", { required: "Choose a state" })}
        />
        <TextField
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.address?.zip?.message}
          {...register("address.zip", {
            pattern: { value: /^\d{5}(-\d{4})?$/, message: "Enter your ZIP code" },
            required: "Enter your ZIP code",
          })}
        />
      </div>
    </>
  );
}

/** Step for the applicant's income, or the business. */
export function WorkStep() {
  const { register, formState, control } = useFields();
  const { errors } = formState;
  const [type, cdl] = useWatch({ control, name: ["applicantType", "cdl"] });
  return (
    <>
      <SelectField label="Who is buying?" {...register("applicantType")}>
        <option value="INDIVIDUAL">I am, for myself</option>
        <option value="BUSINESS">My business</option>
      </SelectField>
      {type === "BUSINESS" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Business name"
            autoComplete="organization"
            error={errors.businessName?.message}
            {...register("businessName", { required: "Enter the business name" })}
          />
          <SelectField
            label="Business type"
            error={errors.entityType?.message}
            {...register("entityType")}
          >
            <option value="">Choose</option>
            <option value="SOLE_PROP">Sole proprietor</option>
            <option value="LLC">LLC</option>
            <option value="CORP">Corporation</option>
            <option value="PARTNERSHIP">Partnership</option>
          </SelectField>
          <TextField
            label="Years in business"
            inputMode="numeric"
            error={errors.yearsInBusiness?.message}
            {...register("yearsInBusiness")}
          />
          <TextField
            label="Annual revenue ($)"
            inputMode="decimal"
            error={errors.annualRevenue?.message}
            {...register("annualRevenue", { pattern: amountPattern })}
          />
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Employment"
            error={errors.employmentStatus?.message}
            {...register("employmentStatus")}
          >
            <option value="">Choose</option>
            <option value="EMPLOYED">Employed</option>
            <option value="SELF_EMPLOYED">Self-employed</option>
            <option value="RETIRED">Retired</option>
            <option value="UNEMPLOYED">Not working</option>
            <option value="OTHER">Other</option>
          </SelectField>
          <TextField label="Employer" error={errors.employer?.message} {...register("employer")} />
          <TextField label="Job title" error={errors.jobTitle?.message} {...register("jobTitle")} />
          <TextField
            label="Years in this job"
            inputMode="decimal"
            error={errors.yearsEmployed?.message}
            {...register("yearsEmployed")}
          />
          <TextField
            label="Monthly income ($)"
            inputMode="decimal"
            error={errors.monthlyIncome?.message}
            {...register("monthlyIncome", { pattern: amountPattern })}
          />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Your credit, by your own estimate"
          error={errors.creditBand?.message}
          {...register("creditBand")}
        >
          <option value="UNKNOWN">I don&apos;t know</option>
          <option value="EXCELLENT">Excellent</option>
          <option value="GOOD">Good</option>
          <option value="FAIR">Fair</option>
          <option value="POOR">Poor</option>
        </SelectField>
        <TextField
          label="Tax ID"
          hint="SSN or EIN, nine digits. Encrypted, and never saved in the draft."
          inputMode="numeric"
          autoComplete="off"
          error={errors.taxId?.message}
          {...register("taxId", {
            pattern: { value: /^[\d\s-]*$/, message: "Enter nine digits" },
          })}
        />
      </div>
      <CheckField label="I have a commercial driver's license" {...register("cdl")} />
      {cdl ? (
        <TextField
          label="Years licensed"
          inputMode="decimal"
          error={errors.yearsCdl?.message}
          {...register("yearsCdl")}
        />
      ) : null}
    </>
  );
}

/** Step for documents, a note and consent. */
export function SendStep() {
  const { register, formState } = useFields();
  const { errors } = formState;
  return (
    <>
      <DocumentField
        label="Documents"
        multiple
        hint="Pay stubs, bank statements, tax returns. Up to 5 files, 10 MB each. Only our staff and the lender can see them."
        error={errors.documents?.message}
        {...register("documents", {
          validate: (files) =>
            (files?.length ?? 0) > 5
              ? "Attach up to five files"
              : [...(files ?? [])].every(({ size }) => size <= documentMaxBytes) ||
                "Each file can be up to 10 MB",
        })}
      />
      <TextArea
        label="Anything else we should know?"
        maxLength={1_000}
        error={errors.note?.message}
        {...register("note")}
      />
      <CheckField
        label="I authorize Gavelyard and its lending partners to obtain my credit report for this application."
        error={errors.consentCreditCheck?.message}
        {...register("consentCreditCheck", {
          validate: (agreed) => agreed || "Authorize the credit check to apply",
        })}
      />
    </>
  );
}
