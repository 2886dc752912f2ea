import type { Session } from "@gavelyard/contract/auth";
import type { Context } from "../context.ts";
import { inTransaction } from "../db/transaction.ts";
import { forbidden, unauthorized } from "../http/errors.ts";
import { limitByAddress, limitByTarget } from "../http/rate-limits.ts";
import type { Device } from "../http/device.ts";
import { contactOf } from "../operating-settings/sql.ts";
import { authLimits } from "./limits.ts";
import { matchesSecret } from "./password-hash.ts";
import { sessionOf } from "./session-of.ts";
import type { Sessions } from "./sessions.ts";
import { accountByEmail, markSignedIn, signedInFrom } from "./sql.ts";

const wrongCredentials = () => unauthorized("Incorrect email or password");

/**
 * Signs in with email and password; the caller is told the same, in the same time, whether the
 * address or the password was wrong (D2, D6). Failures are counted by network address and by
 * account. An address from which the account has signed in is counted apart, so that a stranger
 * who guesses cannot shut its owner out of a running auction.
 * @throws HttpError 401 for wrong credentials, 403 for an account that may not sign in (D4), 429
 */
export async function logIn(
  context: Pick<Context, "pool" | "settings">,
  sessions: Sessions,
  credentials: { readonly email: string; readonly password: string },
  device: Device,
): Promise<Session> {
  const { pool } = context;
  const { email, password } = credentials;
  const byAddress = await limitByAddress(context, authLimits.loginByAddress, device.ip ?? "none");
  const known = device.ip !== null && (await signedInFrom(pool, email, device.ip));
  const byAccount = await limitByTarget(
    context,
    authLimits.loginByAccount,
    known ? `${email} from ${device.ip}` : email,
  );

  const account = await accountByEmail(pool, email);
  const matches = await matchesSecret(account?.password_hash ?? null, password);
  if (account === null || !matches || account.status === "CLOSED") throw wrongCredentials();
  await Promise.all([byAddress.forgive(), byAccount.forgive()]);
  if (account.status !== "ACTIVE") {
    const { email: ours } = await contactOf(pool, context.settings);
    throw forbidden(
      `This account is ${account.status === "BANNED" ? "banned" : "suspended"}. Write to ${ours}.`,
    );
  }

  const jwt = await inTransaction(pool, async (tx) => {
    if (!(await markSignedIn(tx, account))) throw wrongCredentials();
    return sessions.issue(tx, account.id, device);
  });
  return sessionOf(account, jwt, "Signed in");
}
