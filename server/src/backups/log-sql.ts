import type { Db } from "../db/pool.ts";
import type { LogPosition } from "./log-archive.ts";

/**
 * Replication slot that makes the server retain its log until copied, up to
 * `max_slot_wal_keep_size`.
 */
export const BACKUP_SLOT = "gavelyard_backup";
const LOG_LOCK = 7_140_023;
const BACKUP_LOCK = 7_140_024;

/** Tries to take the lock for copying the log, held until the connection ends. */
export const takeLogLock = (db: Db) => takeLock(db, LOG_LOCK);

/** Tries to take the lock for making a backup, held until the connection ends. */
export const takeBackupLock = (db: Db) => takeLock(db, BACKUP_LOCK);

async function takeLock(db: Db, lock: number): Promise<boolean> {
  const { rows } = await db.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
    lock,
  ]);
  return rows[0]?.taken === true;
}

/**
 * Makes the server retain its log until it was copied. Returns whether the log was retained without
 * a gap.
 */
export async function retainLog(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ lost: boolean }>(
    `SELECT coalesce(wal_status, 'lost') IN ('lost', 'unreserved') AS lost
      FROM pg_replication_slots WHERE slot_name = $1`,
    [BACKUP_SLOT],
  );
  if (rows[0]?.lost === false) return true;
  await stopRetainingLog(db);
  await db.query("SELECT pg_create_physical_replication_slot($1, true)", [BACKUP_SLOT]);
  return false;
}

/** Returns the position from which the log is retained, in bytes. */
export async function retainedFrom(db: Db): Promise<number> {
  const { rows } = await db.query<{ at: number }>(
    "SELECT restart_lsn - '0/0' AS at FROM pg_replication_slots WHERE slot_name = $1",
    [BACKUP_SLOT],
  );
  return rows[0]?.at ?? 0;
}

export async function stopRetainingLog(db: Db): Promise<void> {
  await db.query(
    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1",
    [BACKUP_SLOT],
  );
}

/** Releases the retained log up to a position. */
export async function copiedUpTo(db: Db, at: number): Promise<void> {
  await db.query("SELECT pg_replication_slot_advance($1, '0/0'::pg_lsn + $2::numeric)", [
    BACKUP_SLOT,
    at,
  ]);
}

/**
 * Returns the position up to which the log is flushed, and a time by which everything committed is
 * in it.
 */
export async function logNow(
  db: Db,
): Promise<{ position: LogPosition; segmentBytes: number; until: Date }> {
  // Read the time first: whatever was committed by then is also flushed.
  const moment = await db.query<{ until: Date }>("SELECT clock_ms() AS until");
  const { rows } = await db.query<{ timeline: string; at: string; segmentBytes: number }>(
    `SELECT left(pg_walfile_name(lsn), 8) AS timeline, (lsn - '0/0')::text AS at,
        pg_size_bytes(current_setting('wal_segment_size')) AS "segmentBytes"
      FROM pg_current_wal_flush_lsn() lsn`,
  );
  const [log] = rows;
  const until = moment.rows[0]?.until;
  if (log === undefined || until === undefined) throw new Error("the log has no position");
  return {
    position: { timeline: log.timeline, at: Number(log.at) },
    segmentBytes: log.segmentBytes,
    until,
  };
}

export async function isRecovering(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ recovering: boolean }>(
    "SELECT pg_is_in_recovery() AS recovering",
  );
  return rows[0]?.recovering === true;
}

/** Returns the commit time of the last transaction that was replayed; null for none. */
export async function lastReplayed(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    "SELECT pg_last_xact_replay_timestamp() AS at",
  );
  return rows[0]?.at ?? null;
}

/**
 * Returns the log segment that is being written, the last one that the server archived, and a time
 * by which everything committed is in the former or an earlier one.
 */
export async function archivedLog(
  db: Db,
): Promise<{ at: Date; segment: string; archived: string | null }> {
  // Read the time first, as `logNow` does.
  const moment = await db.query<{ at: Date }>("SELECT clock_ms() AS at");
  const { rows } = await db.query<{ segment: string; archived: string | null }>(
    `SELECT pg_walfile_name(pg_current_wal_flush_lsn()) AS segment, last_archived_wal AS archived
      FROM pg_stat_archiver`,
  );
  const at = moment.rows[0]?.at;
  if (rows[0] === undefined || at === undefined) throw new Error("the log has no position");
  return { at, ...rows[0] };
}

/** Resets server settings that were set for the replay. */
export async function resetSettings(db: Db, names: readonly string[]): Promise<void> {
  for (const name of names) await db.query(`ALTER SYSTEM RESET ${name}`);
}
