import type { Db } from "./pool.ts";

/** Deletes rows in batches, since a backlog would take longer than a statement may. */
export async function deleteOutdated(
  db: Db,
  table: string,
  condition: string,
  batch = 5_000,
): Promise<void> {
  let deleted = batch;
  while (deleted === batch) {
    const { rowCount } = await db.query(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${condition} LIMIT $1))`,
      [batch],
    );
    deleted = rowCount ?? 0;
  }
}
