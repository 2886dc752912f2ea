import { optionalMails, type ProfileChanges } from "@gavelyard/contract/users";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { isStaff } from "@gavelyard/domain/roles";
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { revokeSessionsOf } from "../auth/session-sql.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import type { Principal } from "../http/access.ts";
import { conflict, forbidden } from "../http/errors.ts";
import { enqueue } from "../jobs/enqueue.ts";
import {
  forgetPerson,
  forgiveAwards,
  lockAccount,
  otherAdministratorExists,
  setLimit,
  setProfile,
  setStatus,
  type LockedAccount,
  type ProfileField,
} from "./account-sql.ts";
import { noSuchUser } from "./profile.ts";
import { profileById } from "./sql.ts";

type AccountContext = Pick<Context, "pool" | "bus">;

/** Who changes an account, and from where. */
export interface ChangedBy {
  readonly user: Principal;
  readonly ip: string | null;
}

async function lockKnown(tx: PoolClient, userId: number): Promise<LockedAccount> {
  const account = await lockAccount(tx, userId);
  if (account === null) throw noSuchUser();
  if (account.status === "CLOSED") throw conflict("This account is closed");
  return account;
}

async function refuseLastAdministrator(
  tx: PoolClient,
  account: LockedAccount,
  by: ChangedBy,
): Promise<void> {
  if (account.id === by.user.userId) throw conflict("You can't do this to your own account");
  if (account.role === "ROLE_ADMIN" && !(await otherAdministratorExists(tx, account.id)))
    throw conflict("This is the last administrator");
}

/**
 * Changes a profile: its owner's, or a customer's by staff; an administrator may change any. What is
 * not named stays as it is. Role, status, limit and email are nothing that goes this way.
 * @throws HttpError 403, 404, 409
 */
export async function changeProfile(
  context: AccountContext,
  userId: number,
  { notificationPrefs, ...changes }: ProfileChanges,
  by: ChangedBy,
): Promise<void> {
  await act(context, async (tx) => {
    const account = await lockKnown(tx, userId);
    const isOwn = account.id === by.user.userId;
    if (!isOwn && by.user.role !== "ROLE_ADMIN" && isStaff(account.role))
      throw forbidden("Only an administrator can change staff profiles");
    const before = await profileById(tx, userId, false);
    const fields = new Map<ProfileField, unknown>();
    for (const field of [
      "name",
      "phoneNumber",
      "accountType",
      "companyName",
      "dotNumber",
      "mcNumber",
      "dealerLicense",
      "address",
      "timeZone",
    ] as const) {
      if (changes[field] !== undefined) fields.set(field, changes[field]);
    }
    if (notificationPrefs !== undefined) {
      const off = optionalMails.filter(
        (mail) => !(notificationPrefs[mail]?.email ?? !before?.mails_off.includes(mail)),
      );
      fields.set("mailsOff", off);
    }
    if (fields.size === 0) return;
    await setProfile(tx, userId, fields);
    if (isOwn) return;
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "profile-changed",
      subjectType: "user",
      subjectId: userId,
      after: Object.fromEntries(fields),
      ip: by.ip,
    });
  });
}

/**
 * Suspends, bans or restores a user; sessions of one who may not sign in end at once (D4).
 * @throws HttpError 404, 409
 */
export async function changeStatus(
  context: AccountContext,
  userId: number,
  { status, reason }: { status: "ACTIVE" | "SUSPENDED" | "BANNED"; reason: string | null },
  by: ChangedBy,
): Promise<void> {
  await act(context, async (tx, record) => {
    const account = await lockKnown(tx, userId);
    await refuseLastAdministrator(tx, account, by);
    if (account.status === status) return;
    await setStatus(tx, userId, status, reason);
    if (status !== "ACTIVE") await revokeSessionsOf(tx, userId);
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "status-changed",
      subjectType: "user",
      subjectId: userId,
      before: { status: account.status },
      after: { status },
      reason,
      ip: by.ip,
    });
    await enqueue(tx, "send-mail", {
      eventKey: `status-changed:${randomUUID()}`,
      to: account.email,
      content: { kind: "STATUS_CHANGED", name: account.name, status, reason },
    });
    record({ type: "access-changed", userId });
  });
}

/**
 * Sets a customer's bid limit, never below what is used of it (D25).
 * @param limit whole dollars
 * @throws HttpError 404, 409
 */
export async function changeLimit(
  context: AccountContext,
  userId: number,
  limit: number,
  by: ChangedBy,
): Promise<void> {
  await act(context, async (tx, record) => {
    const account = await lockKnown(tx, userId);
    if (account.limit_cents === null) throw conflict("Staff accounts have no bid limit");
    const limitCents = dollarsToCents(limit);
    const usedCents = account.leading_cents + account.awarded_cents;
    if (limitCents < usedCents) {
      throw conflict(
        "The limit can't be below what high bids and unpaid lots hold of it. Choose a higher one.",
      );
    }
    if (limitCents === account.limit_cents) return;
    await setLimit(tx, userId, limitCents);
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "limit-changed",
      subjectType: "user",
      subjectId: userId,
      before: { limit: centsToDollars(account.limit_cents) },
      after: { limit },
      ip: by.ip,
    });
    await enqueue(tx, "send-mail", {
      eventKey: `limit-changed:${randomUUID()}`,
      to: account.email,
      content: { kind: "LIMIT_CHANGED", name: account.name, limitCents },
    });
    record({
      type: "users-told",
      userIds: [userId],
      event: { type: "LIMIT_CHANGED", limit, at: new Date().toISOString() },
    });
  });
}

/**
 * Forgives what a customer's unpaid awards hold of the limit; leading bids keep theirs (D25).
 * @throws HttpError 404, 409
 */
export async function forgiveUsage(
  context: AccountContext,
  userId: number,
  by: ChangedBy,
): Promise<void> {
  await act(context, async (tx) => {
    const account = await lockKnown(tx, userId);
    if (account.limit_cents === null) throw conflict("Staff accounts have no bid limit");
    const forgivenCents = await forgiveAwards(tx, userId);
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "usage-forgiven",
      subjectType: "user",
      subjectId: userId,
      before: { awarded: centsToDollars(account.awarded_cents) },
      after: { awarded: centsToDollars(account.awarded_cents - forgivenCents) },
      ip: by.ip,
    });
  });
}

/**
 * Closes an account and forgets who it was (D12).
 * @throws HttpError 404; 409 while it leads a lot or owes money
 */
export async function closeAccount(
  context: AccountContext,
  userId: number,
  by: ChangedBy,
): Promise<void> {
  await act(context, async (tx, record) => {
    const account = await lockKnown(tx, userId);
    // Customers leave when they want; staff never close themselves out.
    if (account.role !== "ROLE_CUSTOMER") await refuseLastAdministrator(tx, account, by);
    if (account.leading_cents + account.awarded_cents > 0) {
      throw conflict(
        "This account has high bids or unpaid lots. You can close it once they're settled.",
      );
    }
    await forgetPerson(tx, userId);
    await revokeSessionsOf(tx, userId);
    await insertAudit(tx, {
      actorId: by.user.userId,
      action: "account-closed",
      subjectType: "user",
      subjectId: userId,
      before: { status: account.status, role: account.role },
      after: { status: "CLOSED" },
      ip: by.ip,
    });
    record({ type: "access-changed", userId });
  });
}
