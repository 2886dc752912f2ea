import type { Role } from "@gavelyard/domain/users/roles";
import type { Db } from "../../db/pool.ts";

export interface FactorAccount {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/**
 * Locks an account, so that changes of its factors run one at a time; null if it is closed or
 * missing.
 */
export async function lockFactorsOf(tx: Db, userId: number): Promise<FactorAccount | null> {
  const { rows } = await tx.query<FactorAccount>(
    `SELECT id, name, email, role FROM users WHERE id = $1 AND status <> 'CLOSED'
      FOR NO KEY UPDATE`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface FactorNeed {
  /** Whether the account has to set up a factor, now or later (D45). */
  readonly need: "none" | "later" | "now";
  /** Date (UTC) from which staff need a factor, if it is in the future; otherwise null. */
  readonly needed_from: string | null;
}

/**
 * Returns whether an account has to set up a factor. `from` is the day on which staff need one, or
 * an infinity.
 */
export async function factorNeed(db: Db, userId: number, from: string): Promise<FactorNeed> {
  const { rows } = await db.query<FactorNeed>(
    `SELECT CASE WHEN u.role = 'ROLE_CUSTOMER' OR has_factor(u.id) THEN 'none'
          WHEN f.at <= clock_ms() THEN 'now' ELSE 'later' END AS need,
        CASE WHEN isfinite(f.at) AND f.at > clock_ms()
          THEN to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END AS needed_from
      FROM users u, (SELECT $2::timestamptz AS at) f WHERE u.id = $1`,
    [userId, from],
  );
  return rows[0] ?? { need: "none", needed_from: null };
}

export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.query("SELECT 1 WHERE has_factor($1)", [userId]);
  return rows.length > 0;
}

export interface PasskeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly name: string;
  readonly synced: boolean;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const passkeyColumns =
  "id, user_id, credential_id, public_key, counter, transports, name, synced, created_at, last_used_at";

export async function passkeysOf(db: Db, userId: number): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM passkeys WHERE user_id = $1 ORDER BY id`,
    [userId],
  );
  return rows;
}

export async function passkeyByCredential(
  db: Db,
  credentialId: string,
): Promise<PasskeyRow | null> {
  const { rows } = await db.query<PasskeyRow>(
    `SELECT ${passkeyColumns} FROM passkeys WHERE credential_id = $1`,
    [credentialId],
  );
  return rows[0] ?? null;
}

/** Saves a passkey. Returns false if any account has it already. */
export async function insertPasskey(
  tx: Db,
  passkey: {
    readonly userId: number;
    readonly credentialId: string;
    readonly publicKey: Uint8Array;
    readonly counter: number;
    readonly transports: readonly string[];
    readonly name: string;
    readonly synced: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, synced)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
    [
      passkey.userId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.synced,
    ],
  );
  return rowCount === 1;
}

/**
 * Saves a passkey's new counter. Returns false if the passkey is gone or its counter didn't go up,
 * which means that it was copied.
 */
export async function usePasskey(tx: Db, id: number, counter: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE passkeys SET counter = $2, last_used_at = clock_ms()
      WHERE id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0)`,
    [id, counter],
  );
  return rowCount === 1;
}

/** Deletes a user's passkey and returns its name; null if there is none. */
export async function deletePasskey(tx: Db, userId: number, id: number): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    "DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name",
    [userId, id],
  );
  return rows[0]?.name ?? null;
}

export interface AppRow {
  /** Encrypted. */
  readonly secret: Buffer;
  readonly added_at: Date;
  readonly now_sec: number;
}

export async function appOf(db: Db, userId: number): Promise<AppRow | null> {
  const { rows } = await db.query<AppRow>(
    `SELECT secret, added_at, extract(epoch FROM clock_ms()) AS now_sec
      FROM authenticator_apps WHERE user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function setApp(tx: Db, userId: number, secret: Buffer, step: number): Promise<void> {
  await tx.query(
    `INSERT INTO authenticator_apps (user_id, secret, last_step) VALUES ($1, $2, $3)
      ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step,
        added_at = clock_ms()`,
    [userId, secret, step],
  );
}

/**
 * Marks the code of a step as used. Returns false if it or a later one was used before, or the app
 * was replaced.
 */
export async function useAppStep(
  tx: Db,
  userId: number,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE authenticator_apps SET last_step = $3
      WHERE user_id = $1 AND secret = $2 AND last_step < $3`,
    [userId, secret, step],
  );
  return rowCount === 1;
}

export async function deleteApp(tx: Db, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query("DELETE FROM authenticator_apps WHERE user_id = $1", [
    userId,
  ]);
  return rowCount === 1;
}

export async function recoveryCodesLeft(db: Db, userId: number): Promise<number> {
  const { rows } = await db.query<{ left: number }>(
    "SELECT count(*)::int AS left FROM recovery_codes WHERE user_id = $1",
    [userId],
  );
  return rows[0]?.left ?? 0;
}

export async function setRecoveryCodes(
  tx: Db,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  await tx.query("INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])", [
    userId,
    hashes,
  ]);
}

export async function hasRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await db.query(
    "SELECT 1 FROM recovery_codes WHERE user_id = $1 AND code_hash = $2",
    [userId, hash],
  );
  return rows.length > 0;
}

/** Deletes a used recovery code. Returns false if another call used it first. */
export async function useRecoveryCode(tx: Db, userId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2",
    [userId, hash],
  );
  return rowCount === 1;
}

/** Deletes a user's factors and pending challenges. Returns false if the user had no factor. */
export async function deleteFactors(tx: Db, userId: number): Promise<boolean> {
  const had = await hasFactor(tx, userId);
  // Challenges first, since a sign-in locks its challenge before its factor.
  await tx.query("DELETE FROM auth_challenges WHERE user_id = $1", [userId]);
  await tx.query("DELETE FROM passkeys WHERE user_id = $1", [userId]);
  await tx.query("DELETE FROM authenticator_apps WHERE user_id = $1", [userId]);
  await tx.query("DELETE FROM recovery_codes WHERE user_id = $1", [userId]);
  return had;
}
