import { msg } from "@gavelyard/messages/text";
import { deliveryAfter } from "@gavelyard/domain/sales/delivery-order";
import type { PoolClient } from "pg";
import { mailTo, notice, unitOfMail } from "../announce-award.ts";
import { personById } from "../bids-sql.ts";
import { setDelivered } from "../deliveries-sql.ts";
import { auditDelivery, deliveryConflict, openDelivery } from "./open-delivery.ts";
import type { Recorder, SaleActor } from "../lock-sale.ts";

/**
 * Records that the carrier delivered a unit, and tells the buyer (D62). Returns the invoice's ID.
 * @throws Refusal 404; 409 unless the carrier has it
 */
export async function markDelivered(
  tx: PoolClient,
  record: Recorder,
  id: number,
  by: SaleActor,
): Promise<number> {
  const { sale, award, invoice, delivery } = await openDelivery(tx, id, null);
  if (deliveryAfter(delivery.status, "DELIVER") === null) throw deliveryConflict(delivery);
  await setDelivered(tx, id, by.userId);
  await auditDelivery(tx, sale, "delivery-arrived", { invoice: invoice.number }, by);
  const buyer = await personById(tx, award.userId);
  await mailTo(tx, buyer, `delivered:${id}`, { kind: "DELIVERED", ...unitOfMail(sale, buyer) });
  record(notice(sale, [award.userId], msg("The carrier delivered the unit.")));
  return invoice.id;
}
