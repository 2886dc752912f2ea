import { t } from "@gavelyard/messages/text";
import type { Webhook, WebhookEventType } from "@gavelyard/contract/webhooks";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { showFieldErrors } from "../api/messages.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { CheckField, TextField } from "../ui/form/field.tsx";
import { eventTitles, eventTypes } from "./event-titles.ts";

export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: WebhookEventType[];
}

export function WebhookForm({
  webhook,
  saveLabel,
  failed,
  onSave,
  onClose,
}: {
  /** The webhook to change; null for a new one. */
  webhook: Webhook | null;
  saveLabel: string;
  /** Shown when the server gives no message. */
  failed: string;
  onSave: (fields: WebhookFields) => Promise<void>;
  onClose: () => void;
}) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError } = useForm<WebhookFields>({
    defaultValues: {
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      events: webhook?.events ?? [],
    },
  });
  const save = handleSubmit(async (fields) => {
    setFailure(null);
    try {
      await onSave(fields);
    } catch (error) {
      setFailure(showFieldErrors(error, failed, ["url", "description", "events"], setError));
    }
  });
  const { errors, isSubmitting } = formState;
  return (
    <form
      aria-label={saveLabel}
      noValidate
      className="grid gap-4 rounded-md border border-line p-4"
      onSubmit={(event) => unawaited(save(event))}
    >
      <TextField
        label={t("Address (URL)")}
        type="url"
        inputMode="url"
        hint={t("A public https:// address of your other system.")}
        maxLength={500}
        error={errors.url?.message}
        {...register("url", { required: t("Enter an address") })}
      />
      <TextField
        label={t("Description")}
        hint={t("What it is for, like “Accounting”.")}
        maxLength={80}
        error={errors.description?.message}
        {...register("description", { required: t("Enter a description") })}
      />
      <fieldset>
        <legend className="font-semibold">{t("Events")}</legend>
        {eventTypes.map((type) => (
          <CheckField
            key={type}
            label={eventTitles[type]}
            value={type}
            {...register("events", {
              validate: (chosen) => chosen.length > 0 || t("Choose at least one"),
            })}
          />
        ))}
        <Failure message={errors.events?.message ?? null} />
      </fieldset>
      <Failure message={failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={isSubmitting}>
          {saveLabel}
        </Button>
        <Button onClick={onClose}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
