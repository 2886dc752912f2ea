import { msg, type Message } from "@gavelyard/messages/text";
import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import type { PoolClient } from "pg";
import type { DeliveryStatus } from "@gavelyard/domain/sales/delivery-order";
import { insertAudit } from "../../audit/sql.ts";
import type { Db } from "../../db/pool.ts";
import { Refusal, notFound } from "../../refusal.ts";
import {
  deliveryOfAward,
  partsOfDelivery,
  type DeliveryParts,
  type DeliveryRow,
} from "../deliveries-sql.ts";
import { invoiceOfAward, type ShortInvoice } from "../invoices-sql.ts";
import { openSale, type SaleActor } from "../lock-sale.ts";
import type { Sale, SaleAward } from "../sale-sql.ts";

/** A delivery with its sale, locked against other changes. */
export interface OpenDelivery {
  readonly sale: Sale;
  readonly award: SaleAward;
  readonly invoice: ShortInvoice;
  readonly delivery: DeliveryRow;
}

/** @throws Refusal 404 */
export async function deliveryParts(db: Db, id: number): Promise<DeliveryParts> {
  const parts = await partsOfDelivery(db, id);
  if (parts === null) throw notFound(msg("Delivery not found"));
  return parts;
}

/**
 * Locks and returns a delivery.
 * @param buyerId required buyer; null for staff
 * @throws Refusal 404; 409 if a newer delivery or award replaced it
 */
export async function openDelivery(
  tx: PoolClient,
  id: number,
  buyerId: number | null,
): Promise<OpenDelivery> {
  const { awardId, lotId, userId } = await deliveryParts(tx, id);
  if (buyerId !== null && userId !== buyerId) throw notFound(msg("Delivery not found"));
  const sale = await openSale(tx, lotId);
  const [delivery, invoice] = [
    await deliveryOfAward(tx, awardId),
    await invoiceOfAward(tx, awardId),
  ];
  const { award } = sale;
  if (award?.id !== awardId || delivery?.id !== id || invoice === null) {
    throw new Refusal("already-done", msg("This delivery has ended. Nothing was changed."));
  }
  return { sale, award, invoice, delivery };
}

const standing: Readonly<Record<DeliveryStatus, Message>> = {
  REQUESTED: msg("This delivery has no quote yet. Nothing was changed."),
  QUOTED: msg("This delivery is waiting for the buyer's answer to its quote. Nothing was changed."),
  ACCEPTED: msg("The buyer already accepted this delivery's quote. Nothing was changed."),
  IN_TRANSIT: msg("This delivery is on its way. Nothing was changed."),
  DELIVERED: msg("This delivery has arrived. Nothing was changed."),
  DECLINED: msg("This delivery was declined. Nothing was changed."),
  CANCELED: msg("This delivery was canceled. Nothing was changed."),
};

export function deliveryConflict({ status }: Pick<DeliveryRow, "status">) {
  return new Refusal("wrong-state", standing[status]);
}

/** Records an action on a delivery in the audit, without the address. */
export async function auditDelivery(
  tx: PoolClient,
  sale: Sale,
  action: AuditAction,
  after: AuditValues,
  by: SaleActor,
  reason: string | null = null,
): Promise<void> {
  await insertAudit(tx, {
    actorId: by.userId,
    action,
    subjectType: "lot",
    subjectId: sale.lotId,
    after: { awardId: sale.award?.id ?? null, ...after },
    reason,
    ip: by.ip,
  });
}
