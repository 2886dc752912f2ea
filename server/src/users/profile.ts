import { msg } from "@gavelyard/messages/text";
import type { UserProfile } from "@gavelyard/contract/users/users";
import {
  notificationKinds,
  type Channel,
  type NotificationKind,
} from "@gavelyard/domain/users/notifications";
import { permissionsOf } from "@gavelyard/domain/users/permissions";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";
import { notFound } from "../refusal.ts";
import { openerOf } from "../proposals/same-person-sql.ts";
import { profileById, userFigures, type ProfileRow } from "./sql.ts";

export const noSuchUser = () => notFound(msg("Account not found"));

export function toProfile(row: ProfileRow): UserProfile {
  return {
    id: row.id,
    userId: row.id,
    name: row.name,
    email: row.email,
    emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
    phoneNumber: row.phone_number,
    userRole: row.role,
    status: row.status,
    permissions: permissionsOf(row.role, row.withheld_permissions),
    accountType: row.account_type,
    companyName: row.company_name,
    dotNumber: row.dot_number,
    mcNumber: row.mc_number,
    dealerLicense: row.dealer_license,
    address: row.address,
    timeZone: row.time_zone,
    language: row.language,
    notificationPrefs: prefsOf(row),
    quietHours:
      row.quiet_from_hour === null || row.quiet_until_hour === null
        ? null
        : { fromHour: row.quiet_from_hour, untilHour: row.quiet_until_hour },
    dailyAlertHour: row.daily_alert_hour,
    bidLimit: centsToDollars(row.limit_cents),
    bidUsed: centsToDollars(row.used_cents),
    bidAvailable: centsToDollars(Math.max(0, row.limit_cents - row.used_cents)),
    acceptedTerms: row.accepted_terms,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  };
}

/** @throws Refusal 404 */
export async function profileOf(
  db: Db,
  userId: number,
  viewer: { readonly userId: number },
): Promise<UserProfile> {
  const row = await profileById(db, userId, viewer.userId === userId);
  if (row === null) throw noSuchUser();
  return toProfile(row);
}

/** Returns a user's profile with more figures for staff. @throws Refusal 404 */
export async function userForStaff(db: Db, userId: number) {
  const row = await profileById(db, userId, false);
  if (row === null) throw noSuchUser();
  const figures = await userFigures(db, userId);
  return {
    ...toProfile(row),
    statusReason: row.status_reason,
    bidCount: figures.bid_count,
    lotsLed: figures.lots_led,
    awards: figures.awards,
    unpaidAwards: figures.unpaid_awards,
    sessions: figures.sessions,
    secondFactor: figures.second_factor,
    openedBy: await openerOf(db, userId),
  };
}

function prefsOf(row: ProfileRow): UserProfile["notificationPrefs"] {
  const off = { email: row.mails_off, push: row.pushes_off };
  const channelsOf = (kind: NotificationKind) =>
    Object.fromEntries(
      notificationKinds[kind].map((channel: Channel) => [channel, !off[channel].includes(kind)]),
    );
  return {
    OUTBID: channelsOf("OUTBID"),
    ENDING_SOON: channelsOf("ENDING_SOON"),
    SEARCH_ALERT: channelsOf("SEARCH_ALERT"),
    NEW_ANSWERS: channelsOf("NEW_ANSWERS"),
    AUCTION_LIVE: channelsOf("AUCTION_LIVE"),
    LOST: channelsOf("LOST"),
    WON: channelsOf("WON"),
    OFFER: channelsOf("OFFER"),
    PAYMENT_DUE: channelsOf("PAYMENT_DUE"),
    PICKUP: channelsOf("PICKUP"),
  };
}
