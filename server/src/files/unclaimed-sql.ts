import type { Db } from "../db/pool.ts";

/** Records a file before it is written. It stays unclaimed until a document references it. */
export async function insertUnclaimed(db: Db, id: string): Promise<void> {
  await db.query("INSERT INTO unclaimed_files (id) VALUES ($1)", [id]);
}

/** Returns files unclaimed for a day, oldest first, at most 500 per sweep. */
export async function filesToSweep(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM unclaimed_files WHERE since < clock_ms() - interval '1 day' ORDER BY since LIMIT 500`,
  );
  return rows.map(({ id }) => id);
}

export async function deleteUnclaimed(db: Db, id: string): Promise<void> {
  await db.query("DELETE FROM unclaimed_files WHERE id = $1", [id]);
}
