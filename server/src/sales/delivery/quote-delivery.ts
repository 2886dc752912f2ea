import { msg } from "@gavelyard/messages/text";
import { inEachLanguage } from "../../http/reader-language.ts";
import type { quoteDelivery as contract } from "@gavelyard/contract/sales/deliveries";
import { judgeQuote, type QuoteRefusal } from "@gavelyard/domain/sales/delivery-order";
import { dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { calendarDateIn } from "@gavelyard/domain/wall-time";
import { deliveryQuoteNotice } from "@gavelyard/domain/users/push-notices";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { Refusal } from "../../refusal.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { setQuote, type DeliveryRow } from "../deliveries-sql.ts";
import { auditDelivery, deliveryConflict, openDelivery } from "./open-delivery.ts";
import type { Recorder, SaleActor } from "../lock-sale.ts";

/**
 * Quotes a price for a delivery, or replaces its quote, and tells the buyer (D62). Later changes of
 * the rates don't affect the quote. Returns the invoice's ID.
 * @throws Refusal 404, 409, 422 for a time or days that don't work
 */
export async function quoteDelivery(
  tx: PoolClient,
  record: Recorder,
  id: number,
  given: z.output<typeof contract.body>,
  by: SaleActor,
): Promise<number> {
  const { sale, award, invoice, delivery } = await openDelivery(tx, id, null);
  const { amount, until, pickupFrom, arrivesFrom } = given;
  const quote = {
    cents: dollarsToCents(amount),
    untilMs: Date.parse(until),
    pickupFrom,
    arrivesFrom,
  };
  const today = calendarDateIn(sale.nowMs, sale.timeZone);
  const refusal = judgeQuote(sale.nowMs, today, delivery.status, quote);
  if (refusal !== null) throw refused(refusal, delivery);
  await setQuote(tx, id, quote, by.userId);
  await auditDelivery(tx, sale, "delivery-quoted", given, by);
  const buyer = await personById(tx, award.userId);
  await mailTo(tx, buyer, `delivery-quoted:${id}:${sale.nowMs}`, {
    kind: "DELIVERY_QUOTED",
    ...unitOfMail(sale, buyer),
    timeZone: sale.timeZone,
    quoteCents: quote.cents,
    until,
    pickupFrom,
    arrivesFrom,
  });
  const { inventoryId, title } = sale;
  await enqueue(tx, "send-push", {
    userId: award.userId,
    kind: "OFFER",
    notice: deliveryQuoteNotice({
      inventoryId,
      title,
      quoteCents: quote.cents,
      until: inEachLanguage(() => formatDateTime(quote.untilMs, sale.timeZone)),
    }),
    goodUntil: until,
    deviceId: null,
  });
  const words = msg("We can deliver it for {quote}. Respond to quote on invoice {invoice}.", {
    quote: formatDollars(quote.cents),
    invoice: invoice.number,
  });
  record(notice(sale, [award.userId], words));
  return invoice.id;
}

function refused(refusal: QuoteRefusal, delivery: DeliveryRow): Refusal {
  switch (refusal) {
    case "NOT_OPEN":
      return deliveryConflict(delivery);
    case "IN_THE_PAST":
      return new Refusal("value-refused", msg("until: Enter a time in the future"));
    case "TOO_LONG":
      return new Refusal("value-refused", msg("until: A quote can be open for up to 30 days"));
    case "PAST_DAY":
      return new Refusal("value-refused", msg("pickupFrom: Enter today or a later day"));
    case "ARRIVES_FIRST":
      return new Refusal("value-refused", msg("arrivesFrom: Must not be before the day it leaves"));
  }
}
