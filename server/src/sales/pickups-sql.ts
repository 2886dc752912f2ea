import type { PickupLine } from "@gavelyard/contract/sales/pickups";
import type { PickupSlot, YardHours } from "@gavelyard/domain/sales/pickup";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { clearsAt } from "./invoices-sql.ts";
import { yardPlace } from "./payments-sql.ts";

export interface SlotRow {
  /** Date such as `2026-11-24`. All three are null without an appointment. */
  readonly pickup_on: string | null;
  readonly pickup_from_hour: number | null;
  readonly pickup_until_hour: number | null;
}

export function slotOf(row: SlotRow): PickupSlot | null {
  const { pickup_on: day, pickup_from_hour: fromHour, pickup_until_hour: untilHour } = row;
  return day === null || fromHour === null || untilHour === null
    ? null
    : { day, fromHour, untilHour };
}

/** Facts that an appointment is checked against. */
export interface PickupFacts {
  readonly invoiceId: number;
  readonly yard: YardHours;
  readonly place: string;
  readonly dueAtMs: number;
  readonly clearsAtMs: number;
  readonly current: PickupSlot | null;
  readonly left: boolean;
}

export async function pickupFacts(db: Db, awardId: number): Promise<PickupFacts | null> {
  const { rows } = await db.query<
    SlotRow & {
      invoice_id: number;
      place: string;
      time_zone: string;
      opens_hour: number;
      closes_hour: number;
      pickup_due_at: Date;
      clears_at: Date | null;
      released_at: Date | null;
    }
  >(
    `SELECT v.id AS invoice_id, ${yardPlace} AS place, y.time_zone, y.opens_hour,
        y.closes_hour, r.pickup_due_at, r.released_at, r.pickup_on::text AS pickup_on,
        r.pickup_from_hour, r.pickup_until_hour, ${clearsAt} AS clears_at
      FROM releases r JOIN awards a ON a.id = r.award_id JOIN invoices v ON v.award_id = a.id
      JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      JOIN yards y ON y.id = i.yard_id WHERE r.award_id = $1`,
    [awardId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    invoiceId: row.invoice_id,
    place: row.place,
    yard: { timeZone: row.time_zone, opensHour: row.opens_hour, closesHour: row.closes_hour },
    dueAtMs: row.pickup_due_at.getTime(),
    clearsAtMs: row.clears_at?.getTime() ?? 0,
    current: slotOf(row),
    left: row.released_at !== null,
  };
}

export async function winOf(
  db: Db,
  awardId: number,
): Promise<{ readonly userId: number; readonly lotId: number } | null> {
  const { rows } = await db.query<{ userId: number; lotId: number }>(
    `SELECT user_id AS "userId", lot_id AS "lotId" FROM awards WHERE id = $1`,
    [awardId],
  );
  return rows[0] ?? null;
}

export async function setPickupSlot(
  tx: PoolClient,
  awardId: number,
  { day, fromHour, untilHour }: PickupSlot,
  by: number,
): Promise<void> {
  await tx.query(
    `UPDATE releases SET pickup_on = $2, pickup_from_hour = $3, pickup_until_hour = $4,
        pickup_set_by = $5, pickup_set_at = clock_ms() WHERE award_id = $1`,
    [awardId, day, fromHour, untilHour, by],
  );
}

export async function clearPickupSlot(tx: PoolClient, awardId: number): Promise<void> {
  await tx.query(
    `UPDATE releases SET pickup_on = NULL, pickup_from_hour = NULL, pickup_until_hour = NULL,
        pickup_set_by = NULL, pickup_set_at = NULL WHERE award_id = $1`,
    [awardId],
  );
}

/** Extends the pickup period; never shortens it. */
export async function extendPickup(
  tx: PoolClient,
  awardId: number,
  dueAtMs: number,
): Promise<void> {
  await tx.query(
    "UPDATE releases SET pickup_due_at = greatest(pickup_due_at, $2::timestamptz) WHERE award_id = $1",
    [awardId, new Date(dueAtMs).toISOString()],
  );
}

interface PickupRow extends SlotRow {
  readonly award_id: number;
  readonly invoice_id: number;
  readonly inventory_id: number;
  readonly auction_id: number;
  readonly lot_label: string;
  readonly title: string;
  readonly stock_number: string;
  readonly user_id: number;
  readonly name: string;
  readonly phone_number: string | null;
  readonly yard_name: string;
  readonly time_zone: string;
  readonly pickup_due_at: Date;
  readonly released_at: Date | null;
  readonly now: Date;
}

const pickupRows = `SELECT r.award_id, v.id AS invoice_id, l.inventory_id, l.auction_id,
    l.lot_number || l.lot_suffix AS lot_label, ${unitTitle} AS title, i.stock_number, a.user_id, u.name,
    u.phone_number, y.name AS yard_name, y.time_zone, r.pickup_on::text AS pickup_on,
    r.pickup_from_hour, r.pickup_until_hour, r.pickup_due_at, r.released_at, clock_ms() AS now
  FROM releases r JOIN awards a ON a.id = r.award_id JOIN invoices v ON v.award_id = a.id
  JOIN users u ON u.id = a.user_id JOIN lots l ON l.id = a.lot_id
  JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id`;

const MAX_WAITING = 200;

/** Returns the appointments of a date (`2026-11-24`) by hour. */
export async function pickupsOn(db: Db, day: string): Promise<PickupLine[]> {
  const { rows } = await db.query<PickupRow>(
    `${pickupRows} WHERE r.pickup_on = $1 ORDER BY r.pickup_from_hour, r.pickup_until_hour, r.award_id`,
    [day],
  );
  return rows.map(toLine);
}

/** Returns paid units in the yard without an appointment or delivery, earliest due first. */
export async function waitingForPickup(db: Db): Promise<PickupLine[]> {
  const { rows } = await db.query<PickupRow>(
    `${pickupRows} WHERE r.released_at IS NULL AND r.pickup_on IS NULL
        AND NOT EXISTS (
          SELECT FROM deliveries d WHERE d.award_id = r.award_id AND d.status = 'ACCEPTED')
      ORDER BY r.pickup_due_at, r.award_id LIMIT ${MAX_WAITING}`,
  );
  return rows.map(toLine);
}

function toLine(row: PickupRow): PickupLine {
  return {
    awardId: row.award_id,
    invoiceId: row.invoice_id,
    inventoryId: row.inventory_id,
    auctionId: row.auction_id,
    lotNumber: row.lot_label,
    name: row.title,
    stockNumber: row.stock_number,
    userId: row.user_id,
    buyerName: row.name,
    buyerPhone: row.phone_number,
    yardName: row.yard_name,
    timeZone: row.time_zone,
    pickup: slotOf(row),
    pickupDueAt: row.pickup_due_at.toISOString(),
    overdue: row.released_at === null && row.pickup_due_at < row.now,
    releasedAt: row.released_at?.toISOString() ?? null,
  };
}
