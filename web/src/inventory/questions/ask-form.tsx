import { t } from "@gavelyard/messages/text";
import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../../api/api-context.ts";
import { showFieldErrors } from "../../api/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { TextArea } from "../../ui/form/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ownQuestionsQuery } from "./api.ts";

export default function AskForm({
  unit,
  onDone,
}: {
  unit: Pick<InventoryDetail, "id" | "name">;
  onDone: () => void;
}) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<{ question: string }>();
  useEffect(() => setFocus("question"), [setFocus]);
  const send = handleSubmit(async (body) => {
    setFailure(null);
    try {
      await call("askQuestion", { params: { id: String(unit.id) }, body });
      toast({
        type: "success",
        title: t("Question sent"),
        message: t("We'll email you when we answer it."),
      });
      await queries.invalidateQueries({ queryKey: ownQuestionsQuery(call, unit.id).queryKey });
      onDone();
    } catch (error) {
      setFailure(showFieldErrors(error, t("Couldn't send your question."), ["question"], setError));
    }
  });
  return (
    <form
      aria-label={t("Question about {unit}", { unit: unit.name })}
      className="grid max-w-[70ch] gap-3"
      onSubmit={(event) => unawaited(send(event))}
      noValidate
    >
      <TextArea
        label={t("Your question")}
        hint={t(
          "Everyone can read it with our answer, but not who asked. Leave out links and contact details.",
        )}
        maxLength={500}
        error={formState.errors.question?.message}
        {...register("question", {
          validate: (text) => text.trim().length >= 10 || t("Enter at least 10 characters"),
        })}
      />
      <Failure message={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" busy={formState.isSubmitting}>
          {t("Send question")}
        </Button>
        <Button onClick={onDone}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
