import type { FeeTable } from "@gavelyard/domain/sales/fees";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useCall } from "../api/api-context.ts";
import { estimatesQuery } from "../inventory/delivery/api.ts";
import { priceGuideQuery } from "../inventory/price-guide/api.ts";
import { useReaderZip } from "../session/reader-zip.ts";
import { Button } from "../ui/button.tsx";
import { CostLines } from "../ui/text/cost-lines.tsx";
import { money } from "../ui/text/format.ts";
import { useOnline } from "../ui/page/use-online.ts";
import { BindingNote } from "./binding-note.tsx";
import { BidOutcome } from "./bid-outcome.tsx";
import { isFarMaximum } from "./placing/far-maximum.ts";
import { highestOf, offerFor, type Order } from "./placing/order.ts";
import type { Bidding } from "./placing/use-bidding.ts";
import type { LiveLot } from "./use-live-lot.ts";

/** How long the button waits, so that a double tap or a held Enter key isn't its press, in ms. */
const OPENING_MS = 400;

/** Asks whether to place an order, with its costs. A plain bid follows the lot's price (D77). */
export function BidConfirm({
  asked,
  bidding: { attempt, place, close },
  unitId,
  fees,
  lot,
  zone,
}: {
  asked: Order;
  bidding: Bidding;
  unitId: number;
  fees: FeeTable;
  lot: LiveLot;
  zone: string;
}) {
  const call = useCall();
  const { data: guide } = useQuery(priceGuideQuery(call, unitId));
  const zip = useReaderZip();
  const { data: [delivery] = [] } = useQuery(estimatesQuery(call, zip, [unitId]));
  const isOnline = useOnline();
  const group = useRef<HTMLDivElement>(null);
  const [isOpening, setOpening] = useState(true);
  const isSending = attempt?.state === "sending";
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || isSending) return;
    // Elsewhere, it leaves the lot.
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  useEffect(() => {
    const here = group.current;
    const pressed = (event: KeyboardEvent) => onEscape(event);
    here?.addEventListener("keydown", pressed);
    here?.focus();
    const timer = setTimeout(() => setOpening(false), OPENING_MS);
    return () => {
      here?.removeEventListener("keydown", pressed);
      clearTimeout(timer);
    };
  }, []);
  const { order, state } = offerFor(asked, lot.minNextBid, attempt);
  const amount = money(order.amount);
  const isFar =
    order.maxAmount !== null &&
    isFarMaximum(order.maxAmount, lot.minNextBid, guide?.range?.high ?? null);
  const mayPlace = state !== "passed" && state !== "refused";
  return (
    <div
      ref={group}
      tabIndex={-1}
      role="group"
      aria-label={t("Confirm your bid")}
      className="mt-4 grid gap-3 rounded-md border border-amber bg-paper p-4"
    >
      <p className="font-semibold">
        {order.maxAmount === null
          ? t("Bid {amount}?", { amount })
          : t("Set a maximum bid of {maxAmount}?", { maxAmount: money(order.maxAmount) })}
      </p>
      <p role="status" className="rounded-md bg-sunken p-2 font-semibold empty:hidden">
        {state === "moved"
          ? t("The price rose. The next bid is now {amount}.", { amount })
          : state === "passed"
            ? t("Your maximum is below the next bid of {minNextBid}.", {
                minNextBid: money(lot.minNextBid),
              })
            : isFar
              ? t("That's far above what you'd expect here. Check the digits.")
              : null}
      </p>
      <CostLines label={t("Maximum hammer price")} amount={highestOf(order)} fees={fees}>
        {(total) =>
          delivery === undefined ? null : (
            <>
              <dt>{t("Delivery to {zip} (estimate)", { zip })}</dt>
              <dd className="text-right">{money(delivery.total)}</dd>
              <dt className="font-bold">
                {fees.taxPercent > 0
                  ? t("Delivered cost (estimate)")
                  : t("Delivered cost before tax (estimate)")}
              </dt>
              <dd className="text-right font-bold">
                {money(centsToDollars(dollarsToCents(total) + dollarsToCents(delivery.total)))}
              </dd>
            </>
          )
        }
      </CostLines>
      {guide === undefined || guide.range === null ? null : (
        <p className="text-sm text-soft">
          {t("Half of similar units sold here for {low} to {high}, before fees.", {
            low: money(guide.range.low),
            high: money(guide.range.high),
          })}
        </p>
      )}
      {state === "moved" ? null : <BidOutcome attempt={attempt} lot={lot} zone={zone} />}
      {isOnline || isSending ? null : <p>{t("You're offline. Reconnect to bid.")}</p>}
      <BindingNote isSending={isSending} />
      <div className="flex gap-2">
        {mayPlace ? (
          <Button
            tone="primary"
            className="flex-1"
            busy={isSending || state === "late"}
            disabled={isOpening || !isOnline}
            onClick={() => place(order)}
          >
            {state === "moved"
              ? t("Bid {amount} instead", { amount })
              : state === "again"
                ? t("Send again")
                : t("Confirm bid")}
          </Button>
        ) : null}
        <Button onClick={close} disabled={isSending}>
          {mayPlace ? t("Back") : t("Change the amount")}
        </Button>
      </div>
    </div>
  );
}
