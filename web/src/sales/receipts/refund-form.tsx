import type { Receipt } from "@gavelyard/contract/sales/receipts";
import { unawaited } from "@gavelyard/domain/unawaited";
import { t } from "@gavelyard/messages/text";
import { useForm } from "react-hook-form";
import { isWaiting } from "../../api/messages.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/form/field.tsx";
import { money } from "../../ui/text/format.ts";
import { amountFault, dollarsOf } from "../typed-money.ts";

/** Proposes to send credit back to the payer, which a second person confirms (D38). */
export function RefundForm({ receipt, onDone }: { receipt: Receipt; onDone: () => void }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { amount: receipt.credit.toFixed(2), reference: "", reason: "" },
  });
  const { errors } = formState;
  const refund = useAction(
    (call, body: { amount: number; reference: string; reason: string }) =>
      call("refundCredit", { params: { id: String(receipt.id) }, body }),
    {
      done: t("Refund recorded"),
      failed: t("Couldn't record the refund."),
      refresh: [["staff"], ["me"]],
    },
  );
  const send = handleSubmit(({ amount, reference, reason }) => {
    refund.mutate(
      { amount: dollarsOf(amount), reference, reason },
      {
        onSuccess: onDone,
        // A proposal is done here, too; a refusal keeps what was typed.
        onError: (error) => (isWaiting(error) ? onDone() : undefined),
      },
    );
  });
  return (
    <form
      className="mt-2 grid gap-3 rounded-lg border border-line p-3"
      noValidate
      aria-label={t("Refund credit")}
      onSubmit={(event) => unawaited(send(event))}
    >
      <p className="text-sm text-soft">
        {t(
          "Send the money to the payer, by the same method if you can. A second person has to confirm the refund, unless the two-person rule is off.",
        )}
      </p>
      <TextField
        label={t("Amount ($)")}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amount?.message}
        {...register("amount", {
          validate: (text) =>
            amountFault(
              text,
              receipt.credit,
              t("Only {credit} is left", { credit: money(receipt.credit) }),
            ),
        })}
      />
      <TextField
        label={t("Reference of the refund")}
        maxLength={120}
        error={errors.reference?.message}
        {...register("reference", {
          validate: (text) => text.trim() !== "" || t("Enter the bank's reference or check number"),
        })}
      />
      <TextArea
        label={t("Reason")}
        rows={2}
        maxLength={500}
        error={errors.reason?.message}
        {...register("reason", {
          validate: (text) =>
            text.trim().length >= 3 || t("Enter a reason of at least 3 characters"),
        })}
      />
      <Button type="submit" tone="primary" busy={refund.isPending}>
        {t("Refund credit")}
      </Button>
    </form>
  );
}
