import type { Delivery } from "@gavelyard/contract/sales/delivery-estimates";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import { isDeliveryActive } from "@gavelyard/domain/sales/delivery-order";
import { dayWords } from "@gavelyard/domain/sales/pickup";
import { isStaff } from "@gavelyard/domain/users/roles";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { t } from "@gavelyard/messages/text";
import { useState, type ReactNode } from "react";
import { useSite } from "../site/site.ts";
import { useSession } from "../session/session.ts";
import { useAction } from "../api/use-action.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Facts } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/overlay/confirm-button.tsx";
import { count, money } from "../ui/text/format.ts";
import { DeliveryDesk } from "./delivery-desk.tsx";
import { DeliveryRequestForm } from "./delivery-request-form.tsx";
import { deliveryStages } from "./delivery-stages.ts";

/** Delivery on an invoice: the request, the quote, its answer, and the progress (D62). */
export function DeliverySection({ invoice }: { invoice: Invoice }) {
  const session = useSession();
  const offered = useSite()?.delivery === true;
  const { delivery, release, status } = invoice;
  if (session === null) return null;
  const staff = isStaff(session.userRole);
  const hasLeft = (release?.releasedAt ?? null) !== null;
  const canAsk =
    offered &&
    !hasLeft &&
    status !== "VOID" &&
    (delivery === null || !isDeliveryActive(delivery.status));
  if (delivery === null && !canAsk) return null;
  return (
    <section aria-label={t("Delivery")} className="rounded-lg border border-line bg-sheet p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3>{t("Delivery")}</h3>
        {delivery === null ? null : (
          <Badge
            tone={
              delivery.status === "DELIVERED"
                ? "winning"
                : isDeliveryActive(delivery.status)
                  ? "attention"
                  : "neutral"
            }
          >
            {deliveryStages[delivery.status]}
          </Badge>
        )}
      </div>
      {delivery === null ? null : <DeliveryFacts delivery={delivery} invoice={invoice} />}
      {delivery === null ? null : staff ? (
        <DeliveryDesk invoice={invoice} delivery={delivery} />
      ) : (
        <BuyerActions invoice={invoice} delivery={delivery} />
      )}
      {canAsk ? <RequestDelivery invoice={invoice} staff={staff} /> : null}
    </section>
  );
}

function DeliveryFacts({ delivery, invoice }: { delivery: Delivery; invoice: Invoice }) {
  const { release, timeZone: zone } = invoice;
  const { address, contactName, contactPhone, instructions, estimate, quote } = delivery;
  const rows: (readonly [string, ReactNode, string?])[] = [];
  if (address !== null) {
    rows.push(
      [t("To [address]"), `${address.street}, ${address.city}, ${address.state} ${address.zip}`],
      [t("Contact"), `${contactName}, ${contactPhone}`],
    );
    if (instructions !== "") rows.push([t("Instructions"), instructions, "whitespace-pre-line"]);
  }
  if (estimate !== null) {
    const about = t("{amount}, about {miles} mi", {
      amount: money(estimate.amount),
      miles: count(estimate.miles),
    });
    rows.push([t("Estimate when requested"), about, "figures"]);
  }
  if (quote !== null) {
    rows.push([t("Our quote"), money(quote.amount), "figures text-xl"]);
    rows.push([t("Leaves on or after"), dayWords(quote.pickupFrom)]);
    rows.push([t("Arrives on or after"), dayWords(quote.arrivesFrom)]);
    if (delivery.status === "QUOTED") {
      const until = formatDateTime(quote.until, zone);
      rows.push([quote.expired ? t("Quote expired") : t("Quote valid until"), until]);
    }
  }
  if (delivery.handedOverAt !== null) {
    rows.push([t("Handed to the carrier"), formatDateTime(delivery.handedOverAt, zone)]);
    rows.push([
      t("Carrier"),
      t("{carrier}, driver {driver}", {
        carrier: release?.carrierName ?? "",
        driver: release?.driverName ?? "",
      }),
    ]);
  }
  if (delivery.deliveredAt !== null) {
    rows.push([t("Delivered"), formatDateTime(delivery.deliveredAt, zone)]);
  }
  if (delivery.endReason !== null) rows.push([t("Reason"), delivery.endReason]);
  return <Facts rows={rows} />;
}

function BuyerActions({ invoice, delivery }: { invoice: Invoice; delivery: Delivery }) {
  const params = { id: String(delivery.id) };
  const refresh = [["me"]];
  const { quote, status } = delivery;
  const answer = useAction(
    (call, given: { answer: "ACCEPT" | "DECLINE"; amount: number }) =>
      call("answerDelivery", { params, body: given }),
    { done: t("Answer sent"), failed: t("Couldn't send your answer."), refresh },
  );
  const withdraw = useAction((call) => call("withdrawDelivery", { params }), {
    done: t("Request withdrawn"),
    failed: t("Couldn't withdraw your request."),
    refresh,
  });
  const withdrawButton = (
    <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(null)}>
      {t("Withdraw request")}
    </Button>
  );
  if (status === "REQUESTED") {
    return (
      <>
        <p className="my-3">
          {t("We'll send you a quote. The estimate is not a quote; the quote is what you pay.")}
        </p>
        {withdrawButton}
      </>
    );
  }
  if (status === "QUOTED" && quote !== null) {
    if (quote.expired) {
      return (
        <>
          <p className="my-3">{t("This quote has expired. We'll send you a new one.")}</p>
          {withdrawButton}
        </>
      );
    }
    const { amount } = quote;
    return (
      <div className="mt-3 flex flex-wrap gap-2">
        <ConfirmButton
          tone="primary"
          label={t("Accept {amount}", { amount: money(amount) })}
          title={t("Accept delivery for {amount}?", { amount: money(amount) })}
          confirmLabel={t("Accept quote")}
          busy={answer.isPending}
          onConfirm={() => answer.mutate({ answer: "ACCEPT", amount })}
        >
          {t(
            "We'll add {amount} to invoice {number}. The unit leaves the yard once the invoice is paid in full, so you won't need to pick it up.",
            { amount: money(amount), number: invoice.number },
          )}
        </ConfirmButton>
        <Button
          busy={answer.isPending}
          onClick={() => answer.mutate({ answer: "DECLINE", amount })}
        >
          {t("Decline quote")}
        </Button>
      </div>
    );
  }
  if (status === "ACCEPTED") {
    return (
      <p className="mt-3">
        {invoice.balance > 0
          ? t("Once you pay the balance of {balance}, we'll hand the unit to the carrier.", {
              balance: money(invoice.balance),
            })
          : t("Paid. We'll hand the unit to the carrier.")}{" "}
        {t("To cancel, call us.")}
      </p>
    );
  }
  return null;
}

function RequestDelivery({ invoice, staff }: { invoice: Invoice; staff: boolean }) {
  const [asking, setAsking] = useState(false);
  if (asking) {
    const done = () => setAsking(false);
    return <DeliveryRequestForm invoice={invoice} staff={staff} onDone={done} />;
  }
  return (
    <>
      <p className="my-3">
        {staff
          ? t("Request delivery for a buyer who calls. We'll email them about it.")
          : t(
              "Pick the unit up yourself, or ask for delivery. We'll send you a quote; you pay nothing until you accept it.",
            )}
      </p>
      <Button onClick={() => setAsking(true)}>
        {staff ? t("Request delivery for buyer") : t("Ask for delivery")}
      </Button>
    </>
  );
}
