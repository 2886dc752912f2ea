import type { Db } from "../db/pool.ts";
import { published, unitTitle } from "../inventory/sql.ts";

/**
 * A unit that a saved search found. Its unit columns are null when none of the search's units is
 * left.
 */
export interface AlertRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly search_id: number;
  readonly search_name: string;
  readonly filter: unknown;
  readonly lot_id: number | null;
  readonly inventory_id: number | null;
  readonly title: string | null;
  readonly price_cents: number | null;
  readonly closes_at: Date | null;
  readonly time_zone: string | null;
  readonly has_device: boolean;
  readonly now: Date;
}

/**
 * Tries to take the lock for sending alerts until the transaction ends. One sender at a time keeps
 * each user's alerts in one email.
 */
export async function mayAlert(tx: Db): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended('search-alerts', 0)) AS mine",
  );
  return rows[0]?.mine === true;
}

/**
 * Takes the due alerts of the users who have waited longest: up to `most` searches, plus all other
 * due or immediate searches of the same users, so that one email covers them. Returns only lots that
 * haven't closed, by user, search and close.
 */
export async function takeDueAlerts(tx: Db, most: number): Promise<AlertRow[]> {
  const { rows } = await tx.query<AlertRow>(
    `WITH first AS (
        SELECT m.search_id FROM search_matches m WHERE m.due_at <= clock_ms()
        ORDER BY m.due_at LIMIT $1),
      due AS (
        SELECT DISTINCT s.user_id FROM first f JOIN saved_searches s ON s.id = f.search_id),
      taken AS (
        DELETE FROM search_matches m USING saved_searches s, due
        WHERE s.id = m.search_id AND s.user_id = due.user_id
          AND (m.due_at <= clock_ms() OR s.alert = 'AT_ONCE')
        RETURNING s.id, s.user_id, s.name, s.filter, s.alert, m.lot_ids),
      marked AS (
        UPDATE saved_searches s SET alerted_at = clock_ms() FROM taken WHERE s.id = taken.id)
      SELECT t.user_id, u.name, u.email, t.id AS search_id, t.name AS search_name, t.filter,
        f.lot_id, f.inventory_id, f.title, f.price_cents, f.closes_at, f.time_zone,
        EXISTS (SELECT FROM push_devices d WHERE d.user_id = t.user_id) AS has_device, clock_ms() AS now
      FROM taken t JOIN users u ON u.id = t.user_id
        LEFT JOIN LATERAL (
          SELECT l.id AS lot_id, i.id AS inventory_id, ${unitTitle} AS title, l.closes_at, a.time_zone,
            coalesce(l.price_cents, l.starting_cents) AS price_cents
          FROM lots l JOIN inventory i ON i.id = l.inventory_id JOIN auctions a ON a.id = l.auction_id
          WHERE l.id = ANY (t.lot_ids) AND l.closed_at IS NULL AND l.closes_at > clock_ms()
            AND ${published}
        ) f ON t.alert <> 'NEVER' AND u.status = 'ACTIVE'
      ORDER BY t.user_id, lower(t.name), t.id, f.closes_at, f.inventory_id`,
    [most],
  );
  return rows;
}
