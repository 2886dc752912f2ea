import { mark, msg } from "@gavelyard/messages/text";
import type { ProfileChanges } from "@gavelyard/contract/users/users";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { notificationKindNames, type Channel } from "@gavelyard/domain/users/notifications";
import { TWO_BEFORE_CLOSE_MS } from "@gavelyard/domain/proposals";
import { isStaff } from "@gavelyard/domain/users/roles";
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { PoolClient } from "pg";
import { insertAudit } from "../audit/sql.ts";
import { revokeSessionsOf } from "../sign-in/session-sql.ts";
import type { Context } from "../context.ts";
import { clockNow } from "../db/clock.ts";
import { refuseForSharedAccount } from "../demo-accounts/shared-accounts.ts";
import { act } from "../events/act.ts";
import type { ProductEvent } from "../events/events.ts";
import type { Actor } from "../http/actor.ts";
import type { Principal } from "../http/access.ts";
import { Refusal, spoken } from "../refusal.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { bidsOnClosing, shownPerson } from "../proposals/person-sql.ts";
import { askBeforeClose } from "../proposals/ask-before-close.ts";
import { askForAccess } from "../proposals/ask-for-access.ts";
import { requireSecondPerson } from "../proposals/proposals.ts";
import { twoPersonRule } from "../proposals/sql.ts";
import { tellAdministrators } from "../proposals/tell-administrators.ts";
import { awaitsDelivery } from "../sales/deliveries-sql.ts";
import { openPurchases } from "../sales/invoices-sql.ts";
import {
  forgiveAwards,
  lockAccount,
  otherAdministratorExists,
  setLimit,
  setProfile,
  setStatus,
  unpaidOfUser,
  type LockedAccount,
  type ProfileField,
} from "./account-sql.ts";
import { forgetPerson } from "./forget-sql.ts";
import { noSuchUser } from "./profile.ts";
import { profileById } from "./sql.ts";

type AccountContext = Pick<Context, "pool" | "bus" | "settings">;

export interface ChangedBy {
  readonly user: Principal;
  readonly ip: string | null;
}

async function lockKnown(tx: PoolClient, userId: number): Promise<LockedAccount> {
  const account = await lockAccount(tx, userId);
  if (account === null) throw noSuchUser();
  if (account.status === "CLOSED")
    throw new Refusal("account-closed", msg("This account is closed"));
  return account;
}

async function refuseLastAdministrator(
  tx: PoolClient,
  account: LockedAccount,
  by: Actor,
): Promise<void> {
  if (account.id === by.userId)
    throw new Refusal("own-account", msg("You can't do this to your own account"));
  if (account.role === "ROLE_ADMIN" && !(await otherAdministratorExists(tx, account.id)))
    throw new Refusal("last-administrator", msg("This is the last administrator"));
}

/**
 * Changes the given fields of a profile. Users may change their own, staff any customer's,
 * administrators anyone's. Role, status, limit and email can't be changed here.
 * @throws Refusal 403, 404, 409
 */
export async function changeProfile(
  context: AccountContext,
  userId: number,
  { notificationPrefs, quietHours, ...changes }: ProfileChanges,
  by: ChangedBy,
): Promise<void> {
  await act(context, async (tx) => {
    const account = await lockKnown(tx, userId);
    const isOwn = account.id === by.user.userId;
    if (!isOwn && by.user.role !== "ROLE_ADMIN" && isStaff(account.role))
      throw new Refusal("role-forbidden", msg("Only an administrator can change staff profiles"));
    const current = await profileById(tx, userId, false);
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
      "dailyAlertHour",
      "language",
    ] as const) {
      if (changes[field] !== undefined) fields.set(field, changes[field]);
    }
    if (quietHours !== undefined) {
      fields.set("quietFromHour", quietHours?.fromHour ?? null);
      fields.set("quietUntilHour", quietHours?.untilHour ?? null);
    }
    if (notificationPrefs !== undefined) {
      const offNow = (channel: Channel, offBefore: readonly string[] = []) =>
        notificationKindNames.filter(
          (kind) => !(notificationPrefs[kind]?.[channel] ?? !offBefore.includes(kind)),
        );
      fields.set("mailsOff", offNow("email", current?.mails_off));
      fields.set("pushesOff", offNow("push", current?.pushes_off));
    }
    if (fields.size === 0) return;
    const before = await setProfile(tx, userId, fields);
    const changed = [...fields].filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field] ?? null),
    );
    // A second person sees when somebody was last renamed (D38).
    const audited = isOwn ? changed.filter(([field]) => isName(field)) : changed;
    if (audited.length > 0) await auditChanges(tx, userId, { before, changed: audited }, by);
    if (!isOwn && changed.length > 0) await notifyOwner(tx, account, changed);
  });
}

const isName = (field: ProfileField) => field === "name" || field === "companyName";

