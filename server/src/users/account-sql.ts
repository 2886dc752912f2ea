import type { AuditField } from "@gavelyard/domain/audit/audit-fields";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Role } from "@gavelyard/domain/users/roles";
import type { Db } from "../db/pool.ts";

export interface LockedAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  /** Null for staff, who can't bid. */
  readonly limit_cents: number | null;
  readonly leading_cents: number;
  readonly awarded_cents: number;
}

/**
 * Locks and returns an account; null if there is none. Locks its bid limit first, in the same order
 * as the bid desk.
 */
export async function lockAccount(tx: Db, userId: number): Promise<LockedAccount | null> {
  await tx.query("SELECT 1 FROM bidders WHERE user_id = $1 FOR NO KEY UPDATE", [userId]);
  const { rows } = await tx.query<LockedAccount>(
    `SELECT u.id, u.name, u.email, u.role, u.status, b.limit_cents,
        coalesce(b.leading_cents, 0) AS leading_cents, coalesce(b.awarded_cents, 0) AS awarded_cents
      FROM users u LEFT JOIN bidders b ON b.user_id = u.id WHERE u.id = $1 FOR NO KEY UPDATE OF u`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Account fields that a change of permissions needs. */
export interface StaffRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly withheld_permissions: readonly Permission[];
}

/** Locks and returns accounts, ordered by id so that concurrent changes can't deadlock. */
export async function lockStaff(tx: Db, userIds: readonly number[]): Promise<StaffRow[]> {
  const { rows } = await tx.query<StaffRow>(
    `SELECT id, name, email, role, status, withheld_permissions FROM users
      WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    [userIds],
  );
  return rows;
}

/** Returns whether there is another active administrator who can manage accounts (D57). */
export async function otherAdministratorExists(tx: Db, userId: number): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM users WHERE role = 'ROLE_ADMIN' AND status = 'ACTIVE'
      AND 'users' <> ALL (withheld_permissions) AND id <> $1 FOR SHARE`,
    [userId],
  );
  return rows.length > 0;
}

export async function setStatus(
  tx: Db,
  userId: number,
  status: string,
  reason: string | null,
): Promise<void> {
  await tx.query(
    "UPDATE users SET status = $2, status_reason = $3, updated_at = clock_ms() WHERE id = $1",
    [userId, status, reason],
  );
}

/** Sets a bid limit. Existing holds stay, even above the new limit, but can't grow (D46). */
export async function setLimit(tx: Db, userId: number, limitCents: number): Promise<void> {
  await tx.query(
    `UPDATE bidders SET limit_cents = $2, held_when_set_cents = leading_cents + awarded_cents
      WHERE user_id = $1`,
    [userId, limitCents],
  );
}

/** Returns the sum of a customer's unpaid awards, whether or not their holds were released. */
export async function unpaidOfUser(tx: Db, userId: number): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(
    `SELECT coalesce(sum(hammer_cents), 0)::bigint AS cents FROM awards
      WHERE user_id = $1 AND status IN ('PENDING', 'DECLARED')`,
    [userId],
  );
  return rows[0]?.cents ?? 0;
}

/** Releases the holds of a customer's unpaid awards. Returns the cents released (D25). */
export async function forgiveAwards(tx: Db, userId: number): Promise<number> {
  const { rows } = await tx.query<{ forgiven: number }>(
    `WITH held AS (
        SELECT id, hammer_cents - forgiven_cents AS cents FROM awards
        WHERE user_id = $1 AND status IN ('PENDING', 'DECLARED') FOR UPDATE
      ), forgiven AS (
        UPDATE awards a SET forgiven_cents = a.hammer_cents FROM held WHERE a.id = held.id
      )
      SELECT coalesce(sum(cents), 0) AS forgiven FROM held`,
    [userId],
  );
  const forgiven = rows[0]?.forgiven ?? 0;
  await tx.query("UPDATE bidders SET awarded_cents = awarded_cents - $2 WHERE user_id = $1", [
    userId,
    forgiven,
  ]);
  return forgiven;
}

/** Columns that the owner of a profile may change, by their names on the wire. */
const columns = {
  name: "name",
  phoneNumber: "phone_number",
  accountType: "account_type",
  companyName: "company_name",
  dotNumber: "dot_number",
  mcNumber: "mc_number",
  dealerLicense: "dealer_license",
  address: "address",
  timeZone: "time_zone",
  mailsOff: "mails_off",
  pushesOff: "pushes_off",
  quietFromHour: "quiet_from_hour",
  quietUntilHour: "quiet_until_hour",
  dailyAlertHour: "daily_alert_hour",
  language: "language",
} as const satisfies Readonly<Partial<Record<AuditField, string>>>;
export type ProfileField = keyof typeof columns;

/** Changes fields of a profile; returns their values before. */
export async function setProfile(
  tx: Db,
  userId: number,
  fields: ReadonlyMap<ProfileField, unknown>,
): Promise<Partial<Record<ProfileField, unknown>>> {
  const names = [...fields.keys()];
  const sets = names.map((field, index) => `${columns[field]} = $${index + 2}`);
  const before = names.map((field) => `'${field}', ${columns[field]}`);
  const { rows } = await tx.query<{ before: Partial<Record<ProfileField, unknown>> }>(
    `WITH changed AS (
        UPDATE users SET ${[...sets, "updated_at = clock_ms()"].join(", ")} WHERE id = $1)
      SELECT jsonb_build_object(${before.join(", ")}) AS before FROM users WHERE id = $1`,
    [userId, ...fields.values()],
  );
  return rows[0]?.before ?? {};
}
