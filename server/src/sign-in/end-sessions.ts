import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { endKeysOf } from "../api-keys/end-keys-sql.ts";
import { insertAudit } from "../audit/sql.ts";
import { lockFactorsOf } from "./factors/sql.ts";
import { revokeSessionsOf, revokeSignIn } from "./session-sql.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import { Refusal, notFound } from "../refusal.ts";
import { askBeforeClose } from "../proposals/ask-before-close.ts";

/**
 * Ends a user's sessions, all of them with their API keys (D50) or only one sign-in; their tokens
 * stop working at once (D5). Needs a second person if they have bid on a lot that closes within the
 * hour (D38).
 * @throws Refusal 404; 409 for your own account, whose devices are in the profile
 */
export async function endSessions(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  userId: number,
  /** Null for all sign-ins. */
  signIn: string | null,
  by: Actor,
): Promise<void> {
  if (userId === by.userId)
    throw new Refusal("own-account", msg("End your own sessions in your profile"));
  const account = await lockFactorsOf(tx, userId);
  if (account === null) throw notFound(msg("User not found"));
  if (signIn !== null && !(await revokeSignIn(tx, userId, signIn)))
    throw notFound(msg("This session has already ended"));
  const after = { signIn: signIn ?? "all" };
  await askBeforeClose(tx, by, {
    kind: "BIDDER_SIGN_OUT",
    user: { id: userId, name: account.name },
    before: {},
    after,
    reason: null,
  });
  if (signIn === null) {
    await revokeSessionsOf(tx, userId);
    await endKeysOf(tx, userId, by);
  }
  await insertAudit(tx, {
    actorId: by.userId,
    action: "sessions-ended",
    subjectType: "user",
    subjectId: userId,
    after,
    ip: by.ip,
  });
  record({ type: "access-changed", userId });
}
