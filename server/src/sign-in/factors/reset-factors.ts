import { msg } from "@gavelyard/messages/text";
import type { PoolClient } from "pg";
import { endKeysOf } from "../../api-keys/end-keys-sql.ts";
import type { ProductEvent } from "../../events/events.ts";
import type { Actor } from "../../http/actor.ts";
import { Refusal, notFound } from "../../refusal.ts";
import { askBeforeClose } from "../../proposals/ask-before-close.ts";
import { revokeSessionsOf } from "../session-sql.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { deleteFactors, lockFactorsOf } from "./sql.ts";

/**
 * Removes all factors of a user who has lost them, ends the user's sessions and revokes their API keys. The next sign-in
 * needs only the password; staff then have to set up a new factor first. Needs a second person if they
 * have bid on a lot that closes within the hour (D38).
 * @throws Refusal 404; 409 for your own account or one without factors
 */
export async function resetFactors(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  userId: number,
  /** `by` is null for `npm run admin`. */
  { by, reason }: { readonly by: Actor | null; readonly reason: string },
): Promise<void> {
  if (userId === by?.userId)
    throw new Refusal(
      "own-account",
      msg(
        "You can't reset your own second factors. Change them in your profile, or ask another administrator.",
      ),
    );
  const account = await lockFactorsOf(tx, userId);
  if (account === null) throw notFound(msg("User not found"));
  if (!(await deleteFactors(tx, userId)))
    throw new Refusal("already-done", msg("This account has no passkey and no authenticator app"));
  if (by !== null)
    await askBeforeClose(tx, by, {
      kind: "BIDDER_SIGN_OUT",
      user: account,
      before: { secondFactor: true },
      after: { secondFactor: false },
      reason,
    });
  await revokeSessionsOf(tx, userId);
  await endKeysOf(tx, userId, by ?? { userId: null, ip: null });
  const from = { by: by?.userId ?? null, ip: by?.ip ?? null, reason };
  await noteFactorChange(tx, account, "FACTORS_RESET", from);
  record({ type: "access-changed", userId });
}
