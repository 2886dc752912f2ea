import type { Language } from "@gavelyard/messages/languages";
import type { Db } from "../db/pool.ts";
import { published, unitTitle } from "../inventory/sql.ts";

export async function calendarLinkOf(db: Db, userId: number): Promise<Date | null> {
  const { rows } = await db.query<{ created_at: Date }>(
    "SELECT created_at FROM calendar_links WHERE user_id = $1",
    [userId],
  );
  return rows[0]?.created_at ?? null;
}

export async function saveCalendarLink(db: Db, userId: number, hash: Buffer): Promise<void> {
  await db.query(
    `INSERT INTO calendar_links (user_id, token_hash) VALUES ($1, $2)
      ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, created_at = clock_ms()`,
    [userId, hash],
  );
}

export async function deleteCalendarLink(db: Db, userId: number): Promise<void> {
  await db.query("DELETE FROM calendar_links WHERE user_id = $1", [userId]);
}

interface CalendarUser {
  readonly id: number;
  readonly language: Language;
}

/** Returns the active user of a link; null if there is none. */
export async function userOfCalendar(db: Db, hash: Buffer): Promise<CalendarUser | null> {
  const { rows } = await db.query<CalendarUser>(
    `SELECT u.id, u.language FROM calendar_links k JOIN users u ON u.id = k.user_id
      WHERE k.token_hash = $1 AND u.status = 'ACTIVE'`,
    [hash],
  );
  return rows[0] ?? null;
}

/** The close of a watched lot. Money in cents. */
export interface WatchedCloseRow {
  readonly lot_id: number;
  readonly inventory_id: number;
  readonly title: string;
  readonly auction: string;
  readonly closes_at: Date;
  readonly price_cents: number | null;
  readonly starting_cents: number;
  readonly yard: string;
}

/** Returns the closes of a user's watched lots that are open or will open, soonest first. */
export async function watchedCloses(db: Db, userId: number): Promise<WatchedCloseRow[]> {
  const { rows } = await db.query<WatchedCloseRow>(
    `SELECT l.id AS lot_id, i.id AS inventory_id, ${unitTitle} AS title, a.name AS auction,
        l.closes_at, l.price_cents, l.starting_cents,
        concat_ws(', ', y.name, y.city, y.state) AS yard
      FROM wishlist_items w JOIN inventory i ON i.id = w.inventory_id
      JOIN lots l ON l.id = i.current_lot_id JOIN auctions a ON a.id = l.auction_id
      JOIN yards y ON y.id = i.yard_id
      WHERE w.user_id = $1 AND l.closed_at IS NULL AND ${published} AND a.lifecycle = 'PUBLISHED'
      ORDER BY l.closes_at, l.id`,
    [userId],
  );
  return rows;
}
