import { plural, say, t } from "@gavelyard/messages/text";
import { apiKeyDays } from "@gavelyard/contract/api-keys";
import { apiScopes, type ApiScope } from "@gavelyard/domain/api-keys";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { CheckField, SelectField, TextField } from "../ui/form/field.tsx";
import { SecretOnce } from "../ui/form/secret-once.tsx";
import { keyQueries } from "./api.ts";

interface KeyForm {
  readonly name: string;
  readonly scopes: ApiScope[];
  readonly days: string;
}

/** Creates a key and shows it, this one time. */
export function CreateKey({ scopes }: { scopes: readonly ApiScope[] }) {
  const call = useCall();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [newKey, setNewKey] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm<KeyForm>({
    defaultValues: { name: "", scopes: [], days: "90" },
  });
  const create = handleSubmit(async ({ name, scopes, days }) => {
    setFailure(null);
    const expiresInDays = apiKeyDays.find((each) => String(each) === days) ?? 90;
    try {
      const { key } = await call("createApiKey", { body: { name, scopes, expiresInDays } });
      setNewKey(key);
      setOpen(false);
      reset();
    } catch (error) {
      setFailure(
        showFieldErrors(error, t("Couldn't create the API key."), ["name", "scopes"], setError),
      );
    }
    await Promise.all(keyQueries.map((queryKey) => queries.invalidateQueries({ queryKey })));
  });
  if (newKey !== null) {
    return (
      <SecretOnce
        label={t("New API key")}
        secret={newKey}
        note={t("Copy it now. We keep only a hash and can't show it again.")}
        onDone={() => setNewKey(null)}
      />
    );
  }
  if (!open) {
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        {t("Create API key")}
      </Button>
    );
  }
  const { errors, isSubmitting } = formState;
  return (
    <form
      aria-label={t("Create API key")}
      noValidate
      className="grid gap-4 rounded-md border border-line p-4"
      onSubmit={(event) => unawaited(create(event))}
    >
      <TextField
        label={t("Name")}
        hint={t("The system that will use it, like “Stock system”.")}
        maxLength={80}
        error={errors.name?.message}
        {...register("name", { required: t("Enter a name") })}
      />
      <fieldset>
        <legend className="font-semibold">{t("Permissions")}</legend>
        {scopes.map((scope) => (
          <CheckField
            key={scope}
            label={say(apiScopes[scope].title)}
            value={scope}
            {...register("scopes", {
              validate: (chosen) => chosen.length > 0 || t("Choose at least one"),
            })}
          />
        ))}
        <Failure message={errors.scopes?.message ?? null} />
      </fieldset>
      <SelectField label={t("Expires after")} {...register("days")}>
        {apiKeyDays.map((days) => (
          <option key={days} value={days}>
            {plural(days, "{n} day", "{n} days")}
          </option>
        ))}
      </SelectField>
      <Failure message={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={isSubmitting}>
          {t("Create API key")}
        </Button>
        <Button onClick={() => setOpen(false)}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
