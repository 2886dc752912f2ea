import { msg } from "@gavelyard/messages/text";
import type { SecondStep, Session } from "@gavelyard/contract/sign-in/sign-in";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { Refusal } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import type { Device } from "../network/device.ts";
import { secondStepOf } from "./factors/sign-in-by-factor.ts";
import { hasFactor } from "./factors/sql.ts";
import { limitGuesses, limitSignIns } from "./limit-guesses.ts";
import { authLimits, loginGuesses } from "./limits.ts";
import { matchesSecret } from "./password-hash.ts";
import { refuseInactive } from "./refuse-inactive.ts";
import { sessionOf } from "./session-of.ts";
import type { Sessions } from "./sessions.ts";
import { accountByEmail, markSignedIn } from "./sql.ts";

const wrongCredentials = () => new Refusal("wrong-credentials", msg("Incorrect email or password"));

/**
 * Signs in with email and password. The response and its timing are the same for a wrong address
 * and a wrong password (D2, D6). Failures are counted by network, and by account and network, so that
 * a stranger who guesses can't lock the owner out during an auction. For an account with a second
 * factor it returns a second step instead of a session (D45).
 * @throws Refusal 401 for wrong credentials, 403 for an account that may not sign in (D4), 429
 */
export async function logIn(
  context: Pick<Context, "pool" | "settings" | "publicUrl">,
  sessions: Sessions,
  credentials: { readonly email: string; readonly password: string },
  device: Device,
): Promise<Session | SecondStep> {
  const { pool } = context;
  const { email, password } = credentials;
  const byAddress = await limitByAddress(context, authLimits.loginByAddress, device.ip ?? "none");
  const byAccount = await limitGuesses(context, loginGuesses, { email }, device.ip);

  const account = await accountByEmail(pool, email);
  const matches = await matchesSecret(account?.password_hash ?? null, password);
  if (account === null || !matches || account.status === "CLOSED") {
    await recordSecurityEvent(pool, { kind: "SIGN_IN_FAILED", user: { email }, device });
    throw wrongCredentials();
  }
  await Promise.all([byAddress.forgive(), byAccount.forgive()]);
  await refuseInactive(context, account);
  const secondStep = await secondStepOf(context, account);
  if (secondStep !== null) return secondStep;
  await limitSignIns(context, account.id, device.ip);

  const jwt = await inTransaction(pool, async (tx) => {
    if (!(await markSignedIn(tx, account))) throw wrongCredentials();
    // Checked under the lock: a factor may have been added while the password was verified.
    if (await hasFactor(tx, account.id))
      throw new Refusal(
        "sign-in-again",
        msg("Your sign-in security was just changed. Sign in again."),
      );
    return sessions.issue(tx, account.id, device);
  });
  return sessionOf(account, jwt, msg("Signed in"));
}
