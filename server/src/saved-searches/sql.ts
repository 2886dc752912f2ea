import type { SearchAlert } from "@gavelyard/domain/inventory/saved-searches";
import type { Db } from "../db/pool.ts";

export interface SavedSearchRow {
  readonly id: number;
  readonly name: string;
  /** In the contract's format when it was saved. */
  readonly filter: unknown;
  readonly alert: SearchAlert;
  readonly created_at: Date;
  readonly seen_at: Date;
}

const columns = "id, name, filter, alert, created_at, seen_at";

export async function searchesOf(db: Db, userId: number): Promise<SavedSearchRow[]> {
  const { rows } = await db.query<SavedSearchRow>(
    `SELECT ${columns} FROM saved_searches WHERE user_id = $1 ORDER BY lower(name), id`,
    [userId],
  );
  return rows;
}

/**
 * Inserts a search, serialized per customer, and saves the time zone of a customer who has none.
 * Returns `full` when there are already `most`, and `taken` when the name is in use.
 */
export async function insertSearch(
  tx: Db,
  search: {
    userId: number;
    name: string;
    filter: unknown;
    alert: SearchAlert;
    seenAt?: string | undefined;
    timeZone?: string | undefined;
    most: number;
  },
): Promise<SavedSearchRow | "full" | "taken"> {
  const { userId, name, filter, alert, seenAt, timeZone, most } = search;
  await tx.query("UPDATE users SET time_zone = coalesce(time_zone, $2) WHERE id = $1", [
    userId,
    timeZone,
  ]);
  const known = await searchesOf(tx, userId);
  if (known.some((one) => one.name === name)) return "taken";
  if (known.length >= most) return "full";
  const { rows } = await tx.query<SavedSearchRow>(
    `INSERT INTO saved_searches (user_id, name, filter, alert, seen_at)
      VALUES ($1, $2, $3, $4, least($5::timestamptz, clock_ms()))
      RETURNING ${columns}`,
    [userId, name, JSON.stringify(filter), alert, seenAt],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a search was not written");
  return row;
}

/**
 * Sets a search's alert frequency; false when the customer has no such search. Pending matches keep
 * their due time.
 */
export async function setAlert(
  db: Db,
  userId: number,
  id: number,
  alert: SearchAlert,
): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE saved_searches SET alert = $3 WHERE user_id = $1 AND id = $2",
    [userId, id, alert],
  );
  return rowCount === 1;
}

/** Marks a search's units as seen; false when the customer has no such search. */
export async function markSeen(db: Db, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    "UPDATE saved_searches SET seen_at = clock_ms() WHERE user_id = $1 AND id = $2",
    [userId, id],
  );
  return rowCount === 1;
}

export async function deleteSearch(db: Db, userId: number, id: number): Promise<void> {
  await db.query("DELETE FROM saved_searches WHERE user_id = $1 AND id = $2", [userId, id]);
}
