import type { TakenParts } from "@gavelyard/contract/inventory/unit-imports";
import type { Language } from "@gavelyard/messages/languages";
import type { Db } from "../../db/pool.ts";
import { forgetFile } from "./sql.ts";

/** Queues an import for the next worker. */
export async function setStarted(
  tx: Db,
  id: number,
  by: { userId: number; ip: string | null },
  leaveOut: boolean,
  take: TakenParts,
): Promise<void> {
  await tx.query(
    `UPDATE unit_imports SET state = 'IMPORTING', started_by = $2, started_ip = $3::inet, leave_out = $4,
        take = $5, failure = '', done_rows = 0, claimed_until = NULL, updated_at = clock_ms() WHERE id = $1`,
    [id, by.userId, by.ip, leaveOut, JSON.stringify(take)],
  );
  // Of a run that failed.
  await tx.query(
    "UPDATE unit_import_rows SET refusal = '' WHERE import_id = $1 AND refusal <> ''",
    [id],
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

/** Saves that the import changed the unit of a row. */
export async function setUpdated(tx: Db, importId: number, row: number): Promise<void> {
  await tx.query(
    "UPDATE unit_import_rows SET updated = true, refusal = '' WHERE import_id = $1 AND row_number = $2",
    [importId, row],
  );
}

/** Saves why the unit of a row wasn't changed. */
export async function setRefusal(
  db: Db,
  importId: number,
  row: number,
  refusal: string,
): Promise<void> {
  await db.query(
    "UPDATE unit_import_rows SET refusal = $3 WHERE import_id = $1 AND row_number = $2",
    [importId, row, refusal],
  );
}

/** Counts the rows whose units an import added and changed. */
export async function outcomesOf(
  db: Db,
  importId: number,
): Promise<{ added: number; updated: number }> {
  const { rows } = await db.query<{ added: number; updated: number }>(
    `SELECT count(*) FILTER (WHERE inventory_id IS NOT NULL) AS added,
        count(*) FILTER (WHERE updated) AS updated
      FROM unit_import_rows WHERE import_id = $1`,
    [importId],
  );
  return rows[0] ?? { added: 0, updated: 0 };
}

/** Returns the first 100 rows whose units couldn't be changed, and why. */
export async function refusalsOf(
  db: Db,
  importId: number,
): Promise<{ row: number; message: string }[]> {
  const { rows } = await db.query<{ row: number; message: string }>(
    `SELECT row_number AS row, refusal AS message FROM unit_import_rows
      WHERE import_id = $1 AND refusal <> '' ORDER BY row_number LIMIT 100`,
    [importId],
  );
  return rows;
}

/** Releases an import, so that another process can start it over at once. */
export async function releaseImport(db: Db, id: number): Promise<void> {
  await db.query(
    "UPDATE unit_imports SET claimed_until = NULL, done_rows = 0 WHERE id = $1 AND state = 'IMPORTING'",
    [id],
  );
}

/**
 * Ends an import and saves the unit that each row added. Returns false if another worker ended it first.
 */
export async function finishImport(
  tx: Db,
  id: number,
  units: ReadonlyMap<number, number>,
  doneRows: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE unit_imports SET state = 'DONE', done_rows = $2, claimed_until = NULL, updated_at = clock_ms()
      WHERE id = $1 AND state = 'IMPORTING'`,
    [id, doneRows],
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
