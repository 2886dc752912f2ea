import type { Db } from "../db/pool.ts";

/** Increments the heartbeats of this process's runners; returns the heartbeats of all runners. */
export async function beat(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; beats: number }[]> {
  await db.query(
    `INSERT INTO job_runners AS r (id) SELECT unnest($1::text[])
      ON CONFLICT (id) DO UPDATE SET beats = r.beats + 1`,
    [ids],
  );
  const { rows } = await db.query<{ id: string; beats: number }>(
    "SELECT id, beats FROM job_runners",
  );
  return rows;
}

export async function removeRunners(db: Db, ids: readonly string[]): Promise<void> {
  await db.query(
    `WITH gone AS (DELETE FROM job_runners WHERE id = ANY($1::text[]) RETURNING id)
      SELECT graphile_worker.force_unlock_workers(array_agg(id)) FROM gone HAVING count(*) > 0`,
    [ids],
  );
}
