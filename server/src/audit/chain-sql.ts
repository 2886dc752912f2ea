import type { Db } from "../db/pool.ts";

export interface ChainLink {
  readonly seq: number;
  readonly audit_id: number;
  readonly hash: string;
  /** The row's current text. */
  readonly text: string;
}

/** Returns the links after `seq`, in order. */
export async function linksAfter(db: Db, seq: number, limit: number): Promise<ChainLink[]> {
  const { rows } = await db.query<ChainLink>(
    `SELECT c.seq, c.audit_id, encode(c.hash, 'hex') AS hash, audit_text(r) AS text
      FROM audit_chain c JOIN audit_log r ON r.id = c.audit_id
      WHERE c.seq > $1 ORDER BY c.seq LIMIT $2`,
    [seq, limit],
  );
  return rows;
}

export async function unchainedRecords(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT r.id FROM audit_log r WHERE NOT EXISTS
      (SELECT FROM audit_chain c WHERE c.audit_id = r.id) ORDER BY r.id LIMIT 10`,
  );
  return rows.map(({ id }) => id);
}

/** A published root: the chain's last hash at the end of a day in UTC. */
export interface AuditRoot {
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
}

/** Returns published roots, newest first; all without a limit. */
export async function publishedRoots(db: Db, limit: number | null): Promise<AuditRoot[]> {
  const { rows } = await db.query<AuditRoot>(
    `SELECT day::text AS day, seq, encode(hash, 'hex') AS hash FROM audit_roots
      ORDER BY day DESC LIMIT $1::bigint`,
    [limit],
  );
  return rows;
}

/**
 * Publishes the chain's last hash as yesterday's root (UTC), once a day. Runs soon after midnight.
 */
export async function publishRoot(db: Db): Promise<void> {
  await db.query(
    `INSERT INTO audit_roots (day, seq, hash)
      SELECT (clock_ms() AT TIME ZONE 'UTC')::date - 1, c.seq, c.hash FROM audit_chain c
      ORDER BY c.seq DESC LIMIT 1 ON CONFLICT (day) DO NOTHING`,
  );
}
