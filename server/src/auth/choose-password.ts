import { randomUUID } from "node:crypto";
import { passwordProblem } from "@gavelyard/domain/passwords";
import type { PoolClient } from "pg";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Principal } from "../http/access.ts";
import type { Device } from "../http/device.ts";
import { badRequest } from "../http/errors.ts";
import { limitByAddress } from "../http/rate-limits.ts";
import { insertAudit } from "../audit/sql.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { confirmPassword } from "./confirm-password.ts";
import { resetTokenHash } from "./forgot-password.ts";
import { authLimits } from "./limits.ts";
import { hashSecret } from "./password-hash.ts";
import { passwordMessages } from "./password-messages.ts";
import { resetFor, setPassword, useReset, type PasswordAccount } from "./password-sql.ts";
import { revokeOtherSessions, revokeSessionsOf } from "./session-sql.ts";

type PasswordContext = Pick<Context, "pool" | "bus" | "settings">;

const deadLink = () =>
  badRequest("This link isn't valid, was already used or has expired. Request a new one.");

/**
 * Sets a new password by the token of a mailed link and ends all sessions (D5, D6).
 * @throws HttpError 400 for a token that does not count or a password that is refused, 429
 */
export async function resetPassword(
  context: PasswordContext,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
  device: Device,
): Promise<void> {
  await limitByAddress(context, authLimits.verifyByAddress, device.ip ?? "none");
  const tokenHash = resetTokenHash(token);
  const account = await resetFor(context.pool, tokenHash);
  if (account === null) throw deadLink();
  const passwordHash = await judgedAndHashed(newPassword, account.email);
  await act(context, async (tx, record) => {
    // Of two that use one link at once only one finds it.
    if (!(await useReset(tx, tokenHash))) throw deadLink();
    await changeTo(tx, account, passwordHash, device);
    await revokeSessionsOf(tx, account.id);
    record({ type: "access-changed", userId: account.id });
  });
}

/**
 * Sets a new password for a user who knows the current one, and ends the user's other sessions (D5).
 * @throws HttpError 400 for a wrong current password (D2) or a new one that is refused, 429
 */
export async function changePassword(
  context: PasswordContext,
  passwords: { readonly currentPassword: string; readonly newPassword: string },
  by: { readonly user: Principal; readonly device: Device },
): Promise<void> {
  const { user, device } = by;
  const account = await confirmPassword(context, user.userId, passwords.currentPassword);
  const passwordHash = await judgedAndHashed(passwords.newPassword, account.email);
  await act(context, async (tx, record) => {
    await changeTo(tx, account, passwordHash, device);
    await revokeOtherSessions(tx, account.id, user.jti);
    record({ type: "access-changed", userId: account.id });
  });
}

async function judgedAndHashed(password: string, email: string): Promise<string> {
  const problem = passwordProblem(password, email);
  if (problem !== null) {
    const message = passwordMessages[problem];
    throw badRequest(`newPassword: ${message}`, [{ path: "newPassword", message }]);
  }
  return hashSecret(password);
}

/** The owner hears of it by mail, since it may not have been the owner who did it. */
async function changeTo(
  tx: PoolClient,
  account: PasswordAccount,
  passwordHash: string,
  device: Device,
): Promise<void> {
  await setPassword(tx, account.id, passwordHash);
  await insertAudit(tx, {
    actorId: account.id,
    action: "password-changed",
    subjectType: "user",
    subjectId: account.id,
    ip: device.ip,
  });
  await enqueue(tx, "send-mail", {
    eventKey: `password-changed:${randomUUID()}`,
    to: account.email,
    content: { kind: "PASSWORD_CHANGED", name: account.name },
  });
}
