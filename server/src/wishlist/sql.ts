import type { Db } from "../db/pool.ts";
import { published } from "../inventory/sql.ts";

/** Maximum units on a watchlist, so that it can be served whole (D11). */
export const MAX_WATCHED = 500;

export interface WatchedRow {
  readonly inventory_id: number;
  readonly added_at: Date;
  readonly description: string;
}

export async function watchedBy(db: Db, userId: number): Promise<WatchedRow[]> {
  const { rows } = await db.query<WatchedRow>(
    `SELECT w.inventory_id, w.added_at, i.description
      FROM wishlist_items w JOIN inventory i ON i.id = w.inventory_id WHERE w.user_id = $1
      ORDER BY w.added_at DESC, w.inventory_id DESC`,
    [userId],
  );
  return rows;
}

/**
 * Adds a published unit to a watchlist, unless the list is full. Adding it again changes nothing.
 * `known` is whether the unit exists.
 */
export async function watch(
  db: Db,
  userId: number,
  inventoryId: number,
): Promise<{ known: boolean; full: boolean }> {
  const { rows } = await db.query<{ known: boolean; full: boolean }>(
    `WITH unit AS (SELECT i.id FROM inventory i WHERE i.id = $2 AND ${published}),
      room AS (SELECT coalesce(bool_or(inventory_id = $2), false) OR count(*) < $3 AS left_over
        FROM wishlist_items WHERE user_id = $1),
      added AS (INSERT INTO wishlist_items (user_id, inventory_id)
        SELECT $1, unit.id FROM unit, room WHERE room.left_over ON CONFLICT DO NOTHING)
      SELECT EXISTS (SELECT FROM unit) AS known, NOT left_over AS full FROM room`,
    [userId, inventoryId, MAX_WATCHED],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("watching returned no row");
  return row;
}

export async function unwatch(db: Db, userId: number, inventoryId: number): Promise<void> {
  await db.query("DELETE FROM wishlist_items WHERE user_id = $1 AND inventory_id = $2", [
    userId,
    inventoryId,
  ]);
}
