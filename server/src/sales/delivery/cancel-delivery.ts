import { msg } from "@gavelyard/messages/text";
import type { cancelDelivery as contract } from "@gavelyard/contract/sales/deliveries";
import { deliveryAfter, refundsOf } from "@gavelyard/domain/sales/delivery-order";
import type { PoolClient } from "pg";
import type { z } from "zod";
import type { FieldCipher } from "../../db/secrets/sealed.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { endDelivery, removeDeliveryLine } from "../deliveries-sql.ts";
import {
  auditDelivery,
  deliveryConflict,
  openDelivery,
  type OpenDelivery,
} from "./open-delivery.ts";
import { pickupDueOf, type Recorder, type SaleActor } from "../lock-sale.ts";
import {
  insertPayment,
  insertVoid,
  paidOf,
  setInvoicePaid,
  standingPaymentsOf,
} from "../payments-sql.ts";
import { finishSale, refuseStaleBalance } from "../payment/record-payment.ts";
import { extendPickup } from "../pickups-sql.ts";

/**
 * Cancels a delivery that the carrier doesn't have yet, and tells the buyer (D62). An accepted one
 * comes off the invoice, and what was paid beyond the new total is the buyer's credit (D75). Returns
 * the invoice's ID.
 * @throws Refusal 404, 409
 */
export async function cancelDelivery(
  tx: PoolClient,
  record: Recorder,
  id: number,
  { reason, balance }: z.output<typeof contract.body>,
  cipher: FieldCipher,
  by: SaleActor,
): Promise<number> {
  const open = await openDelivery(tx, id, null);
  const { sale, award, invoice, delivery } = open;
  if (deliveryAfter(delivery.status, "CANCEL") === null) throw deliveryConflict(delivery);
  refuseStaleBalance({ ...invoice, paidCents: await paidOf(tx, invoice.id) }, balance);
  await endDelivery(tx, award.id, reason);
  const wasAccepted = delivery.status === "ACCEPTED";
  const refundCents = wasAccepted ? await takeOffInvoice(tx, open, reason, by) : 0;
  await auditDelivery(
    tx,
    sale,
    "delivery-canceled",
    { invoice: invoice.number, refundedCents: refundCents },
    by,
    reason,
  );
  const buyer = await personById(tx, award.userId);
  await mailTo(tx, buyer, `delivery-canceled:${id}`, {
    kind: "DELIVERY_CANCELED",
    ...unitOfMail(sale, buyer),
    invoiceNumber: invoice.number,
    refundCents,
    wasAccepted,
    reason,
  });
  record(
    notice(sale, [award.userId], msg("The delivery was canceled. You can schedule a pickup.")),
  );

  const totalCents = invoice.totalCents - invoice.deliveryCents;
  if ((await paidOf(tx, invoice.id)) === totalCents && wasAccepted) {
    if (award.status === "PAID") {
      await setInvoicePaid(tx, invoice.id);
      // The pickup period ran while the buyer relied on our delivery.
      await extendPickup(tx, award.id, pickupDueOf(sale));
    } else {
      // Only the delivery was unpaid.
      const paid = { ...invoice, totalCents, deliveryCents: 0, paidCents: totalCents };
      await finishSale(tx, record, { sale, award, invoice: paid }, buyer, cipher);
    }
  }
  return invoice.id;
}

/**
 * Takes a delivery off its invoice. Voids payments beyond the new total, newest first; the part of
 * the last one that stays is recorded again. Returns the cents that become credit.
 */
async function takeOffInvoice(
  tx: PoolClient,
  { award, invoice }: OpenDelivery,
  reason: string,
  by: SaleActor,
): Promise<number> {
  const payments = await standingPaymentsOf(tx, invoice.id);
  const paidCents = payments.reduce((sum, { cents }) => sum + cents, 0);
  const excessCents = Math.max(0, paidCents - (invoice.totalCents - invoice.deliveryCents));
  for (const { paymentId, keptCents } of refundsOf(payments, excessCents)) {
    await insertVoid(tx, paymentId, {
      reason: `Delivery canceled: ${reason}`.slice(0, 500),
      by: by.userId,
      keepsCredit: true,
    });
    const payment = payments.find((each) => each.id === paymentId);
    if (keptCents === 0 || payment === undefined) continue;
    await insertPayment(tx, {
      awardId: award.id,
      invoiceId: invoice.id,
      cents: keptCents,
      receiptId: payment.receiptId,
      recordedBy: payment.recordedBy,
    });
  }
  await removeDeliveryLine(tx, invoice.id, invoice.deliveryCents);
  return excessCents;
}
