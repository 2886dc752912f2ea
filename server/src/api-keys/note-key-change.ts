import type { KeyChange } from "@gavelyard/domain/sign-in/factor-changes";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Actor } from "../http/actor.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { ownerOfKeys } from "./sql.ts";

/** Logs what a key can do from now on and emails its owner, since someone else may have done it. */
export async function noteKeyChange(tx: PoolClient, change: KeyChange, by: Actor): Promise<void> {
  const { name, email } = await ownerOfKeys(tx, by.userId);
  await recordSecurityEvent(tx, {
    kind: "KEY_CHANGED",
    user: { id: by.userId },
    device: { ip: by.ip, userAgent: null },
  });
  await enqueue(tx, "send-mail", {
    eventKey: `key-change:${randomUUID()}`,
    to: email,
    content: { kind: "FACTORS_CHANGED", name, change },
  });
}
