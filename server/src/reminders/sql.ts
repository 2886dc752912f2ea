import type { Pool, PoolClient } from "pg";
import { unitTitle } from "../inventory/sql.ts";

/** Maximum ledger rows read in one step; later rows wait for the next. */
const READ_AT_ONCE = 200_000;

/**
 * Continues reading the ledger for bidders who lost the lead of an open lot to another bid, between
 * one hour and `afterSec` ago, and haven't regained it. Queues them for an email. One process reads
 * at a time; the others skip.
 */
export async function noteOutbid(pool: Pool, { afterSec }: { afterSec: number }): Promise<void> {
  await pool.query(
    `WITH read AS (
        SELECT r.ledger_id FROM outbid_reading r
        WHERE EXISTS (SELECT FROM ledger g WHERE g.id > r.ledger_id) FOR UPDATE SKIP LOCKED),
      led AS MATERIALIZED (
        SELECT lot_id, leader_alias, min(seq) AS first, max(seq) AS last, max(id) AS last_id,
          max(id) FILTER (WHERE placed_at <= clock_ms() - make_interval(secs => $1)) AS settled
        FROM (
          SELECT g.id, g.lot_id, g.seq, g.leader_alias, g.placed_at FROM ledger g
          WHERE g.id > (SELECT ledger_id FROM read) ORDER BY g.id LIMIT $2) r
        GROUP BY lot_id, leader_alias),
      settled AS (SELECT max(settled) AS id FROM led),
      lost AS (
        SELECT lot_id, leader_alias, last + 1 AS seq FROM led
        WHERE last_id < (SELECT id FROM settled)
        UNION ALL
        SELECT b.lot_id, b.leader_alias, f.first
        FROM (SELECT lot_id, min(first) AS first FROM led GROUP BY lot_id) f
          JOIN ledger b ON b.lot_id = f.lot_id AND b.seq = f.first - 1
        WHERE NOT EXISTS (
          SELECT FROM led WHERE led.lot_id = b.lot_id AND led.leader_alias = b.leader_alias)),
      noted AS (
        INSERT INTO outbid_bidders AS o (lot_id, user_id, waiting_since)
        SELECT a.lot_id, a.user_id, clock_ms()
        FROM lost JOIN ledger g ON g.lot_id = lost.lot_id AND g.seq = lost.seq
          JOIN lots l ON l.id = lost.lot_id
          JOIN lot_bidders a ON a.lot_id = lost.lot_id AND a.alias_no = lost.leader_alias
        WHERE g.id <= (SELECT id FROM settled) AND g.kind IN ('BID', 'PROXY', 'RAISE')
          AND g.placed_at > clock_ms() - interval '1 hour' AND l.closed_at IS NULL
        ORDER BY a.lot_id, a.user_id
        ON CONFLICT (lot_id, user_id) DO UPDATE SET waiting_since = excluded.waiting_since
          WHERE o.waiting_since IS NULL)
      UPDATE outbid_reading SET ledger_id = s.id FROM settled s WHERE s.id IS NOT NULL`,
    [afterSec, READ_AT_ONCE],
  );
}

export interface OutbidRow {
  readonly lot_id: number;
  readonly user_id: number;
  readonly seq: number;
  readonly name: string;
  readonly email: string;
  readonly inventory_id: number;
  readonly title: string;
  readonly auction_name: string;
  readonly time_zone: string;
  readonly price_cents: number;
  readonly closes_at: Date;
}

/**
 * Takes up to `limit` outbid bidders to email and marks them as notified. Drops those who lead
 * again or whose lot has closed. Bidders notified about the same lot less than `quietSec` ago stay
 * queued.
 */
