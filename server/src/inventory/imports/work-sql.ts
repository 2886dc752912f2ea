import type { Language } from "@gavelyard/messages/languages";
import type { Db } from "../../db/pool.ts";
import { forgetFile } from "./sql.ts";

/** Queues an import for the next worker. */
export async function setStarted(
  tx: Db,
  id: number,
  by: { userId: number; ip: string | null },
  leaveOut: boolean,
): Promise<void> {
  await tx.query(
    `UPDATE unit_imports SET state = 'IMPORTING', started_by = $2, started_ip = $3::inet, leave_out = $4,
        failure = '', done_rows = 0, claimed_until = NULL, updated_at = clock_ms() WHERE id = $1`,
    [id, by.userId, by.ip, leaveOut],
  );
}

/** Claims a queued import for 30 seconds; null if none is waiting. */
export async function claimImport(db: Db): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `UPDATE unit_imports SET claimed_until = clock_ms() + interval '30 seconds'
      WHERE id = (SELECT id FROM unit_imports
        WHERE state = 'IMPORTING' AND (claimed_until IS NULL OR claimed_until < clock_ms())
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows[0]?.id ?? null;
}

/** Saves an import's progress and extends its claim. */
export async function saveProgress(db: Db, id: number, doneRows: number): Promise<void> {
  await db.query(
    `UPDATE unit_imports SET done_rows = $2, claimed_until = clock_ms() + interval '30 seconds'
      WHERE id = $1 AND state = 'IMPORTING'`,
    [id, doneRows],
  );
}

/** Releases an import, so that another process can start it over at once. */
export async function releaseImport(db: Db, id: number): Promise<void> {
  await db.query(
    "UPDATE unit_imports SET claimed_until = NULL, done_rows = 0 WHERE id = $1 AND state = 'IMPORTING'",
    [id],
  );
}

/**
 * Ends an import and saves the unit of each row. Returns false if another worker ended it first.
 */
export async function finishImport(
  tx: Db,
  id: number,
  units: ReadonlyMap<number, number>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE unit_imports SET state = 'DONE', done_rows = $2, claimed_until = NULL, updated_at = clock_ms()
      WHERE id = $1 AND state = 'IMPORTING'`,
    [id, units.size],
  );
  await tx.query(
    `UPDATE unit_import_rows r SET inventory_id = u.id FROM unnest($2::int[], $3::bigint[]) AS u(n, id)
      WHERE r.import_id = $1 AND r.row_number = u.n`,
    [id, [...units.keys()], [...units.values()]],
  );
  await forgetFile(tx, id);
  return rowCount === 1;
}

/** Returns the language of the person who started an import, or else uploaded it. */
export async function languageOfImporter(db: Db, id: number): Promise<Language> {
  const { rows } = await db.query<{ language: Language }>(
    `SELECT u.language FROM unit_imports m JOIN users u ON u.id = coalesce(m.started_by, m.created_by)
      WHERE m.id = $1`,
    [id],
  );
  return rows[0]?.language ?? "en";
}
