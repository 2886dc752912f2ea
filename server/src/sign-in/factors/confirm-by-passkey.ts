import { msg } from "@gavelyard/messages/text";
import type { PasskeyAssertion, PasskeyRequest } from "@gavelyard/contract/sign-in/passkeys";
import type { Context } from "../../context.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Principal } from "../../http/access.ts";
import { Refusal } from "../../refusal.ts";
import { markConfirmed } from "../session-sql.ts";
import { tokenHash } from "../../db/secrets/token-hash.ts";
import { newChallenge } from "./challenge.ts";
import { takeChallengeTry, useChallenge } from "./challenges-sql.ts";
import { requestFor } from "./passkeys.ts";
import { provenByPasskey } from "./prove-factor.ts";
import { passkeysOf } from "./sql.ts";

/** Returns the request that a user's passkey signs to confirm; null if they have none. */
export async function beginConfirm(
  context: Pick<Context, "pool" | "publicUrl">,
  userId: number,
): Promise<PasskeyRequest | null> {
  const passkeys = await passkeysOf(context.pool, userId);
  if (passkeys.length === 0) return null;
  const challenge = await newChallenge(context.pool, { purpose: "CONFIRM", userId });
  return requestFor(context, challenge, passkeys);
}

/**
 * Confirms a session with a passkey instead of the password (D41).
 * @throws Refusal 400 for a passkey that isn't accepted
 */
export async function confirmByPasskey(
  context: Pick<Context, "pool" | "publicUrl">,
  { userId, jti }: Principal,
  { challenge, passkey }: { readonly challenge: string; readonly passkey: PasskeyAssertion },
): Promise<void> {
  const wrong = () =>
    new Refusal(
      "passkey-failed",
      msg("We couldn't check this passkey. Try again or enter your password."),
    );
  const hash = tokenHash(challenge);
  const taken = await takeChallengeTry(context.pool, hash, ["CONFIRM"]);
  if (taken?.user_id !== userId) throw wrong();
  const proven = await provenByPasskey(context, challenge, passkey);
  if (proven?.userId !== userId) throw wrong();
  await inTransaction(context.pool, async (tx) => {
    if (!(await useChallenge(tx, hash)) || !(await proven.use(tx))) throw wrong();
    await markConfirmed(tx, jti);
  });
}
