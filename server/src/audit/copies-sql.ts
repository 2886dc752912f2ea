import type { Db } from "../db/pool.ts";

export type CopiedLog = "audit" | "security";

/** Switches copying of the logs on or off. It resumes where it stopped. */
export async function switchCopies(db: Db, isOn: boolean): Promise<void> {
  await db.query(
    `INSERT INTO log_copies (log, is_on) SELECT log, $1 FROM unnest('{audit, security}'::text[]) AS t(log)
      ON CONFLICT (log) DO UPDATE SET is_on = excluded.is_on WHERE log_copies.is_on <> excluded.is_on`,
    [isOn],
  );
}

/** Claims a log for a minute and returns its last copied record; null if another process has it. */
export async function claimCopy(db: Db, log: CopiedLog): Promise<number | null> {
  const { rows } = await db.query<{ last: number }>(
    `UPDATE log_copies SET claimed_until = clock_ms() + interval '1 minute'
      WHERE log = $1 AND claimed_until <= clock_ms() RETURNING last`,
    [log],
  );
  return rows[0]?.last ?? null;
}

/** A record as it is copied: a line of JSON. */
export interface CopiedRecord {
  readonly position: number;
  readonly at: Date;
  readonly line: string;
}

/** When the database was last restored: positions may repeat after it. */
const restoredAt = "(SELECT at FROM backup_marks WHERE kind = 'RESTORED')";

const statements: Readonly<Record<CopiedLog, string>> = {
  audit: `SELECT c.seq AS position, r.at, jsonb_build_object('log', 'audit', 'restoredAt', ${restoredAt}, 'seq', c.seq, 'at', r.at,
      'actorId', r.actor_id, 'action', r.action, 'subjectType', r.subject_type, 'subjectId', r.subject_id,
      'before', r.before, 'after', r.after, 'reason', r.reason, 'ip', host(r.ip),
      'hash', encode(c.hash, 'hex'))::text AS line
    FROM audit_chain c JOIN audit_log r ON r.id = c.audit_id
    WHERE c.seq > $1 ORDER BY c.seq LIMIT $2`,
  // Ids aren't in the order of commits. A transaction that would commit an earlier one ends before this.
  security: `SELECT e.id AS position, e.at, jsonb_build_object('log', 'security', 'restoredAt', ${restoredAt}, 'seq', e.id, 'at', e.at,
      'kind', e.kind, 'userId', e.user_id, 'ip', host(e.ip), 'device', e.device, 'detail', e.detail,
      'rowCount', e.row_count)::text AS line
    FROM security_events e WHERE e.id > $1 AND e.at < clock_ms() - interval '30 seconds'
    ORDER BY e.id LIMIT $2`,
};

export async function recordsAfter(
  db: Db,
  log: CopiedLog,
  position: number,
  limit: number,
): Promise<CopiedRecord[]> {
  const { rows } = await db.query<CopiedRecord>(statements[log], [position, limit]);
  return rows;
}

/** Saves how far a claimed log is copied, and releases it. Without a time, all of it is. */
export async function saveCopy(
  db: Db,
  log: CopiedLog,
  {
    from,
    last,
    until,
  }: { readonly from: number; readonly last: number; readonly until: Date | null },
): Promise<void> {
  await db.query(
    `UPDATE log_copies SET last = $3, copied_until = coalesce($4, clock_ms()), claimed_until = '-infinity'
      WHERE log = $1 AND last = $2`,
    [log, from, last, until],
  );
}

/** Releases a claimed log without moving its position. */
export async function releaseCopy(db: Db, log: CopiedLog): Promise<void> {
  await db.query("UPDATE log_copies SET claimed_until = '-infinity' WHERE log = $1", [log]);
}

/** Returns the seconds for which records haven't been copied; 0 while copying is off. */
export async function copyLagSec(db: Db): Promise<number> {
  const { rows } = await db.query<{ lag: number }>(
    `SELECT coalesce(extract(epoch FROM clock_ms() - min(copied_until)), 0)::float8 AS lag
      FROM log_copies WHERE is_on`,
  );
  return rows[0]?.lag ?? 0;
}
