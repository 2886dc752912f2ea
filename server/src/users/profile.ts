import { optionalMails, type UserProfile } from "@gavelyard/contract/users";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";
import { notFound } from "../http/errors.ts";
import { profileById, userFigures, type ProfileRow } from "./sql.ts";

export const noSuchUser = () => notFound("Account not found");

/** A row as it goes over the wire. */
export function toProfile(row: ProfileRow): UserProfile {
  const wants = (mail: string) => ({ email: !row.mails_off.includes(mail) });
  const [outbid, lost, live, ending] = optionalMails;
  return {
    id: row.id,
    userId: row.id,
    name: row.name,
    email: row.email,
    emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
    phoneNumber: row.phone_number,
    userRole: row.role,
    status: row.status,
    accountType: row.account_type,
    companyName: row.company_name,
    dotNumber: row.dot_number,
    mcNumber: row.mc_number,
    dealerLicense: row.dealer_license,
    address: row.address,
    timeZone: row.time_zone,
    notificationPrefs: {
      [outbid]: wants(outbid),
      [lost]: wants(lost),
      [live]: wants(live),
      [ending]: wants(ending),
    },
    bidLimit: centsToDollars(row.limit_cents),
    bidUsed: centsToDollars(row.used_cents),
    bidAvailable: centsToDollars(row.limit_cents - row.used_cents),
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
  };
}

/** @throws HttpError 404 */
export async function profileOf(
  db: Db,
  userId: number,
  viewer: { readonly userId: number },
): Promise<UserProfile> {
  const row = await profileById(db, userId, viewer.userId === userId);
  if (row === null) throw noSuchUser();
  return toProfile(row);
}

/**
 * A user with what staff want to know beside the profile.
 * @throws HttpError 404
 */
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
  };
}
