import { msg } from "@gavelyard/messages/text";
import { revokeKeysOf } from "../../api-keys/sql.ts";
import type { Context } from "../../context.ts";
import { act } from "../../events/act.ts";
import { Refusal, notFound } from "../../refusal.ts";
import { revokeSessionsOf } from "../session-sql.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { deleteFactors, lockFactorsOf } from "./sql.ts";

/**
 * Removes all factors of a user who has lost them, ends the user's sessions and revokes their API keys. The next sign-in
 * needs only the password; staff then have to set up a new factor first.
 * @throws Refusal 404; 409 for your own account or one without factors
 */
export async function resetFactors(
  context: Pick<Context, "pool" | "bus">,
  userId: number,
  from: {
    /** Null for `npm run admin`. */
    readonly by: number | null;
    readonly ip: string | null;
    readonly reason: string;
  },
): Promise<void> {
  if (userId === from.by)
    throw new Refusal(
      "own-account",
      msg(
        "You can't reset your own second factors. Change them in your profile, or ask another administrator.",
      ),
    );
  await act(context, async (tx, record) => {
    const account = await lockFactorsOf(tx, userId);
    if (account === null) throw notFound(msg("User not found"));
    if (!(await deleteFactors(tx, userId)))
      throw new Refusal(
        "already-done",
        msg("This account has no passkey and no authenticator app"),
      );
    await revokeSessionsOf(tx, userId);
    await revokeKeysOf(tx, userId, from.by);
    await noteFactorChange(tx, account, "FACTORS_RESET", from);
    record({ type: "access-changed", userId });
  });
}
