import { msg } from "@gavelyard/messages/text";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Actor } from "../http/actor.ts";
import { notFound } from "../refusal.ts";
import { noteKeyChange } from "./note-key-change.ts";
import { auditEnd } from "./end-keys-sql.ts";
import { revokeKey, setBidsByKey } from "./sql.ts";

/** Revokes a key: the caller's own, or anyone's for an administrator. @throws Refusal 404 */
export async function endKey(
  context: Context,
  id: number,
  whose: "own" | "anyone's",
  by: Actor,
): Promise<void> {
  await act(context, async (tx) => {
    const ownerId = whose === "own" ? by.userId : null;
    const ended = await revokeKey(tx, id, { userId: by.userId, ownerId });
    if (ended === null) throw notFound(msg("API key not found, or it was already revoked"));
    await auditEnd(tx, ended, by);
  });
}

/** Allows or forbids bids with the caller's API keys (D50). */
export async function allowBids(context: Context, allowed: boolean, by: Actor): Promise<void> {
  await act(context, async (tx) => {
    const was = await setBidsByKey(tx, by.userId, allowed);
    if (was === allowed) return;
    await insertAudit(tx, {
      actorId: by.userId,
      action: allowed ? "bids-by-key-allowed" : "bids-by-key-forbidden",
      subjectType: "user",
      subjectId: by.userId,
      before: { bidsByKey: was },
      after: { bidsByKey: allowed },
      ip: by.ip,
    });
    if (allowed) await noteKeyChange(tx, "BIDS_BY_KEY_ALLOWED", by);
  });
}
