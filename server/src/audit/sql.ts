import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import type { AuditValues } from "@gavelyard/domain/audit/audit-fields";
import type { Db } from "../db/pool.ts";

/** An action to record permanently (D31). */
export interface AuditEntry {
  /** Null for actions of the system or its operator. */
  readonly actorId: number | null;
  /** The action in the past tense: `limit-approved`. */
  readonly action: AuditAction;
  /** Subject of the action: `user`, `auction`, `lot`, `bid`, `inventory` … */
  readonly subjectType: string;
  readonly subjectId: number;
  readonly before?: AuditValues | null;
  readonly after?: AuditValues | null;
  readonly reason?: string | null;
  readonly ip: string | null;
}

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
