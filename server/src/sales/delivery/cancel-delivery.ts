import { msg } from "@gavelyard/messages/text";
import type { cancelDelivery as contract } from "@gavelyard/contract/sales/deliveries";
import { deliveryAfter } from "@gavelyard/domain/sales/delivery-order";
import type { PoolClient } from "pg";
import type { z } from "zod";
import type { FieldCipher } from "../../db/secrets/sealed.ts";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { endDelivery, removeDeliveryLine } from "../deliveries-sql.ts";
import { auditDelivery, deliveryConflict, openDelivery } from "./open-delivery.ts";
import { pickupDueOf, type Recorder, type SaleActor } from "../lock-sale.ts";
import { paidOf, setInvoicePaid } from "../payments-sql.ts";
import { freePaidBeyond } from "../payment/lower-total.ts";
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
  const { sale, award, invoice, delivery } = await openDelivery(tx, id, null);
  if (deliveryAfter(delivery.status, "CANCEL") === null) throw deliveryConflict(delivery);
  refuseStaleBalance({ ...invoice, paidCents: await paidOf(tx, invoice.id) }, balance);
  await endDelivery(tx, award.id, reason);
  const wasAccepted = delivery.status === "ACCEPTED";
  const totalCents = invoice.totalCents - invoice.deliveryCents;
  let refundCents = 0;
  if (wasAccepted) {
    const owed = { awardId: award.id, invoiceId: invoice.id, totalCents };
    refundCents = await freePaidBeyond(tx, owed, `Delivery canceled: ${reason}`, by);
    await removeDeliveryLine(tx, invoice.id, invoice.deliveryCents);
  }
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
