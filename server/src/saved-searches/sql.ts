import type { Db } from "../db/pool.ts";

export interface SavedSearchRow {
  readonly id: number;
  readonly name: string;
  /** As the contract had it when it was saved. */
  readonly filter: unknown;
  readonly created_at: Date;
  readonly seen_at: Date;
}

const columns = "id, name, filter, created_at, seen_at";

/** What a customer keeps, by name. */
export async function searchesOf(db: Db, userId: number): Promise<SavedSearchRow[]> {
  const { rows } = await db.query<SavedSearchRow>(
    `SELECT ${columns} FROM saved_searches WHERE user_id = $1 ORDER BY lower(name), id`,
    [userId],
  );
  return rows;
}

/**
 * Keeps a search, one at a time of each customer. Answers `full` when there are `most` already and
 * `taken` when one has this name.
 */
export async function insertSearch(
  tx: Db,
  search: { userId: number; name: string; filter: unknown; most: number },
): Promise<SavedSearchRow | "full" | "taken"> {
  const { userId, name, filter, most } = search;
  await tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
  const known = await searchesOf(tx, userId);
  if (known.some((one) => one.name === name)) return "taken";
  if (known.length >= most) return "full";
  const { rows } = await tx.query<SavedSearchRow>(
    `INSERT INTO saved_searches (user_id, name, filter) VALUES ($1, $2, $3) RETURNING ${columns}`,
    [userId, name, JSON.stringify(filter)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("a search was not kept");
  return row;
}

/** Whether the customer has such a search; what it finds is new no more. */
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
