import { centsToDollars } from "@gavelyard/domain/money";
import type { PoolClient } from "pg";
import { randomInt } from "node:crypto";
import { insertAudit } from "../audit/sql.ts";
import { Sealer } from "../db/sealed.ts";
import { issueInvoice } from "../sales/issue-invoice.ts";
import {
  insertPayment,
  insertRelease,
  sealedPinRow,
  setInvoicePaid,
  setReleased,
} from "../sales/payments-sql.ts";
import { salesOf } from "../sales/sale-sql.ts";

const DAY_MS = 86_400_000;
const PICKUP_DAYS = 5;
const drivers = ["Lena Ortiz", "Sam Whitfield", "Andre Cole", "Joy Nakamura"] as const;
const carriers = ["Red River Haulaway", "Llano Auto Transport", "Prairie Star Freight"] as const;

interface AwardWithoutPapers {
  readonly id: number;
  readonly lot_id: number;
  readonly user_id: number;
  readonly hammer_cents: number;
  readonly status: "DECLARED" | "PAID";
  readonly created_at: Date;
  readonly due_at: Date;
  readonly unit_status: string;
}

/**
 * Writes what the demo's office would have: an invoice for each declared winner, a payment and a
 * release for each who paid, and who took the unit away.
 */
export async function fillPaperwork(tx: PoolClient): Promise<void> {
  const { rows } = await tx.query<AwardWithoutPapers>(
    `SELECT a.id, a.lot_id, a.user_id, a.hammer_cents, a.status, a.created_at,
        coalesce(a.payment_due_at, a.created_at + interval '5 days') AS due_at, i.status AS unit_status
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      WHERE a.status IN ('DECLARED', 'PAID')
        AND NOT EXISTS (SELECT FROM payments p WHERE p.award_id = a.id)
        AND (a.status = 'PAID' OR NOT EXISTS (SELECT FROM invoices v WHERE v.award_id = a.id))
      ORDER BY a.id LIMIT 500`,
  );
  if (rows.length === 0) return;
  const clerk = await tx.query<{ id: number }>(
    "SELECT id FROM users WHERE role = 'ROLE_ADMIN' ORDER BY id LIMIT 1",
  );
  const recordedBy = clerk.rows[0]?.id;
  if (recordedBy === undefined) return;
  const sealer = await Sealer.of(tx, "gate PINs");
  const sales = new Map(
    (
      await salesOf(
        tx,
        rows.map(({ lot_id }) => lot_id),
      )
    ).map((sale) => [sale.lotId, sale]),
  );
  for (const award of rows) {
    const sale = sales.get(award.lot_id);
    if (sale === undefined) continue;
    const { id, user_id: userId, hammer_cents: hammerCents } = award;
    const paymentDueAtMs = award.due_at.getTime();
    const invoice = await issueInvoice(tx, sale, { id, userId, hammerCents, paymentDueAtMs });
    if (award.status !== "PAID") continue;
    const paidAtMs = Math.min(award.created_at.getTime() + DAY_MS, sale.nowMs);
    const method = id % 3 === 0 ? "ACH" : "WIRE";
    const reference = `FW${String(700_000 + id)}`;
    const paymentId = await insertPayment(tx, {
      awardId: id,
      invoiceId: invoice.id,
      cents: invoice.totalCents,
      method,
      reference,
      documentId: null,
      receivedAtMs: paidAtMs,
      recordedBy,
    });
    await insertAudit(tx, {
      actorId: recordedBy,
      action: "payment-recorded",
      subjectType: "lot",
      subjectId: award.lot_id,
      after: {
        awardId: id,
        userId,
        invoice: invoice.number,
        paymentId,
        amount: centsToDollars(invoice.totalCents),
        balance: 0,
        method,
        reference,
      },
      ip: null,
    });
    await setInvoicePaid(tx, invoice.id);
    const pin = String(randomInt(1_000_000)).padStart(6, "0");
    const sealed = sealer.seal(sealedPinRow(id), pin);
    await insertRelease(tx, id, sealed, paidAtMs + PICKUP_DAYS * DAY_MS);
    if (award.unit_status !== "RELEASED") continue;
    const carrierName = carriers[id % carriers.length] ?? carriers[0];
    const driverName = drivers[id % drivers.length] ?? drivers[0];
    await setReleased(tx, id, { carrierName, driverName, by: recordedBy });
    await insertAudit(tx, {
      actorId: recordedBy,
      action: "unit-released",
      subjectType: "inventory",
      subjectId: sale.inventoryId,
      after: { awardId: id, carrierName, driverName },
      ip: null,
    });
  }
}
