import type { Language } from "@gavelyard/messages/languages";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Role } from "@gavelyard/domain/users/roles";
import type { Db } from "../db/pool.ts";

export interface AccountRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: string;
  readonly password_hash: string;
}

export async function accountByEmail(db: Db, email: string): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(
    "SELECT id, name, email, role, status, password_hash FROM users WHERE email = $1",
    [email],
  );
  return rows[0] ?? null;
}

export async function accountOf(db: Db, userId: number): Promise<AccountRow | null> {
  const { rows } = await db.query<AccountRow>(
    "SELECT id, name, email, role, status, password_hash FROM users WHERE id = $1",
    [userId],
  );
  return rows[0] ?? null;
}

/** An account by its ID, or by its email address where nobody is signed in. */
export type AccountName = { readonly id: number } | { readonly email: string };

/**
 * Returns whether an account signed in from a network within 30 days, or its password was set from
 * there.
 */
export async function knowsNetwork(
  db: Db,
  account: AccountName,
  network: string,
): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM users u WHERE u.id = coalesce($1::bigint, (SELECT id FROM users WHERE email = $2))
      AND (EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.ip <<= $3::inet
          AND s.issued_at > clock_ms() - interval '30 days')
        OR EXISTS (SELECT 1 FROM security_events e WHERE e.user_id = u.id AND e.ip <<= $3::inet
          AND e.kind = 'PASSWORD_CHANGED' AND e.at > clock_ms() - interval '30 days'))`,
    ["id" in account ? account.id : null, "email" in account ? account.email : null, network],
  );
  return rows.length > 0;
}

/**
 * Saves the time of a sign-in. Returns false if the account is no longer active, or its password
 * changed since it was checked.
 */
export async function markSignedIn(
  tx: Db,
  { id, password_hash }: { readonly id: number; readonly password_hash: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET last_login_at = clock_ms()
      WHERE id = $1 AND password_hash = $2 AND status = 'ACTIVE'`,
    [id, password_hash],
  );
  return rowCount === 1;
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly phoneNumber: string | null;
  readonly emailVerified: boolean;
  readonly language: Language;
  readonly timeZone?: string | undefined;
}

/** Creates an account and returns its ID; null if the address has one already. */
export async function insertAccount(db: Db, account: NewAccount): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO users (name, email, password_hash, role, phone_number, email_verified_at, last_login_at,
        language, time_zone)
      VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN clock_ms() END, NULL, $7, $8)
      ON CONFLICT (email) DO NOTHING RETURNING id`,
    [
      account.name,
      account.email,
      account.passwordHash,
      account.role,
      account.phoneNumber,
      account.emailVerified,
      account.language,
      account.timeZone,
    ],
  );
  return rows[0]?.id ?? null;
}

export async function administratorExists(db: Db): Promise<boolean> {
  const { rows } = await db.query(
    "SELECT 1 FROM users WHERE role = 'ROLE_ADMIN' AND status = 'ACTIVE' LIMIT 1",
  );
  return rows.length > 0;
}

/**
 * Makes an account an active administrator with every permission and a new password. Returns false
 * if it has ever bid.
 */
export async function makeAdministrator(
  db: Db,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET role = 'ROLE_ADMIN', status = 'ACTIVE',
        withheld_permissions = '{}', password_hash = $2
      WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM lot_bidders WHERE user_id = $1)`,
    [userId, passwordHash],
  );
  return rowCount === 1;
}

/** Gives a customer a bid limit, which every bidder needs (D25). */
export async function insertBidder(db: Db, userId: number, limitCents: number): Promise<void> {
  await db.query("INSERT INTO bidders (user_id, limit_cents) VALUES ($1, $2)", [
    userId,
    limitCents,
  ]);
}

/** An email address, and who claims it: a network or a request with an id of its own (D43). */
export interface Claim {
  readonly email: string;
  readonly requester: string;
}

/**
 * Saves a code for an address. Replaces an older one of the same requester; a
 * verification that is still valid stays.
 */
export async function saveCode(
  db: Db,
  { email, requester }: Claim,
  codeHash: string,
): Promise<void> {
  await db.query(
    `INSERT INTO email_codes (email, network, code_hash, sent_at, expires_at, tries_left)
      VALUES ($1, $2, $3, clock_ms(), clock_ms() + interval '10 minutes', 5)
      ON CONFLICT (email, network) DO UPDATE SET code_hash = excluded.code_hash, sent_at = excluded.sent_at,
        expires_at = excluded.expires_at, tries_left = excluded.tries_left`,
    [email, requester, codeHash],
  );
}

/**
 * Uses one try of a requester's code. Returns the code's hash, or null if there is no code to try.
 */
export async function takeCodeTry(db: Db, { email, requester }: Claim): Promise<string | null> {
  const { rows } = await db.query<{ code_hash: string }>(
    `UPDATE email_codes SET tries_left = tries_left - 1
      WHERE email = $1 AND network = $2 AND tries_left > 0 AND expires_at > clock_ms()
      RETURNING code_hash`,
    [email, requester],
  );
  return rows[0]?.code_hash ?? null;
}

/**
 * Marks a code as used and its address as verified for 15 minutes. Returns false if another call
 * used it first.
 */
export async function useCode(
  db: Db,
  { email, requester }: Claim,
  codeHash: string,
  verificationHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE email_codes SET code_hash = 'used', tries_left = 0,
        verified_until = clock_ms() + interval '15 minutes', verification_hash = $4
      WHERE email = $1 AND network = $2 AND code_hash = $3`,
    [email, requester, codeHash, verificationHash],
  );
  return rowCount === 1;
}

/**
 * Returns whether an address was verified within the last 15 minutes (D6): with the token of that
 * verification, or without a token by the same requester (D43).
 */
export async function isVerified(
  db: Db,
  { email, requester }: Claim,
  verificationHash: Buffer | null,
): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM email_codes WHERE email = $1 AND verified_until > clock_ms()
      AND CASE WHEN $3::bytea IS NULL THEN network = $2 ELSE verification_hash = $3 END`,
    [email, requester, verificationHash],
  );
  return rows.length > 0;
}

/** Sets the permissions that an account on staff doesn't have (D57). */
export async function setWithheld(
  tx: Db,
  userId: number,
  withheld: readonly Permission[],
): Promise<void> {
  await tx.query(
    "UPDATE users SET withheld_permissions = $2, updated_at = clock_ms() WHERE id = $1",
    [userId, withheld],
  );
}
