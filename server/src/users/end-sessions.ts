import { msg } from "@gavelyard/messages/text";
import { revokeKeysOf } from "../api-keys/sql.ts";
import { insertAudit } from "../audit/sql.ts";
import { revokeSessionsOf, revokeSignIn } from "../auth/session-sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { Refusal, notFound } from "../refusal.ts";
import { lockAccount } from "./account-sql.ts";
import type { ChangedBy } from "./change-account.ts";
import { noSuchUser } from "./profile.ts";

/**
 * Ends a user's sessions, all of them with their API keys (D50) or only one sign-in; their tokens
 * stop working at once (D5).
 * @throws Refusal 404; 409 for your own account, whose devices are in the profile
 */
export async function endSessions(
  context: Pick<Context, "pool" | "bus">,
  userId: number,
  /** Null for all sign-ins. */
  signIn: string | null,
  by: ChangedBy,
): Promise<void> {
  if (userId === by.user.userId)
    throw new Refusal("own-account", msg("End your own sessions in your profile"));
  await act(context, async (tx, record) => {
    if ((await lockAccount(tx, userId)) === null) throw noSuchUser();
    if (signIn === null) {
      await revokeSessionsOf(tx, userId);
      await revokeKeysOf(tx, userId, by.user.userId);
    } else if (!(await revokeSignIn(tx, userId, signIn))) {
      throw notFound(msg("This session has already ended"));
    }
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "sessions-ended",
      subjectType: "user",
      subjectId: userId,
      after: { signIn: signIn ?? "all" },
      ip: by.ip,
    });
    record({ type: "access-changed", userId });
  });
}
