import type { Db } from "../db/pool.ts";
import type { Claim } from "./sql.ts";

/**
 * Saves the token of a link for some minutes, if the address has an active account. Replaces an
 * older one that the same network requested.
 */
export async function saveReset(
  db: Db,
  { email, requester }: Claim,
  tokenHash: Buffer,
  minutes: number,
): Promise<void> {
  await db.query(
    `INSERT INTO password_resets (user_id, network, token_hash, expires_at)
      SELECT id, $2, $3, clock_ms() + make_interval(mins => $4) FROM users WHERE email = $1 AND status = 'ACTIVE'
      ON CONFLICT (user_id, network) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [email, requester, tokenHash, minutes],
  );
}

export interface PasswordAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly password_hash: string;
}

const accountColumns = "u.id, u.name, u.email, u.password_hash";

/** Returns the account whose password a token may set; null if the token isn't valid. */
export async function resetFor(db: Db, tokenHash: Buffer): Promise<PasswordAccount | null> {
  const { rows } = await db.query<PasswordAccount>(
    `SELECT ${accountColumns} FROM password_resets r JOIN users u ON u.id = r.user_id
      WHERE r.token_hash = $1 AND r.expires_at > clock_ms() AND u.status = 'ACTIVE'`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

/** Deletes a used token. Returns false if it is no longer valid. */
export async function useReset(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    "DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > clock_ms()",
    [tokenHash],
  );
  return rowCount === 1;
}

export async function accountById(db: Db, userId: number): Promise<PasswordAccount | null> {
  const { rows } = await db.query<PasswordAccount>(
    `SELECT ${accountColumns} FROM users u WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/**
 * Sets a password and deletes the links that were mailed before. Returns false if the account's
 * password isn't `account.password_hash` any more.
 */
export async function setPassword(
  db: Db,
  { id, password_hash: before }: PasswordAccount,
  passwordHash: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE users SET password_hash = $3, updated_at = clock_ms()
      WHERE id = $1 AND password_hash = $2`,
    [id, before, passwordHash],
  );
  await db.query("DELETE FROM password_resets WHERE user_id = $1", [id]);
  return rowCount === 1;
}
