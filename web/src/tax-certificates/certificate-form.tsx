import { certificateNames } from "@gavelyard/domain/sales/certificate-names";
import { certificateKinds, type CertificateKind } from "@gavelyard/domain/sales/certificates";
import { unawaited } from "@gavelyard/domain/unawaited";
import { say, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { DocumentField, documentMaxBytes, SelectField, TextField } from "../ui/form/field.tsx";
import { toast } from "../ui/toast-store.ts";

interface Typed {
  readonly kind: CertificateKind;
  readonly number: string;
  readonly states: string;
  readonly startsOn: string;
  readonly endsOn: string;
  readonly document: FileList;
}

const fields = ["kind", "number", "states", "startsOn", "endsOn", "document"] as const;

/** A customer's certificate with what it says, for staff to compare. */
export function CertificateForm({ userId, onDone }: { userId: number; onDone: () => void }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<Typed>({
    defaultValues: { kind: "RESALE", number: "", states: "", startsOn: "", endsOn: "" },
  });
  const { errors } = formState;
  const send = handleSubmit(async ({ document, ...typed }) => {
    setFailure(null);
    const form = new FormData();
    for (const [name, value] of Object.entries(typed)) form.set(name, value);
    form.set("states", typed.states.toUpperCase());
    const [file] = document;
    if (file !== undefined) form.set("document", file);
    try {
      await call("sendTaxCertificate", { form });
      toast({ type: "success", title: t("Certificate sent"), message: t("We're reviewing it.") });
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(error, t("Couldn't send the file. Try again."), fields, setError));
    }
    await queries.invalidateQueries({ queryKey: ["me", userId, "tax-certificates"] });
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(send(event))}>
      <SelectField label={t("Kind of certificate")} {...register("kind")}>
        {certificateKinds.map((one) => (
          <option key={one} value={one}>
            {say(certificateNames[one])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Certificate number")}
        code
        autoComplete="off"
        maxLength={40}
        hint={t("Your permit or tax account number, as printed on it")}
        error={errors.number?.message}
        {...register("number", { required: t("Enter the number on the certificate") })}
      />
      <TextField
        label={t("States")}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="TX, OK"
        hint={t("Two letters each, separated by commas")}
        error={errors.states?.message}
        {...register("states", {
          pattern: {
            value: /^\s*[a-z]{2}([\s,]+[a-z]{2})*[\s,]*$/i,
            message: t("Enter states with two letters, like TX, OK"),
          },
          required: t("Enter the states on the certificate"),
        })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("First day")}
          type="date"
          hint={t("Leave blank if it names none")}
          error={errors.startsOn?.message}
          {...register("startsOn")}
        />
        <TextField
          label={t("Last day")}
          type="date"
          hint={t("Leave blank if it names none")}
          error={errors.endsOn?.message}
          {...register("endsOn", {
            validate: (endsOn, { startsOn }) =>
              endsOn === "" || startsOn <= endsOn || t("The last day can't be before the first"),
          })}
        />
      </div>
      <DocumentField
        label={t("Signed certificate")}
        hint={t("PDF, JPEG, PNG, WebP or HEIC, up to 10 MB. Only our staff see it.")}
        error={errors.document?.message}
        {...register("document", {
          validate: (files) =>
            files.length === 0
              ? t("Choose a file")
              : (files[0]?.size ?? 0) <= documentMaxBytes || t("The file is larger than 10 MB"),
        })}
      />
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {t("Send certificate")}
      </Button>
    </form>
  );
}
