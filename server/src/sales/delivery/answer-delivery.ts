import { msg } from "@gavelyard/messages/text";
import type { answerDelivery as contract } from "@gavelyard/contract/sales/deliveries";
import { judgeQuoteAnswer, type QuoteAnswerRefusal } from "@gavelyard/domain/sales/delivery-order";
import { dollarsToCents, formatDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import type { z } from "zod";
import { Refusal } from "../../refusal.ts";
import { mailTo, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { addDeliveryLine, quoteOf, setQuoteAnswer } from "../deliveries-sql.ts";
import {
  auditDelivery,
  deliveryConflict,
  openDelivery,
  type OpenDelivery,
} from "./open-delivery.ts";
import { dueOf, type SaleActor } from "../lock-sale.ts";
import { clearPickupSlot } from "../pickups-sql.ts";
import { invoiceAfter } from "../invoice/to-invoice.ts";

/**
 * Accepts or declines a quote, by the database's clock (D62). Accepting adds a line to the invoice,
 * due with it, or after the payment days if the sale is already paid, and cancels any pickup
 * appointment. Returns the invoice's ID.
 * @throws Refusal 404; 409 if the quote was replaced, withdrawn or answered, or has expired
 */
export async function answerDelivery(
  tx: PoolClient,
  id: number,
  { answer, amount }: z.output<typeof contract.body>,
  by: SaleActor,
): Promise<number> {
  const open = await openDelivery(tx, id, by.userId);
  const { sale, award, invoice, delivery } = open;
  const quote = quoteOf(delivery);
  const refusal = judgeQuoteAnswer(
    sale.nowMs,
    { status: delivery.status, quote },
    { act: answer, seenCents: dollarsToCents(amount) },
  );
  if (refusal !== null) throw refused(refusal, open);
  const accepted = answer === "ACCEPT";
  await setQuoteAnswer(tx, id, accepted ? "ACCEPTED" : "DECLINED");
  const action = accepted ? "delivery-accepted" : "delivery-declined";
  await auditDelivery(tx, sale, action, { amount, invoice: invoice.number }, by);
  if (!accepted) return invoice.id;

  const dueAtMs = award.status === "PAID" ? dueOf(sale) : null;
  await addDeliveryLine(tx, invoice.id, { cents: dollarsToCents(amount), dueAtMs });
  await clearPickupSlot(tx, award.id);
  const after = await invoiceAfter(tx, invoice.id);
  const buyer = await personById(tx, award.userId);
  await mailTo(tx, buyer, `delivery-accepted:${id}`, {
    kind: "DELIVERY_ACCEPTED",
    ...unitOfMail(sale, buyer),
    timeZone: sale.timeZone,
    quoteCents: dollarsToCents(amount),
    invoiceNumber: invoice.number,
    totalCents: dollarsToCents(after.total),
    balanceCents: dollarsToCents(after.balance),
    paymentDueAt: after.dueAt,
  });
  return invoice.id;
}

function refused(refusal: QuoteAnswerRefusal, { delivery }: OpenDelivery): Refusal {
  switch (refusal) {
    case "NOT_OPEN":
      return deliveryConflict(delivery);
    case "EXPIRED":
      return new Refusal(
        "too-late",
        msg("This quote has expired. Nothing was changed. Ask us for a new one."),
      );
    case "CHANGED":
      return new Refusal(
        "edit-conflict",
        msg("The quote is now {amount}. Nothing was changed. Check it and answer again.", {
          amount: formatDollars(delivery.quoteCents ?? 0),
        }),
      );
  }
}
