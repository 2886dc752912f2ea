import type { GateUnit } from "@gavelyard/contract/sales/gate";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { clearsAt } from "./invoices-sql.ts";
import { slotOf, type SlotRow } from "./pickups-sql.ts";

export async function yardOfAward(db: Db, awardId: number): Promise<number | null> {
  const { rows } = await db.query<{ yard_id: number }>(
    `SELECT i.yard_id FROM awards a JOIN lots l ON l.id = a.lot_id
      JOIN inventory i ON i.id = l.inventory_id WHERE a.id = $1`,
    [awardId],
  );
  return rows[0]?.yard_id ?? null;
}

interface GateRow extends SlotRow {
  readonly award_id: number;
  readonly title: string;
  readonly stock_number: string;
  readonly vin: string | null;
  readonly lot_label: string;
  readonly image: GateUnit["image"];
  readonly buyer_name: string;
  readonly pickup_due_at: Date;
  readonly clears_at: Date | null;
  readonly delivery_id: number | null;
  readonly pictures: number;
  readonly own_payment: boolean;
  readonly now: Date;
}

const MAX_UNITS = 500;

/**
 * Returns a yard's paid units, by appointment and then by deadline. A unit that we
 * deliver may leave once its delivery is paid (D62).
 */
export async function unitsAtGate(db: Db, yardId: number, viewerId: number): Promise<GateUnit[]> {
  const { rows } = await db.query<GateRow>(
    `SELECT r.award_id, ${unitTitle} AS title, i.stock_number, i.vin,
        l.lot_number || l.lot_suffix AS lot_label, u.name AS buyer_name,
        (SELECT json_build_object('id', m.id, 'alt', p.alt, 'width', m.width, 'height', m.height,
            'placeholder', m.placeholder)
          FROM inventory_images p JOIN media m ON m.id = p.media_id
          WHERE p.inventory_id = i.id AND p.position = 0) AS image,
        r.pickup_on::text AS pickup_on, r.pickup_from_hour, r.pickup_until_hour, r.pickup_due_at, ${clearsAt} AS clears_at,
        d.id AS delivery_id,
        (SELECT count(*)::int FROM exit_pictures x WHERE x.award_id = a.id) AS pictures,
        EXISTS (SELECT FROM standing_payments s JOIN receipts t ON t.id = s.receipt_id WHERE s.award_id = a.id
          AND person_of($2) IN (person_of(s.recorded_by), person_of(t.recorded_by))) AS own_payment, clock_ms() AS now
      FROM releases r JOIN awards a ON a.id = r.award_id JOIN invoices v ON v.award_id = a.id
      JOIN users u ON u.id = a.user_id JOIN lots l ON l.id = a.lot_id
      JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN deliveries d ON d.award_id = a.id AND d.status = 'ACCEPTED'
      WHERE r.released_at IS NULL AND i.yard_id = $1 AND (d.id IS NULL OR v.status = 'PAID')
      ORDER BY r.pickup_on, r.pickup_from_hour, r.pickup_due_at, r.award_id LIMIT ${MAX_UNITS}`,
    [yardId, viewerId],
  );
  return rows.map((row) => ({
    awardId: row.award_id,
    name: row.title,
    stockNumber: row.stock_number,
    vin: row.vin,
    lotNumber: row.lot_label,
    image: row.image,
    buyerName: row.buyer_name,
    pickup: slotOf(row),
    pickupDueAt: row.pickup_due_at.toISOString(),
    overdue: row.pickup_due_at < row.now,
    clearsAt:
      row.clears_at !== null && row.clears_at > row.now ? row.clears_at.toISOString() : null,
    deliveryId: row.delivery_id,
    pictures: row.pictures,
    takesSecondPerson: row.own_payment,
  }));
}

export async function insertExitPicture(
  tx: PoolClient,
  awardId: number,
  documentId: string,
  by: number,
): Promise<void> {
  await tx.query(
    "INSERT INTO exit_pictures (document_id, award_id, taken_by) VALUES ($1, $2, $3)",
    [documentId, awardId, by],
  );
}

export async function countExitPictures(db: Db, awardId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM exit_pictures WHERE award_id = $1",
    [awardId],
  );
  return rows[0]?.count ?? 0;
}