type ProfileChange = readonly [field: ProfileField, value: unknown];

async function auditChanges(
  tx: PoolClient,
  userId: number,
  {
    before,
    changed,
  }: {
    readonly before: Readonly<Partial<Record<ProfileField, unknown>>>;
    readonly changed: readonly ProfileChange[];
  },
  by: ChangedBy,
): Promise<void> {
  await insertAudit(tx, {
    actorId: by.user.userId,
    action: "profile-changed",
    subjectType: "user",
    subjectId: userId,
    before: Object.fromEntries(changed.map(([field]) => [field, before[field] ?? null])),
    after: Object.fromEntries(changed),
    ip: by.ip,
  });
}

/** Emails the owner of a profile what staff changed in it. */
async function notifyOwner(
  tx: PoolClient,
  { name, email }: LockedAccount,
  changed: readonly ProfileChange[],
): Promise<void> {
  await enqueue(tx, "send-mail", {
    eventKey: `profile-changed:${randomUUID()}`,
    to: email,
    content: {
      kind: "PROFILE_CHANGED",
      name,
      fields: [...new Set(changed.map(([field]) => profileFieldNames[field]))],
    },
  });
}

const profileFieldNames: Readonly<Record<ProfileField, string>> = {
  name: mark("name"),
  phoneNumber: mark("phone number"),
  accountType: mark("kind of buyer"),
  companyName: mark("company"),
  dotNumber: mark("DOT number"),
  mcNumber: mark("MC number"),
  dealerLicense: mark("dealer license"),
  address: mark("address"),
  timeZone: mark("time zone"),
  mailsOff: mark("emails"),
  pushesOff: mark("push notifications"),
  quietFromHour: mark("quiet hours"),
  quietUntilHour: mark("quiet hours"),
  dailyAlertHour: mark("hour of daily alerts"),
  language: mark("language"),
};

/**
 * Suspends, bans or restores a user and emails them. A suspension or ban ends their sessions at
 * once (D4). Taking an administrator's access needs a second person where there is a third, and so
 * does suspending somebody who has bid on a lot that closes within the hour (D38).
 * @throws Refusal 403 for a shared demo account, 404, 409
 */
export async function changeStatus(
  { settings }: Pick<Context, "settings">,
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  userId: number,
  { status, reason }: { status: "ACTIVE" | "SUSPENDED" | "BANNED"; reason: string | null },
  by: Actor,
): Promise<void> {
  const account = await lockKnown(tx, userId);
  refuseForSharedAccount(
    settings,
    account.email,
    msg(
      "All visitors share this demo account, so its status can't be changed. Nothing was changed.",
    ),
  );
  await refuseLastAdministrator(tx, account, by);
  if (account.status === status) return;
  const change = { before: { status: account.status }, after: { status } };
  if (status !== "ACTIVE") {
    await askForAccess(tx, account, { ...change, reason }, by);
    await askBeforeClose(tx, by, { kind: "BIDDER_SUSPENSION", user: account, ...change, reason });
  }
  await setStatus(tx, userId, status, reason);
  if (status !== "ACTIVE") await revokeSessionsOf(tx, userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "status-changed",
    subjectType: "user",
    subjectId: userId,
    ...change,
    reason,
    ip: by.ip,
  });
  await enqueue(tx, "send-mail", {
    eventKey: `status-changed:${randomUUID()}`,
    to: account.email,
    content: { kind: "STATUS_CHANGED", name: account.name, status, reason },
  });
  if (account.role === "ROLE_ADMIN")
    await tellAdministrators(
      tx,
      msg("The status of administrator {name} was changed.", { name: account.name }),
      by.userId,
    );
  record({ type: "access-changed", userId });
}

/**
 * Sets a customer's bid limit. A limit below what is used is accepted, since refusing it would
 * reveal private maximums (D46). An increase above a set amount needs a second administrator, and so
 * does a lower limit of somebody who has bid on a lot that closes within the hour (D38).
 * @param limit whole dollars
 * @throws Refusal 404, 409
 */
export async function changeLimit(
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  userId: number,
  limit: number,
  by: Actor,
): Promise<void> {
  const account = await lockKnown(tx, userId);
  if (account.limit_cents === null)
    throw new Refusal("wrong-state", msg("Staff accounts have no bid limit"));
  const limitCents = dollarsToCents(limit);
  if (limitCents === account.limit_cents) return;
  const before = { limit: centsToDollars(account.limit_cents) };
  const { limitAboveCents } = await twoPersonRule(tx);
  const isLower = limitCents < account.limit_cents;
  if (
    isLower
      ? await bidsOnClosing(tx, userId, TWO_BEFORE_CLOSE_MS)
      : limitCents > Math.max(limitAboveCents, account.limit_cents)
  ) {
    await requireSecondPerson(tx, by, {
      kind: "BID_LIMIT",
      subjectType: "user",
      subjectId: userId,
      title: account.name,
      before,
      after: { limit, ...(await shownPerson(tx, userId, null)) },
      reason: null,
    });
  }
  await setLimit(tx, userId, limitCents);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "limit-changed",
    subjectType: "user",
    subjectId: userId,
    before,
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
    event: { type: "LIMIT_CHANGED", limit, at: (await clockNow(tx)).toISOString() },
  });
}