export async function takeOutbid(
  tx: PoolClient,
  { quietSec, limit }: { quietSec: number; limit: number },
): Promise<OutbidRow[]> {
  const { rows } = await tx.query<OutbidRow & { still_out: boolean }>(
    `WITH due AS (
        SELECT o.lot_id, o.user_id FROM outbid_bidders o
        WHERE o.waiting_since IS NOT NULL
          AND (o.told_at IS NULL OR o.told_at < clock_ms() - make_interval(secs => $1))
        ORDER BY o.waiting_since LIMIT $2 FOR UPDATE SKIP LOCKED),
      standing AS (
        SELECT d.*, l.seq, l.inventory_id, l.price_cents, l.closes_at, l.auction_id,
          (l.closed_at IS NULL AND l.closes_at >= clock_ms()
            AND l.leader_id IS DISTINCT FROM d.user_id AND u.status = 'ACTIVE') AS still_out,
          u.name, u.email
        FROM due d JOIN lots l ON l.id = d.lot_id JOIN users u ON u.id = d.user_id),
      taken AS (
        UPDATE outbid_bidders o SET waiting_since = NULL,
          told_at = CASE WHEN s.still_out THEN clock_ms() ELSE o.told_at END
        FROM standing s WHERE o.lot_id = s.lot_id AND o.user_id = s.user_id)
      SELECT s.lot_id, s.user_id, s.seq, s.name, s.email, s.inventory_id, s.price_cents, s.closes_at,
        s.still_out, a.name AS auction_name, a.time_zone, ${unitTitle} AS title
      FROM standing s JOIN inventory i ON i.id = s.inventory_id JOIN auctions a ON a.id = s.auction_id`,
    [quietSec, limit],
  );
  return rows.filter((row) => row.still_out);
}

/** A recent or upcoming start or end of an auction. */
export interface MomentRow {
  readonly auction_id: number;
  readonly auction_name: string;
  readonly time_zone: string;
  readonly moment: Date;
}

/**
 * Takes an auction that went live within the last hour and whose watchers weren't notified; null
 * when there is none.
 */
export async function takeLive(tx: PoolClient): Promise<MomentRow | null> {
  return takeMoment(
    tx,
    "LIVE",
    "a.start_time BETWEEN clock_ms() - interval '1 hour' AND clock_ms() AND a.scheduled_end_time > clock_ms()",
    "a.start_time",
  );
}

/**
 * Takes an auction whose first lots close within `withinSec` and whose watchers weren't notified;
 * null when there is none.
 */
export async function takeEndingSoon(tx: PoolClient, withinSec: number): Promise<MomentRow | null> {
  return takeMoment(
    tx,
    "ENDING_SOON",
    `a.scheduled_end_time BETWEEN clock_ms() AND clock_ms() + make_interval(secs => ${withinSec})
      AND a.start_time <= clock_ms()`,
    "a.scheduled_end_time",
  );
}

async function takeMoment(
  tx: PoolClient,
  kind: "LIVE" | "ENDING_SOON",
  isNow: string,
  moment: string,
): Promise<MomentRow | null> {
  const { rows } = await tx.query<MomentRow>(
    `WITH due AS (
        SELECT a.id, ${moment} AS moment FROM auctions a
        WHERE a.lifecycle = 'PUBLISHED' AND ${isNow} AND NOT EXISTS (
          SELECT 1 FROM told_moments t WHERE t.auction_id = a.id AND t.kind = $1 AND t.moment = ${moment})
        ORDER BY a.id LIMIT 1),
      taken AS (
        INSERT INTO told_moments (auction_id, kind, moment) SELECT id, $1, moment FROM due
        ON CONFLICT DO NOTHING RETURNING auction_id, moment)
      SELECT t.auction_id, t.moment, a.name AS auction_name, a.time_zone
      FROM taken t JOIN auctions a ON a.id = t.auction_id`,
    [kind],
  );
  return rows[0] ?? null;
}

/** A watcher with the auction's lots they watch. */
export interface WatcherRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly lots: readonly { inventoryId: number; title: string; closesAt: string }[];
}

/** Returns the watchers of an auction's open lots, each with these lots in closing order. */
export async function watchersOf(tx: PoolClient, auctionId: number): Promise<WatcherRow[]> {
  const { rows } = await tx.query<WatcherRow>(
    `SELECT u.id AS user_id, u.name, u.email, json_agg(json_build_object('inventoryId', i.id,
        'title', ${unitTitle}, 'closesAt', l.closes_at) ORDER BY l.closes_at, l.id) AS lots
      FROM lots l JOIN wishlist_items w ON w.inventory_id = l.inventory_id
        JOIN users u ON u.id = w.user_id JOIN inventory i ON i.id = l.inventory_id
      WHERE l.auction_id = $1 AND l.closed_at IS NULL AND u.status = 'ACTIVE'
      GROUP BY u.id ORDER BY u.id`,
    [auctionId],
  );
  return rows;
}
