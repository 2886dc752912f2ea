import type { Language } from "@gavelyard/messages/languages";
import { anywhere } from "../db/anywhere.ts";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Role } from "@gavelyard/domain/users/roles";
import type { UserProfile, Winning } from "@gavelyard/contract/users/users";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";

export interface ProfileRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly email_verified_at: Date | null;
  readonly phone_number: string | null;
  readonly role: Role;
  readonly status: UserProfile["status"];
  readonly withheld_permissions: readonly Permission[];
  readonly status_reason: string | null;
  readonly account_type: UserProfile["accountType"];
  readonly company_name: string | null;
  readonly dot_number: string | null;
  readonly mc_number: string | null;
  readonly dealer_license: UserProfile["dealerLicense"];
  readonly address: UserProfile["address"];
  readonly time_zone: string | null;
  readonly language: Language;
  readonly mails_off: readonly string[];
  readonly pushes_off: readonly string[];
  readonly quiet_from_hour: number | null;
  readonly quiet_until_hour: number | null;
  readonly daily_alert_hour: number;
  readonly accepted_terms: string | null;
  readonly created_at: Date;
  readonly last_login_at: Date | null;
  /** Zero for staff, who can't bid (D4). */
  readonly limit_cents: number;
  readonly used_cents: number;
}

const profileColumns = `u.id, u.name, u.email, u.email_verified_at, u.phone_number, u.role, u.status,
  u.withheld_permissions, u.status_reason, u.account_type, u.company_name, u.dot_number, u.mc_number, u.dealer_license,
  u.address, u.time_zone, u.language, u.mails_off, u.pushes_off, u.quiet_from_hour,
  u.quiet_until_hour, u.daily_alert_hour,
  (SELECT max(t.version)::text FROM terms_acceptances t WHERE t.user_id = u.id) AS accepted_terms, u.created_at, u.last_login_at,
  coalesce(b.limit_cents, 0) AS limit_cents`;

/**
 * SQL for the used limit, counting the visible prices of open lots instead of the maximums (D18).
 */
const visiblyUsed = `coalesce(b.leading_cents + b.awarded_cents, 0) - (
  SELECT coalesce(sum(l.leader_max_cents - l.price_cents), 0)
  FROM lots l WHERE l.leader_id = u.id AND l.closed_at IS NULL) AS used_cents`;

/**
 * Returns a user with the state of the bid limit; null if there is none. Holds on open lots are the
 * user's maximums, or only the visible prices if `maximaShown` is false (D18).
 */
