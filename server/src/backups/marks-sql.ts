import type { Db } from "../db/pool.ts";

/**
 * Kinds of backup and verification events recorded in `backup_marks`. KEPT says that Gavelyard or
 * pgBackRest backs this database up, so that backups can be overdue. RESTORED says when this database
 * was restored from a backup.
 */
export type MarkKind = "KEPT" | "BACKUP" | "LOG_COPY" | "TEST_RESTORE" | "VERIFIED" | "RESTORED";

/** Records when an event last happened, now by default, and how many problems it found. */
export async function mark(
  db: Db,
  kind: MarkKind,
  { at = null, problems = 0 }: { at?: Date | null; problems?: number } = {},
): Promise<void> {
  await db.query(
    `INSERT INTO backup_marks (kind, at, problems) VALUES ($1, coalesce($2, clock_ms()), $3)
      ON CONFLICT (kind) DO UPDATE SET at = excluded.at, problems = excluded.problems
      WHERE backup_marks.kind <> 'KEPT'`,
    [kind, at, problems],
  );
}

/** Records that Gavelyard doesn't back up this database, so that backups can't be overdue. */
export async function markNotKept(db: Db): Promise<void> {
  await db.query("DELETE FROM backup_marks WHERE kind = 'KEPT'");
}

export async function readMarks(
  db: Db,
): Promise<ReadonlyMap<MarkKind, { at: Date; problems: number }>> {
  const { rows } = await db.query<{ kind: MarkKind; at: Date; problems: number }>(
    "SELECT kind, at, problems FROM backup_marks",
  );
  return new Map(rows.map(({ kind, ...rest }) => [kind, rest]));
}
