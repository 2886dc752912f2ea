import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";

/** Returns the context that the cipher binds an award's gate PIN to. */
export const sealedPinRow = (awardId: number) => `award ${awardId}`;

/** Returns the lot of a user's newest award of a unit; null if there never was one. */
export async function lotOfBuyer(
  db: Db,
  userId: number,
  inventoryId: number,
): Promise<number | null> {
  const { rows } = await db.query<{ lot_id: number }>(
    `SELECT a.lot_id FROM awards a JOIN lots l ON l.id = a.lot_id
      WHERE a.user_id = $1 AND l.inventory_id = $2 ORDER BY a.id DESC LIMIT 1`,
    [userId, inventoryId],
  );
  return rows[0]?.lot_id ?? null;
}

export interface NewPayment {
  readonly awardId: number;
  readonly invoiceId: number;
  readonly cents: number;
  /** The receipt that it is a part of (D75). */
  readonly receiptId: number;
  readonly recordedBy: number;
}

export async function insertPayment(tx: PoolClient, payment: NewPayment): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO payments (award_id, invoice_id, cents, receipt_id, recorded_by)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [payment.awardId, payment.invoiceId, payment.cents, payment.receiptId, payment.recordedBy],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a payment was not written");
  return id;
}

export async function setInvoicePaid(tx: PoolClient, invoiceId: number): Promise<void> {
  await tx.query("UPDATE invoices SET status = 'PAID' WHERE id = $1", [invoiceId]);
}

export async function setInvoiceOpen(tx: PoolClient, invoiceId: number): Promise<void> {
  await tx.query("UPDATE invoices SET status = 'ISSUED' WHERE id = $1", [invoiceId]);
}

/** Returns the sum of an invoice's payments that aren't voided, in cents. */
export async function paidOf(db: Db, invoiceId: number): Promise<number> {
  const { rows } = await db.query<{ paid: number }>(
    "SELECT coalesce(sum(cents), 0) AS paid FROM standing_payments WHERE invoice_id = $1",
    [invoiceId],
  );
  return rows[0]?.paid ?? 0;
}

export async function paymentById(
  db: Db,
  id: number,
): Promise<{
  readonly invoiceId: number;
  readonly awardId: number;
  readonly userId: number;
  readonly lotId: number;
  readonly cents: number;
  readonly receiptId: number;
  readonly voided: boolean;
} | null> {
  const { rows } = await db.query<{
    invoiceId: number;
    awardId: number;
    userId: number;
    lotId: number;
    cents: number;
    receiptId: number;
    voided: boolean;
  }>(
    `SELECT p.invoice_id AS "invoiceId", p.award_id AS "awardId", a.user_id AS "userId", a.lot_id AS "lotId", p.cents,
        p.receipt_id AS "receiptId",
        EXISTS (SELECT FROM payment_voids v WHERE v.payment_id = p.id) AS voided
      FROM payments p JOIN awards a ON a.id = p.award_id WHERE p.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function insertVoid(
  tx: PoolClient,
  paymentId: number,
  voided: {
    readonly reason: string;
    readonly by: number;
    /** Whether the money is the buyer's credit again; otherwise it is gone. */
    readonly keepsCredit: boolean;
  },
): Promise<void> {
  await tx.query(
    "INSERT INTO payment_voids (payment_id, reason, voided_by, keeps_credit) VALUES ($1, $2, $3, $4)",
    [paymentId, voided.reason, voided.by, voided.keepsCredit],
  );
}

/** A payment that isn't voided. */
export interface StandingPayment {
  readonly id: number;
  readonly cents: number;
  readonly receiptId: number;
  readonly recordedBy: number;
}

export async function standingPaymentsOf(db: Db, invoiceId: number): Promise<StandingPayment[]> {
  const { rows } = await db.query<StandingPayment>(
    `SELECT id, cents, receipt_id AS "receiptId", recorded_by AS "recordedBy"
      FROM standing_payments WHERE invoice_id = $1 ORDER BY id`,
    [invoiceId],
  );
  return rows;
}

export async function insertRelease(
  tx: PoolClient,
  awardId: number,
  sealedPin: Buffer,
  pickupDueAtMs: number,
): Promise<void> {
  await tx.query("INSERT INTO releases (award_id, gate_pin, pickup_due_at) VALUES ($1, $2, $3)", [
    awardId,
    sealedPin,
    new Date(pickupDueAtMs).toISOString(),
  ]);
}

/** Takes back a release with its gate PIN and pickup appointment. */
export async function deleteRelease(tx: PoolClient, awardId: number): Promise<void> {
  await tx.query("DELETE FROM releases WHERE award_id = $1", [awardId]);
}

export interface ReleaseRow {
  readonly gate_pin: Buffer;
  readonly released_at: Date | null;
}

export async function releaseOf(db: Db, awardId: number): Promise<ReleaseRow | null> {
  const { rows } = await db.query<ReleaseRow>(
    "SELECT gate_pin, released_at FROM releases WHERE award_id = $1",
    [awardId],
  );
  return rows[0] ?? null;
}

/** Returns who recorded an award's payments that aren't voided, or the money that they came from. */
export async function recordersOf(db: Db, awardId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT DISTINCT unnest(ARRAY[p.recorded_by, r.recorded_by]) AS id
      FROM standing_payments p JOIN receipts r ON r.id = p.receipt_id WHERE p.award_id = $1`,
    [awardId],
  );
  return rows.map(({ id }) => id);
}

export async function setReleased(
  tx: PoolClient,
  awardId: number,
  to: {
    readonly carrierName: string;
    readonly driverName: string;
    readonly plate: string;
    readonly by: number;
  },
): Promise<void> {
  await tx.query(
    `UPDATE releases SET released_at = clock_ms(), released_by = $2, carrier_name = $3,
        driver_name = $4, plate = nullif($5, '') WHERE award_id = $1`,
    [awardId, to.by, to.carrierName, to.driverName, to.plate],
  );
}

/** SQL for the name and address of a yard `y`. */
export const yardPlace =
  "concat_ws(', ', y.name, nullif(y.street, ''), y.city, y.state || ' ' || y.zip)";

export async function yardOf(db: Db, inventoryId: number): Promise<string> {
  const { rows } = await db.query<{ yard: string }>(
    `SELECT ${yardPlace} AS yard
      FROM inventory i JOIN yards y ON y.id = i.yard_id WHERE i.id = $1`,
    [inventoryId],
  );
  return rows[0]?.yard ?? "";
}
