import { auditActions, type AuditAction } from "@gavelyard/domain/audit/audit-actions";
import { permissions } from "@gavelyard/domain/users/permissions";
import { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import { unmatchedHash } from "../sign-in/password-hash.ts";
import type { Db } from "../db/pool.ts";
import { forgetPerson } from "../users/forget-sql.ts";

/** Acts that take access or data away, or change where money goes: a restore must not undo them. */
const protectiveActions = [
  "account-closed",
  "api-key-revoked",
  "authenticator-app-removed",
  "bank-details-changed",
  "bank-details-confirmed",
  "bids-by-key-forbidden",
  "factors-reset",
  "passkey-removed",
  "password-changed",
  "permissions-changed",
  "status-changed",
  "webhook-deleted",
] as const satisfies readonly AuditAction[];

/** A protective act: a record of the audit log without anything personal. */
export const protectiveAct = z.object({
  id: z.int(),
  at: z.coerce.date(),
  action: z.enum(protectiveActions),
  subjectId: z.int(),
  actorId: z.int().nullable(),
  /** New status or permissions; null for other acts. */
  after: z
    .object({ status: z.string().optional(), permissions: z.array(z.string()).optional() })
    .nullable(),
});
export type ProtectiveAct = z.infer<typeof protectiveAct>;

/** Returns the protective acts since a time, in order. */
export async function protectiveActsSince(db: Db, since: Date): Promise<ProtectiveAct[]> {
  const { rows } = await db.query<ProtectiveAct>({
    name: "protective-acts",
    text: `SELECT id, at, action, subject_id AS "subjectId", actor_id AS "actorId",
        CASE WHEN action IN ('status-changed', 'permissions-changed') THEN after END AS after
      FROM audit_log WHERE at >= $1 AND action = ANY ($2::text[]) ORDER BY at, id`,
    values: [since, protectiveActions],
  });
  return rows;
}

/** Returns the acts that the audit log of a restored database lacks. */
export async function withoutKnown(
  db: Db,
  acts: readonly ProtectiveAct[],
): Promise<ProtectiveAct[]> {
  const { rows } = await db.query<{ id: number; at: Date }>(
    "SELECT id, at FROM audit_log WHERE id = ANY ($1::bigint[])",
    [acts.map(({ id }) => id)],
  );
  const known = new Set(rows.map(({ id, at }) => `${id} ${at.getTime()}`));
  return acts.filter(({ id, at }) => !known.has(`${id} ${at.getTime()}`));
}

/** Returns what an act is about, for the operator; null when the restored data doesn't have it. */
async function subjectOf(tx: Db, { action, subjectId }: ProtectiveAct): Promise<string | null> {
  const { rows } = await tx.query<{ subject: string }>(subjects[kindOf(action)], [subjectId]);
  return rows[0]?.subject ?? null;
}

type SubjectKind = "user" | "api-key" | "bank-details" | "webhook";

function kindOf(action: ProtectiveAct["action"]): SubjectKind {
  if (action === "api-key-revoked") return "api-key";
  if (action === "webhook-deleted") return "webhook";
  return action.startsWith("bank-details") ? "bank-details" : "user";
}

const subjects: Readonly<Record<SubjectKind, string>> = {
  user: "SELECT format('account %s, %s', id, email) AS subject FROM users WHERE id = $1",
  "api-key": `SELECT format('key %s, %s, of account %s', id, name, user_id) AS subject
    FROM api_keys WHERE id = $1`,
  webhook: "SELECT format('webhook %s, %s', id, url) AS subject FROM webhooks WHERE id = $1",
  "bank-details": `SELECT format('%s, ending in %s', bank_name, account_ending) AS subject
    FROM bank_details WHERE status = 'IN_EFFECT' AND id <> $1`,
};

/** What a restore brought back. */
export interface BroughtBack {
  /** Acts that were done again, as sentences. */
  readonly doneAgain: readonly string[];
  /** Acts that the operator must look at, as sentences. */
  readonly toCheck: readonly string[];
}

/**
 * Does protective acts again on a restored database, and audits them. Of several acts of one kind on
 * one subject, the last one counts.
 */
export async function doAgain(tx: Db, acts: readonly ProtectiveAct[]): Promise<BroughtBack> {
  const last = new Map(
    acts.map((act) => [`${kindOf(act.action)} ${act.subjectId} ${act.action}`, act]),
  );
  const doneAgain: string[] = [];
  const toCheck: string[] = [];
  for (const act of last.values()) {
    const subject = await subjectOf(tx, act);
    if (subject === null) continue;
    const line = `${auditActions[act.action].text}: ${subject}`;
    const repeat = again[act.action];
    if (repeat === null) toCheck.push(line);
    else if (await repeat(tx, act)) {
      doneAgain.push(line);
      await insertAudit(tx, {
        actorId: null,
        action: act.action,
        subjectType: kindOf(act.action),
        subjectId: act.subjectId,
        after: act.after?.status === undefined ? null : { status: act.after.status },
        reason: "Again after a restore",
        ip: null,
      });
    }
  }
  return { doneAgain, toCheck };
}

/** Does an act again. Returns false when there is nothing left to do. */
type Again = (tx: Db, act: ProtectiveAct) => Promise<boolean>;

const updates =
  (statement: string): Again =>
  async (tx, { subjectId }) =>
    (await tx.query(statement, [subjectId])).rowCount !== 0;

/** No password works until the owner sets a new one. */
const endPassword: Again = async (tx, { subjectId }) => {
  const { rowCount } = await tx.query(
    `UPDATE users SET password_hash = $2, updated_at = clock_ms()
      WHERE id = $1 AND status <> 'CLOSED'`,
    [subjectId, unmatchedHash()],
  );
  return rowCount !== 0;
};

const endBankDetails: Again = async (tx, { subjectId }) => {
  const { rowCount } = await tx.query(
    "UPDATE bank_details SET status = 'REPLACED' WHERE status = 'IN_EFFECT' AND id <> $1",
    [subjectId],
  );
  return rowCount !== 0;
};

const closeAgain: Again = async (tx, { subjectId }) => {
  const { rows } = await tx.query<{ email: string }>(
    "SELECT email FROM users WHERE id = $1 AND status <> 'CLOSED' FOR UPDATE",
    [subjectId],
  );
  if (rows[0] === undefined) return false;
  await forgetPerson(tx, subjectId, rows[0].email);
  return true;
};

/** How each act is done again; null for those that the operator is only told about. */
const again: Readonly<Record<ProtectiveAct["action"], Again | null>> = {
  "account-closed": closeAgain,
  "api-key-revoked": updates(
    `UPDATE api_keys SET revoked_at = clock_ms(), revoked_by = user_id
      WHERE id = $1 AND revoked_at IS NULL`,
  ),
  "authenticator-app-removed": null,
  "bank-details-changed": endBankDetails,
  "bank-details-confirmed": endBankDetails,
  "bids-by-key-forbidden": updates(
    "UPDATE users SET bids_by_key = false WHERE id = $1 AND bids_by_key",
  ),
  "factors-reset": null,
  "passkey-removed": null,
  "password-changed": endPassword,
  "permissions-changed": async (tx, { subjectId, after }) => {
    const { rowCount } = await tx.query(
      `UPDATE users SET withheld_permissions = withheld_permissions || lost
        FROM (SELECT array_agg(p) AS lost FROM unnest($3::text[]) p
          WHERE p <> ALL ($2::text[])) l
        WHERE id = $1 AND NOT withheld_permissions @> lost`,
      [subjectId, after?.permissions ?? [], permissions],
    );
    return rowCount !== 0;
  },
  "status-changed": async (tx, { subjectId, after }) => {
    const { rowCount } = await tx.query(
      `UPDATE users SET status = $2, status_reason = 'Again after a restore', updated_at = clock_ms()
        WHERE id = $1 AND status NOT IN ($2, 'CLOSED') AND $2 IN ('SUSPENDED', 'BANNED')`,
      [subjectId, after?.status ?? ""],
    );
    return rowCount !== 0;
  },
  "webhook-deleted": updates("UPDATE webhooks SET is_on = false WHERE id = $1 AND is_on"),
};
