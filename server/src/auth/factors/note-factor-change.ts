import type { FactorChange } from "@gavelyard/domain/factor-changes";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { recordSecurityEvent } from "../../audit/security-sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import type { FactorAccount } from "./sql.ts";

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
    action: change.toLowerCase().replaceAll("_", "-"),
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