export async function profileById(
  db: Db,
  userId: number,
  maximaShown: boolean,
): Promise<ProfileRow | null> {
  const used = maximaShown
    ? "coalesce(b.leading_cents + b.awarded_cents, 0) AS used_cents"
    : visiblyUsed;
  const { rows } = await db.query<ProfileRow>(
    `SELECT ${profileColumns}, ${used}
      FROM users u LEFT JOIN bidders b ON b.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface UserSearch {
  readonly role?: Role;
  readonly userId?: number | undefined;
  /** Part of the address, in any case. */
  readonly email?: string | undefined;
  /** Part of the digits. */
  readonly phoneNumber?: string | undefined;
  /** Part of the name or the email address, in any case. */
  readonly q?: string | undefined;
}

export async function searchUsers(
  db: Db,
  search: UserSearch,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: ProfileRow[]; total: number }> {
  const values = new Values();
  const phone = search.phoneNumber?.replace(/\D/g, "") ?? "";
  const email = search.email?.toLowerCase() ?? "";
  const nameOrEmail = (pattern: string) =>
    `(u.email LIKE lower(${pattern}) OR lower(u.name) LIKE lower(${pattern}))`;
  const q = search.q ?? "";
  const conditions = [
    ...(q === "" ? [] : [nameOrEmail(values.add(anywhere(q)))]),
    ...(search.role === undefined ? [] : [`u.role = ${values.add(search.role)}`]),
    ...(search.userId === undefined ? [] : [`u.id = ${values.add(search.userId)}`]),
    ...(email === "" ? [] : [`u.email LIKE ${values.add(anywhere(email))}`]),
    ...(phone === "" ? [] : [`u.phone_number LIKE ${values.add(anywhere(phone))}`]),
  ];
  const where = conditions.length === 0 ? "true" : conditions.join(" AND ");
  const { rows: counted } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM users u WHERE ${where}`,
    values.list,
  );
  const { rows } = await db.query<ProfileRow>(
    // Computes the used limit only for this page, not for skipped rows.
    `WITH page AS MATERIALIZED (
        SELECT u.id FROM users u WHERE ${where} ORDER BY u.id DESC
        LIMIT ${values.add(size)} OFFSET ${values.add(page * size)})
      SELECT ${profileColumns}, ${visiblyUsed}
      FROM page JOIN users u ON u.id = page.id LEFT JOIN bidders b ON b.user_id = u.id
      ORDER BY u.id DESC`,
    values.list,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

export interface UserFiguresRow {
  readonly bid_count: number;
  readonly lots_led: number;
  readonly awards: number;
  readonly unpaid_awards: number;
  readonly sessions: number;
  readonly second_factor: boolean;
}

export async function userFigures(db: Db, userId: number): Promise<UserFiguresRow> {
  const { rows } = await db.query<UserFiguresRow>(
    `SELECT
        (SELECT count(*) FROM ledger WHERE user_id = $1 AND kind IN ('BID', 'RAISE')) AS bid_count,
        (SELECT count(*) FROM lots WHERE leader_id = $1 AND closed_at IS NULL) AS lots_led,
        (SELECT count(*) FROM awards WHERE user_id = $1 AND status <> 'VOID') AS awards,
        (SELECT count(*) FROM awards WHERE user_id = $1 AND status IN ('PENDING', 'DECLARED')) AS unpaid_awards,
        (SELECT count(DISTINCT family) FROM sessions WHERE user_id = $1 AND revoked_at IS NULL
          AND refreshed_at IS NULL AND expires_at > clock_ms() - interval '7 days') AS sessions,
        coalesce(has_factor($1), false) AS second_factor`,
    [userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("counting a user's figures returned no row");
  return row;
}

/** Returns the recipient's account for an email, or null if no account has the address. */
export async function mailAccount(
  db: Db,
  email: string,
): Promise<{ id: number; language: Language; mails_off: readonly string[] } | null> {
  const { rows } = await db.query<{
    id: number;
    language: Language;
    mails_off: readonly string[];
  }>("SELECT id, language, mails_off FROM users WHERE email = lower($1)", [email]);
  return rows[0] ?? null;
}

/**
 * Turns off one kind of email for a user. Returns false if the account doesn't exist or is closed.
 */
export async function turnMailOff(db: Db, userId: number, kind: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET mails_off = array_append(array_remove(mails_off, $2), $2), updated_at = clock_ms()
      WHERE id = $1 AND status <> 'CLOSED'`,
    [userId, kind],
  );
  return rowCount === 1;
}

export interface AwardRow {
  readonly id: number;
  readonly bid_id: number;
  readonly hammer_cents: number;
  readonly status: Winning["status"];
  readonly created_at: Date;
  readonly payment_due_at: Date | null;
  readonly inventory_id: number;
  readonly auction_id: number;
  readonly auction_name: string;
}

/** Returns a user's awards except void ones, newest first (D27 to D29). */
export async function awardsOf(
  db: Db,
  userId: number,
  { paidOnly }: { readonly paidOnly: boolean },
): Promise<AwardRow[]> {
  const { rows } = await db.query<AwardRow>(
    `SELECT a.id, a.bid_id, a.hammer_cents, a.status, a.created_at, a.payment_due_at,
        l.inventory_id, l.auction_id, c.name AS auction_name
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN auctions c ON c.id = l.auction_id
      WHERE a.user_id = $1 AND a.status <> 'VOID' AND (NOT $2 OR a.status = 'PAID')
      ORDER BY a.id DESC`,
    [userId, paidOnly],
  );
  return rows;
}
