import type { PaymentMethod } from "@gavelyard/contract/payments";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";

/** Under which name the gate PIN of an award is sealed. */
export const sealedPinRow = (awardId: number) => `award ${awardId}`;

/** The lot of a user's newest award of a unit; null when there never was one. */
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

/** Writes a payment and marks its invoice as paid. */
export async function insertPayment(
  tx: PoolClient,
  payment: {
    readonly awardId: number;
    readonly invoiceId: number;
    readonly cents: number;
    readonly method: PaymentMethod;
    readonly reference: string;
    /** The invoice file that came with it; null where there is none. */
    readonly documentId: string | null;
    readonly receivedAtMs: number;
    readonly recordedBy: number;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO payments (award_id, invoice_id, cents, method, reference, document_id, received_at,
        recorded_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      payment.awardId,
      payment.invoiceId,
      payment.cents,
      payment.method,
      payment.reference,
      payment.documentId,
      new Date(payment.receivedAtMs).toISOString(),
      payment.recordedBy,
    ],
  );
  await tx.query("UPDATE invoices SET status = 'PAID' WHERE id = $1", [payment.invoiceId]);
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

export interface ReleaseRow {
  readonly gate_pin: Buffer;
  readonly released_at: Date | null;
}

/** What lets a paid unit leave the yard; null as long as it is not paid. */
export async function releaseOf(db: Db, awardId: number): Promise<ReleaseRow | null> {
  const { rows } = await db.query<ReleaseRow>(
    "SELECT gate_pin, released_at FROM releases WHERE award_id = $1",
    [awardId],
  );
  return rows[0] ?? null;
}

export async function setReleased(
  tx: PoolClient,
  awardId: number,
  to: { readonly carrierName: string; readonly driverName: string; readonly by: number },
): Promise<void> {
  await tx.query(
    `UPDATE releases SET released_at = clock_ms(), released_by = $2, carrier_name = $3,
        driver_name = $4 WHERE award_id = $1`,
    [awardId, to.by, to.carrierName, to.driverName],
  );
}

/** Where a unit stands, as people find it. */
export async function yardOf(db: Db, inventoryId: number): Promise<string> {
  const { rows } = await db.query<{ yard: string }>(
    `SELECT concat_ws(', ', y.name, nullif(y.street, ''), y.city, y.state || ' ' || y.zip) AS yard
      FROM inventory i JOIN yards y ON y.id = i.yard_id WHERE i.id = $1`,
    [inventoryId],
  );
  return rows[0]?.yard ?? "";
}
