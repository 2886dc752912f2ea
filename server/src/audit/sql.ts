import type { Db } from "../db/pool.ts";

/** An act that must be known for good (D31). */
export interface AuditEntry {
  /** Null for what the product or its operator did. */
  readonly actorId: number | null;
  /** The act in the past tense: `limit-approved`. */
  readonly action: string;
  /** What it was done to: `user`, `auction`, `lot`, `bid`, `inventory` … */
  readonly subjectType: string;
  readonly subjectId: number;
  readonly before?: object | null;
  readonly after?: object | null;
  readonly reason?: string | null;
  readonly ip: string | null;
}

/** Records an act, in the transaction in which it is done. */
export async function insertAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit_log (actor_id, action, subject_type, subject_id, before, after, reason, ip)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8::inet)`,
    [
      entry.actorId,
      entry.action,
      entry.subjectType,
      entry.subjectId,
      entry.before ?? null,
      entry.after ?? null,
      entry.reason ?? null,
      entry.ip,
    ],
  );
}