/**
 * Releases the holds of a customer's unpaid awards; holds of leading bids stay (D25). Needs a second
 * administrator where what is unpaid and led exceeds a set amount (D38).
 * @throws Refusal 404, 409
 */
export async function forgiveUsage(tx: PoolClient, userId: number, by: Actor): Promise<void> {
  const account = await lockKnown(tx, userId);
  if (account.limit_cents === null)
    throw new Refusal("wrong-state", msg("Staff accounts have no bid limit"));
  const { limitAboveCents } = await twoPersonRule(tx);
  const unpaidCents = await unpaidOfUser(tx, userId);
  if (unpaidCents + account.leading_cents > limitAboveCents)
    await requireSecondPerson(tx, by, {
      kind: "USAGE_FORGIVEN",
      subjectType: "user",
      subjectId: userId,
      title: account.name,
      before: { awarded: centsToDollars(account.awarded_cents) },
      after: {
        awarded: 0,
        balance: centsToDollars(unpaidCents),
        ...(await shownPerson(tx, userId, null)),
      },
      reason: null,
    });
  const forgivenCents = await forgiveAwards(tx, userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "usage-forgiven",
    subjectType: "user",
    subjectId: userId,
    before: { awarded: centsToDollars(account.awarded_cents) },
    after: { awarded: centsToDollars(account.awarded_cents - forgivenCents) },
    ip: by.ip,
  });
}

/** Open purchases that an error names; the rest are only counted. */
const NAMED = 5;

/** @throws Refusal 409 while purchases aren't paid and picked up */
async function refuseOpenPurchases(tx: PoolClient, userId: number): Promise<void> {
  const open = await openPurchases(tx, userId);
  if (open.length === 0) return;
  const named = open
    .slice(0, NAMED)
    .map(({ title, invoice }) =>
      invoice === null ? spoken(title) : msg("{title}, invoice {invoice}", { title, invoice }),
    )
    .reduce((all, one) => msg("{all}; {one}", { all, one }));
  const more = open.length - NAMED;
  throw new Refusal(
    "in-use",
    more > 0
      ? msg(
          "This account has purchases that aren't paid and picked up: {named}; and {more} more. Nothing was changed.",
          { named, more },
        )
      : msg(
          "This account has purchases that aren't paid and picked up: {named}. Nothing was changed.",
          { named },
        ),
  );
}

/**
 * Closes an account and deletes its personal data (D12, D44). An administrator's needs a second
 * person where there is a third, else a week without access; so does that of somebody else who has bid
 * on a lot that closes within the hour (D38).
 * @throws Refusal 403 for a shared demo account; 404; 409 while it leads a lot or owes money
 */
export async function closeAccount(
  { settings }: Pick<Context, "settings">,
  tx: PoolClient,
  record: (event: ProductEvent) => void,
  userId: number,
  by: Actor,
): Promise<void> {
  const account = await lockKnown(tx, userId);
  refuseForSharedAccount(
    settings,
    account.email,
    msg("All visitors share this demo account, so it can't be closed. Nothing was changed."),
  );
  // Customers may close their own account; staff may not.
  if (account.role !== "ROLE_CUSTOMER") await refuseLastAdministrator(tx, account, by);
  await refuseOpenPurchases(tx, userId);
  if (account.leading_cents + account.awarded_cents > 0) {
    throw new Refusal(
      "in-use",
      msg("This account has high bids or unpaid lots. You can close it once they're settled."),
    );
  }
  if (await awaitsDelivery(tx, userId)) {
    throw new Refusal(
      "in-use",
      msg("This account has an open delivery. You can close it once the delivery is finished."),
    );
  }
  const change = {
    before: { status: account.status, role: account.role },
    after: { status: "CLOSED" },
  };
  await askForAccess(tx, account, { ...change, reason: null }, by);
  await askBeforeClose(tx, by, {
    kind: "BIDDER_SUSPENSION",
    user: account,
    ...change,
    reason: null,
  });
  if (account.role === "ROLE_ADMIN")
    await tellAdministrators(
      tx,
      msg("The account of administrator {name} was closed.", { name: account.name }),
      by.userId,
    );
  await forgetPerson(tx, userId, account.email);
  await revokeSessionsOf(tx, userId);
  await insertAudit(tx, {
    actorId: by.userId,
    action: "account-closed",
    subjectType: "user",
    subjectId: userId,
    ...change,
    ip: by.ip,
  });
  record({ type: "access-changed", userId });
}
