import type { Role } from "@gavelyard/domain/roles";
import type { Db } from "../db/pool.ts";

export interface LockedAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  /** Null for staff, who never bid. */
  readonly limit_cents: number | null;
  readonly leading_cents: number;
  readonly awarded_cents: number;
}

/**
 * Locks an account with its bid limit, as the bid desk does before it decides; null when there is
 * none.
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

/** Whether another administrator can still sign in. */
export async function otherAdministratorExists(tx: Db, userId: number): Promise<boolean> {
  const { rows } = await tx.query(
    "SELECT 1 FROM users WHERE role = 'ROLE_ADMIN' AND status = 'ACTIVE' AND id <> $1 FOR SHARE",
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

export async function setLimit(tx: Db, userId: number, limitCents: number): Promise<void> {
  await tx.query("UPDATE bidders SET limit_cents = $2 WHERE user_id = $1", [userId, limitCents]);
}

/** Forgives what unpaid awards hold of a locked limit; answers how many cents that was (D25). */
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

/** Forgets who somebody was; bids, awards and documents keep the number (D12). */
export async function forgetPerson(tx: Db, userId: number): Promise<void> {
  await tx.query(
    `UPDATE users SET email = 'closed-' || id || '@closed.invalid', name = 'Closed account',
        password_hash = 'closed', phone_number = NULL, address = NULL, company_name = NULL,
        dot_number = NULL, mc_number = NULL, dealer_license = NULL, status = 'CLOSED',
        status_reason = NULL, closed_at = clock_ms(), updated_at = clock_ms()
      WHERE id = $1`,
    [userId],
  );
  await tx.query("DELETE FROM wishlist_items WHERE user_id = $1", [userId]);
  await tx.query("DELETE FROM saved_searches WHERE user_id = $1", [userId]);
  await tx.query("DELETE FROM password_resets WHERE user_id = $1", [userId]);
  await tx.query("DELETE FROM user_notes WHERE user_id = $1", [userId]);
}

/** Columns that a profile's owner may change, by their names on the wire. */
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
} as const;
export type ProfileField = keyof typeof columns;

/** Sets the given fields of a profile. */
export async function setProfile(
  tx: Db,
  userId: number,
  fields: ReadonlyMap<ProfileField, unknown>,
): Promise<void> {
  const sets = [...fields.keys()].map((field, index) => `${columns[field]} = $${index + 2}`);
  await tx.query(
    `UPDATE users SET ${[...sets, "updated_at = clock_ms()"].join(", ")} WHERE id = $1`,
    [userId, ...fields.values()],
  );
}
