import { msg } from "@gavelyard/messages/text";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { Context } from "../context.ts";
import { refuseForSharedAccount } from "../demo-accounts/shared-accounts.ts";
import { act } from "../events/act.ts";
import type { Principal } from "../http/access.ts";
import type { Device } from "../network/device.ts";
import { Refusal } from "../refusal.ts";
import { limitByAddress } from "../http/limits/rate-limits.ts";
import { endKeysOf } from "../api-keys/end-keys-sql.ts";
import { recordSecurityEvent } from "../audit/security-sql.ts";
import { insertAudit } from "../audit/sql.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { confirmPassword, wrongPassword } from "./confirm-password.ts";
import { forgetGuesses } from "./limit-guesses.ts";
import { authLimits, confirmGuesses, loginGuesses } from "./limits.ts";
import { hashNewPassword } from "./new-password.ts";
import { resetFor, setPassword, useReset, type PasswordAccount } from "./password-sql.ts";
import { revokeOtherSessions, revokeSessionsOf } from "./session-sql.ts";
import { tokenHash } from "../db/secrets/token-hash.ts";

type PasswordContext = Pick<Context, "pool" | "bus" | "settings" | "log">;

const SHARED_PASSWORD = msg(
  "All visitors share this demo account, so its password can't be changed. Nothing was changed.",
);

const invalidLink = () =>
  new Refusal(
    "link-invalid",
    msg("This link isn't valid, was already used or has expired. Request a new one."),
  );

/**
 * Sets a new password with the token of a mailed link, ends all sessions and revokes API keys (D5,
 * D6, D50). The account knows the device's network from then on, so wrong passwords of others can't
 * keep the owner out.
 * @throws Refusal 400 for a token that isn't valid or a password that is refused; 403 for a
 * shared demo account; 429
 */
export async function resetPassword(
  context: PasswordContext,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  device: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.verifyByAddress, device.ip ?? "none");
  const hash = tokenHash(token);
  const account = await resetFor(context.pool, hash);
  if (account === null) throw invalidLink();
  refuseForSharedAccount(context.settings, account.email, SHARED_PASSWORD);
  const passwordHash = await hashNewPassword(context, "newPassword", newPassword, account.email);
  await act(context, async (tx, record) => {
    // Of two concurrent calls with the same link, only one succeeds.
    if (!(await useReset(tx, hash))) throw invalidLink();
    await changeTo(tx, account, passwordHash, device);
    await revokeSessionsOf(tx, account.id);
    await forgetGuesses(tx, loginGuesses, { email: account.email }, device.ip);
    await forgetGuesses(tx, confirmGuesses, { id: account.id }, device.ip);
    await endKeysOf(tx, account.id, { userId: null, ip: device.ip });
    record({ type: "access-changed", userId: account.id });
  });
}

/**
 * Sets a new password for a user who knows the current one, and ends the user's other sessions
 * (D5).
 * @throws Refusal 400 for a wrong current password (D2) or a new one that is refused;
 * 403 for a shared demo account; 429
 */
export async function changePassword(
  context: PasswordContext,
  passwords: { readonly currentPassword: string; readonly newPassword: string },
  by: { readonly user: Principal; readonly device: Device },
): Promise<void> {
  const { user, device } = by;
  const account = await confirmPassword(context, user.userId, passwords.currentPassword, device);
  refuseForSharedAccount(context.settings, account.email, SHARED_PASSWORD);
  const passwordHash = await hashNewPassword(
    context,
    "newPassword",
    passwords.newPassword,
    account.email,
  );
  await act(context, async (tx, record) => {
    await changeTo(tx, account, passwordHash, device);
    await revokeOtherSessions(tx, account.id, user.jti);
    record({ type: "access-changed", userId: account.id });
  });
}

/**
 * Saves the password and audits it, unless it was changed while the new one was hashed. Emails the owner, since someone else may have changed it.
 * @throws Refusal 400
 */
async function changeTo(
  tx: PoolClient,
  account: PasswordAccount,
  passwordHash: string,
  device: Device,
): Promise<void> {
  if (!(await setPassword(tx, account, passwordHash))) throw wrongPassword();
  await insertAudit(tx, {
    actorId: account.id,
    action: "password-changed",
    subjectType: "user",
    subjectId: account.id,
    ip: device.ip,
  });
  await recordSecurityEvent(tx, { kind: "PASSWORD_CHANGED", user: account, device });
  await enqueue(tx, "send-mail", {
    eventKey: `password-changed:${randomUUID()}`,
    to: account.email,
    content: { kind: "PASSWORD_CHANGED", name: account.name },
  });
}
