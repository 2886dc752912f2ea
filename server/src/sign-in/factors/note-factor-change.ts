import type { AuditAction } from "@gavelyard/domain/audit/audit-actions";
import type { FactorChange } from "@gavelyard/domain/sign-in/factor-changes";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { recordSecurityEvent } from "../../audit/security-sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { FactorAccount } from "./sql.ts";

const actions: Readonly<Record<FactorChange, AuditAction>> = {
  PASSKEY_ADDED: "passkey-added",
  PASSKEY_REMOVED: "passkey-removed",
  AUTHENTICATOR_APP_ADDED: "authenticator-app-added",
  AUTHENTICATOR_APP_REMOVED: "authenticator-app-removed",
  RECOVERY_CODES_RENEWED: "recovery-codes-renewed",
  RECOVERY_CODE_USED: "recovery-code-used",
  FACTORS_RESET: "factors-reset",
};

/**
 * Audits a change of an account's factors and emails the owner, since someone else may have made it
 * (D31, D45).
 */
export async function noteFactorChange(
  tx: PoolClient,
  { id, name, email }: Pick<FactorAccount, "id" | "name" | "email">,
  change: FactorChange,
  from: {
    /** Null for `npm run admin`. */
    readonly by: number | null;
    readonly ip: string | null;
    readonly reason?: string;
    readonly passkey?: string;
  },
): Promise<void> {
  await insertAudit(tx, {
    actorId: from.by,
    action: actions[change],
    subjectType: "user",
    subjectId: id,
    ...(from.passkey === undefined ? {} : { after: { passkey: from.passkey } }),
    reason: from.reason ?? null,
    ip: from.ip,
  });
  await recordSecurityEvent(tx, {
    kind: "FACTORS_CHANGED",
    user: { id },
    device: { ip: from.ip, userAgent: null },
  });
  await enqueue(tx, "send-mail", {
    eventKey: `factor-change:${randomUUID()}`,
    to: email,
    content: { kind: "FACTORS_CHANGED", name, change },
  });
}
