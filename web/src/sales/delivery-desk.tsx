import type { Delivery } from "@gavelyard/contract/sales/delivery-estimates";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { deliveryAfter } from "@gavelyard/domain/sales/delivery-order";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { unawaited } from "@gavelyard/domain/unawaited";
import { plural, t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCall } from "../api/api-context.ts";
import { serverNow } from "../clock.ts";
import { showFieldErrors } from "../api/messages.ts";
import { ActionButton } from "../api/action-button.tsx";
import { useAction } from "../api/use-action.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { SelectField, TextField } from "../ui/form/field.tsx";
import { money } from "../ui/text/format.ts";
import { toast } from "../ui/toast-store.ts";
import { GateLink } from "./gate-link.tsx";

const DAY_MS = 86_400_000;
const refresh = [["me"], ["staff"]];

export function DeliveryDesk({ invoice, delivery }: { invoice: Invoice; delivery: Delivery }) {
  const params = { id: String(delivery.id) };
  const arrived = useAction((call) => call("markDelivered", { params }), {
    done: t("Delivery recorded"),
    failed: t("Couldn't record the delivery."),
    refresh,
  });
  const { status } = delivery;
  const may = (action: "QUOTE" | "HAND_OVER" | "CANCEL" | "DELIVER") =>
    deliveryAfter(status, action) !== null;
  return (
    <div className="mt-4 grid gap-4">
      {may("QUOTE") ? (
        <QuoteForm key={delivery.quote?.amount} invoice={invoice} delivery={delivery} />
      ) : null}
      {may("HAND_OVER") ? (
        invoice.balance > 0 ? (
          <p>
            {t("The unit stays in the yard until the balance of {balance} is paid.", {
              balance: money(invoice.balance),
            })}
          </p>
        ) : (
          <GateLink awardId={invoice.awardId} label={t("Hand to carrier")} />
        )
      ) : null}
      {may("DELIVER") ? (
        <Button tone="primary" busy={arrived.isPending} onClick={() => arrived.mutate(null)}>
          {t("Mark as delivered")}
        </Button>
      ) : null}
      {may("CANCEL") ? (
        <ActionButton
          tone="danger"
          label={t("Cancel delivery")}
          title={t("Cancel this delivery?")}
          confirmLabel={t("Cancel delivery")}
          reason
          act={(call, reason) =>
            call("cancelDelivery", { params, body: { reason, balance: invoice.balance } })
          }
          done={t("Delivery canceled")}
          failed={t("Couldn't cancel the delivery.")}
          refresh={refresh}
        >
          {t("We email the buyer with your reason.")}{" "}
          {status === "ACCEPTED"
            ? t(
                "We take it off the invoice. What was paid for it becomes the buyer's credit, which you can refund.",
              )
            : null}
        </ActionButton>
      ) : null}
    </div>
  );
}

const validity = [1, 3, 7, 14];

function QuoteForm({ invoice, delivery }: { invoice: Invoice; delivery: Delivery }) {
  const call = useCall();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const inDays = (days: number) => calendarDateIn(serverNow() + days * DAY_MS, invoice.timeZone);
  const { quote, estimate } = delivery;
  const { register, handleSubmit, formState, setError } = useForm({
    defaultValues: {
      amount: String(quote?.amount ?? estimate?.amount ?? ""),
      days: "3",
      pickupFrom: quote?.pickupFrom ?? inDays(3),
      arrivesFrom: quote?.arrivesFrom ?? inDays(5),
    },
  });
  const send = handleSubmit(async ({ amount, days, pickupFrom, arrivesFrom }) => {
    setFailure(null);
    const until = new Date(serverNow() + Number(days) * DAY_MS).toISOString();
    try {
      await call("quoteDelivery", {
        params: { id: String(delivery.id) },
        body: { amount: Number(amount.replaceAll(/[\s,$]/g, "")), until, pickupFrom, arrivesFrom },
      });
      toast({ type: "success", title: t("Quote sent") });
    } catch (error) {
      setFailure(
        showFieldErrors(
          error,
          t("Couldn't send the quote."),
          ["amount", "pickupFrom", "arrivesFrom"],
          setError,
        ),
      );
    }
    await queries.invalidateQueries({ queryKey: ["staff"] });
    await queries.invalidateQueries({ queryKey: ["me"] });
  });
  const { errors } = formState;
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => unawaited(send(event))}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Quote ($)")}
          inputMode="decimal"
          hint={
            estimate === null
              ? t("We have no estimate for this ZIP code.")
              : t("The buyer saw an estimate of {amount}.", { amount: money(estimate.amount) })
          }
          error={errors.amount?.message}
          {...register("amount", {
            required: t("Enter the price"),
            pattern: {
              value: /^[\s$]*[\d,]+(\.\d{1,2})?\s*$/,
              message: t("Enter an amount, like 1190"),
            },
          })}
        />
        <SelectField label={t("Valid for")} {...register("days")}>
          {validity.map((days) => (
            <option key={days} value={days}>
              {plural(days, "{n} day", "{n} days")}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("Leaves on or after")}
          type="date"
          error={errors.pickupFrom?.message}
          {...register("pickupFrom", { required: t("Enter a date") })}
        />
        <TextField
          label={t("Arrives on or after")}
          type="date"
          error={errors.arrivesFrom?.message}
          {...register("arrivesFrom", { required: t("Enter a date") })}
        />
      </div>
      <Failure message={failure} />
      <Button type="submit" tone="primary" busy={formState.isSubmitting}>
        {quote === null ? t("Send quote") : t("Replace quote")}
      </Button>
    </form>
  );
}
