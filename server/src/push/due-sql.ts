import type { LotPosition } from "@gavelyard/domain/users/push-notices";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { yardPlace } from "../sales/payments-sql.ts";

/** Maximum lots per run; the others follow some seconds later. */
const LOTS_AT_ONCE = 200;

export interface ClosingRow {
  readonly lot_id: number;
  readonly user_id: number;
  readonly position: LotPosition;
  readonly inventory_id: number;
  readonly title: string;
  readonly price_cents: number | null;
  readonly closes_at: Date;
  readonly time_zone: string;
}

/** Columns of a closing lot `l` for the user `p`, with the tables that they need. */
const closingColumns = `l.id AS lot_id, p.user_id, CASE WHEN l.leader_id = p.user_id THEN 'LEADING'
    WHEN EXISTS (SELECT FROM lot_bidders b WHERE b.lot_id = l.id AND b.user_id = p.user_id)
    THEN 'OUTBID' ELSE 'WATCHING' END AS position,
  i.id AS inventory_id, ${unitTitle} AS title, l.price_cents, l.closes_at, a.time_zone`;
const closingTables = `lots l JOIN inventory i ON i.id = l.inventory_id JOIN auctions a ON a.id = l.auction_id`;

/**
 * Marks lots that close within `withinSec` and were not marked before. Returns all bidders and
 * watchers of them who have a device, with their position.
 */
export async function takeClosing(db: Db, withinSec: number): Promise<ClosingRow[]> {
  const { rows } = await db.query<ClosingRow>(
    `WITH due AS (
        SELECT l.id, l.scheduled_closes_at FROM lots l
        WHERE l.closed_at IS NULL AND l.opens_at <= clock_ms()
          AND l.closes_at BETWEEN clock_ms() AND clock_ms() + make_interval(secs => $1)
          AND NOT EXISTS (SELECT FROM told_pushes t WHERE t.kind = 'ENDING_SOON'
            AND t.subject_id = l.id AND t.moment = l.scheduled_closes_at)
        ORDER BY l.closes_at LIMIT $2),
      taken AS (
        INSERT INTO told_pushes (kind, subject_id, moment)
        SELECT 'ENDING_SOON', id, scheduled_closes_at FROM due
        ON CONFLICT DO NOTHING RETURNING subject_id)
      SELECT ${closingColumns} FROM ${closingTables}
        CROSS JOIN LATERAL (
          SELECT b.user_id FROM lot_bidders b WHERE b.lot_id = l.id
          UNION SELECT w.user_id FROM wishlist_items w WHERE w.inventory_id = l.inventory_id) p
      WHERE l.id IN (SELECT subject_id FROM taken) AND EXISTS (SELECT FROM push_devices d WHERE d.user_id = p.user_id)`,
    [withinSec, LOTS_AT_ONCE],
  );
  return rows;
}

/** Returns a lot that closes soon as it is now, for one user; null once it has closed. */
export async function closingNow(
  db: Db,
  { lotId, userId }: { readonly lotId: number; readonly userId: number },
): Promise<ClosingRow | null> {
  const { rows } = await db.query<ClosingRow>(
    `SELECT ${closingColumns} FROM ${closingTables} CROSS JOIN (SELECT $2::bigint AS user_id) p
      WHERE l.id = $1 AND l.closed_at IS NULL AND l.closes_at >= clock_ms()`,
    [lotId, userId],
  );
  return rows[0] ?? null;
}

export interface PaymentDueRow {
  readonly user_id: number;
  readonly inventory_id: number;
  readonly title: string;
  readonly number: string;
  readonly balance_cents: number;
  readonly due_at: Date;
  readonly time_zone: string;
}

/** Marks open invoices that are due within a day and were not marked before. */
export async function takePaymentsDue(tx: Db): Promise<PaymentDueRow[]> {
  const { rows } = await tx.query<PaymentDueRow>(
    `WITH taken AS (
        INSERT INTO told_pushes (kind, subject_id, moment)
        SELECT 'PAYMENT_DUE', v.id, v.due_at FROM invoices v
        WHERE v.status = 'ISSUED' AND v.due_at BETWEEN clock_ms() AND clock_ms() + interval '1 day'
        ON CONFLICT DO NOTHING RETURNING subject_id)
      SELECT v.user_id, i.id AS inventory_id, ${unitTitle} AS title, v.number, v.due_at, c.time_zone,
        v.total_cents - coalesce((
          SELECT sum(p.cents) FROM standing_payments p WHERE p.invoice_id = v.id), 0) AS balance_cents
      FROM taken JOIN invoices v ON v.id = taken.subject_id JOIN awards a ON a.id = v.award_id
        JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
        JOIN auctions c ON c.id = l.auction_id`,
  );
  return rows;
}

export interface PickupTomorrowRow {
  readonly user_id: number;
  readonly inventory_id: number;
  readonly title: string;
  readonly pickup_on: string;
  readonly pickup_from_hour: number;
  readonly pickup_until_hour: number;
  readonly starts_at: Date;
  readonly place: string;
}

/**
 * Marks pickups that are tomorrow in the yard's time zone, from 9 AM on, and were not marked
 * before.
 */
export async function takePickupsTomorrow(tx: Db): Promise<PickupTomorrowRow[]> {
  const { rows } = await tx.query<PickupTomorrowRow>(
    `WITH due AS (
        SELECT r.award_id, (r.pickup_on + make_interval(hours => r.pickup_from_hour))
          AT TIME ZONE y.time_zone AS starts_at
        FROM releases r JOIN awards a ON a.id = r.award_id JOIN lots l ON l.id = a.lot_id
          JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id
        WHERE r.released_at IS NULL
          AND r.pickup_on BETWEEN (clock_ms() - interval '1 day')::date AND (clock_ms() + interval '3 days')::date
          AND r.pickup_on - 1 = (clock_ms() AT TIME ZONE y.time_zone - interval '9 hours')::date
          AND (clock_ms() AT TIME ZONE y.time_zone)::date < r.pickup_on),
      taken AS (
        INSERT INTO told_pushes (kind, subject_id, moment)
        SELECT 'PICKUP', award_id, starts_at FROM due
        ON CONFLICT DO NOTHING RETURNING subject_id, moment)
      SELECT a.user_id, i.id AS inventory_id, ${unitTitle} AS title, r.pickup_on::text AS pickup_on,
        r.pickup_from_hour, r.pickup_until_hour, taken.moment AS starts_at, ${yardPlace} AS place
      FROM taken JOIN releases r ON r.award_id = taken.subject_id JOIN awards a ON a.id = r.award_id
        JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
        JOIN yards y ON y.id = i.yard_id`,
  );
  return rows;
}
