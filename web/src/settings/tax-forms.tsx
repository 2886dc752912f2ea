import type { TaxPermitLine, TaxRateLine } from "@gavelyard/contract/tax";
import { haulClasses } from "@gavelyard/domain/sales/haul-class";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { browserZone, serverNow } from "../clock.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { CheckField, FileField, SelectField, StateField, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";
import { classNames } from "./class-names.ts";

const today = () => calendarDateIn(serverNow(), browserZone());
const failed = t("Couldn't save. Nothing was changed. Try again.");

export function PermitForm({
  permit,
  onDone,
}: {
  permit: TaxPermitLine | null;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: {
      state: permit?.state ?? "",
      number: permit?.number ?? "",
      startsOn: permit?.startsOn ?? today(),
      endsOn: permit?.endsOn ?? "",
      taxesDocFee: permit?.taxesDocFee ?? false,
    },
  });
  const { errors } = formState;
  const save = handleSubmit(async ({ state, endsOn, ...typed }) => {
    setFailure(null);
    try {
      await call("saveTaxPermit", {
        body: {
          state: permit?.state ?? state,
          permit: { ...typed, endsOn: endsOn === "" ? null : endsOn },
          updatedAt: permit?.updatedAt ?? null,
        },
      });
      toast({ type: "success", title: t("Permit saved") });
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(error, failed, ["state"], setError));
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <StateField
        label={t("State")}
        disabled={permit !== null}
        error={errors.state?.message}
        {...register("state", { required: t("Choose a state") })}
      />
      <TextField
        label={t("Permit number")}
        code
        autoComplete="off"
        maxLength={60}
        error={errors.number?.message}
        {...register("number", { required: t("Enter the number of your permit") })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("First day")}
          type="date"
          error={errors.startsOn?.message}
          {...register("startsOn", { required: t("Enter the first day") })}
        />
        <TextField
          label={t("Last day")}
          type="date"
          hint={t("Leave blank while it's valid")}
          error={errors.endsOn?.message}
          {...register("endsOn", {
            validate: (endsOn, { startsOn }) =>
              endsOn === "" || startsOn <= endsOn || t("The last day can't be before the first"),
          })}
        />
      </div>
      <CheckField label={t("The document fee is taxed")} {...register("taxesDocFee")} />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Save permit")}
      </Button>
    </form>
  );
}

export function RateForm({ rate, onDone }: { rate: TaxRateLine | null; onDone: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const isNew = rate === null;
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: {
      state: rate?.state ?? "",
      zip: rate?.zip ?? "",
      unitClass: rate?.unitClass ?? "",
      startsOn: rate?.startsOn ?? today(),
      percent: rate === null ? "" : String(rate.percent),
    },
  });
  const { errors } = formState;
  const save = handleSubmit(async ({ state, zip, unitClass, startsOn, percent }) => {
    setFailure(null);
    const of = rate ?? {
      state,
      zip: zip === "" ? null : zip,
      unitClass: haulClasses.find((one) => one === unitClass) ?? null,
      startsOn,
    };
    try {
      await call("saveTaxRate", {
        body: {
          ...of,
          percent: Number(percent.replace("%", "")),
          was: rate?.percent ?? null,
        },
      });
      toast({ type: "success", title: t("Rate saved") });
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(error, failed, ["state", "zip", "percent"], setError));
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(save(event))}>
      <div className="grid gap-4 sm:grid-cols-2">
        <StateField
          label={t("State")}
          disabled={!isNew}
          error={errors.state?.message}
          {...register("state", { required: t("Choose a state") })}
        />
        <TextField
          label={t("ZIP code")}
          inputMode="numeric"
          maxLength={5}
          disabled={!isNew}
          hint={t("Leave blank for the whole state")}
          error={errors.zip?.message}
          {...register("zip", {
            pattern: { value: /^(\d{5})?$/, message: t("Enter five digits") },
          })}
        />
      </div>
      <SelectField
        label={t("Units")}
        disabled={!isNew}
        hint={t("A rate for a class comes before one for all units")}
        {...register("unitClass")}
      >
        <option value="">{t("All units")}</option>
        {haulClasses.map((one) => (
          <option key={one} value={one}>
            {classNames[one]}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Rate (%)")}
          inputMode="decimal"
          hint={t("State, county and city together")}
          error={errors.percent?.message}
          {...register("percent", {
            required: t("Enter the rate"),
            pattern: {
              value: /^\d{1,3}(\.\d{1,3})?\s*%?$/,
              message: t("Enter a rate like 8.875"),
            },
          })}
        />
        <TextField
          label={t("First day")}
          type="date"
          disabled={!isNew}
          error={errors.startsOn?.message}
          {...register("startsOn", { required: t("Enter the first day") })}
        />
      </div>
      <p className="text-soft">
        {t(
          "It applies until the next rate of the same place and units. Invoices that were issued keep theirs.",
        )}
      </p>
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Save rate")}
      </Button>
    </form>
  );
}

interface RateFile {
  readonly file: FileList;
  readonly startsOn: string;
}

export function ImportRates({ onDone }: { onDone: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<RateFile>({
    defaultValues: { startsOn: today() },
  });
  const { errors } = formState;
  const upload = handleSubmit(async ({ file, startsOn }) => {
    setFailure(null);
    const form = new FormData();
    form.set("startsOn", startsOn);
    const [first] = file;
    if (first !== undefined) form.set("file", first);
    try {
      const { added, changed, same } = await call("importTaxRates", { form });
      toast({
        type: "success",
        title: t("Rates imported"),
        message: t("{added} new, {changed} changed, {same} the same", { added, changed, same }),
      });
      onDone();
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't import the rates. Nothing was changed. Try again."),
          ["file", "startsOn"],
          setError,
        ),
      );
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(upload(event))}>
      <p className="text-soft">
        {t(
          "CSV or Excel, with the columns State and Rate, and ZIP code for rates by place. Class and First day are optional. All rows are imported, or none.",
        )}
      </p>
      <FileField
        label={t("Rate table")}
        accept=".csv,.txt,.xlsx"
        error={errors.file?.message}
        {...register("file", {
          validate: (files) => files.length > 0 || t("Choose a file"),
        })}
      />
      <TextField
        label={t("First day")}
        type="date"
        hint={t("For rows that name none")}
        error={errors.startsOn?.message}
        {...register("startsOn", { required: t("Enter the first day") })}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Import rates")}
      </Button>
    </form>
  );
}
