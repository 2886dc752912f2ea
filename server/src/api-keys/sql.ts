import type { ApiScope } from "@gavelyard/domain/api-keys";
import type { Permission } from "@gavelyard/domain/users/permissions";
import type { Role } from "@gavelyard/domain/users/roles";
import type { Db } from "../db/pool.ts";

export interface ActiveKeyRow {
  readonly id: number;
  readonly user_id: number;
  readonly role: Role;
  readonly withheld_permissions: readonly Permission[];
  readonly scopes: ApiScope[];
  readonly bids_by_key: boolean;
  /** Whether to record the use, at most once a minute. */
  readonly use_is_due: boolean;
  /** Whether it acts for staff who have to set up a second factor first (D45). */
  readonly needs_factor: boolean;
}

/**
 * Returns the key with a hash; null when it is unknown, expired, revoked, or its account isn't
 * active. `factorFrom` is the day from which staff need a second factor, or an infinity.
 */
export async function activeKey(
  db: Db,
  hash: Buffer,
  factorFrom: string,
): Promise<ActiveKeyRow | null> {
  const { rows } = await db.query<ActiveKeyRow>({
    name: "working-key",
    text: `SELECT k.id, k.user_id, u.role, u.withheld_permissions, k.scopes, u.bids_by_key,
        k.last_used_at IS NULL OR k.last_used_at < clock_ms() - interval '1 minute' AS use_is_due,
        u.role <> 'ROLE_CUSTOMER' AND $2::timestamptz <= clock_ms()
          AND NOT has_factor(u.id) AS needs_factor
      FROM api_keys k JOIN users u ON u.id = k.user_id
      WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND k.expires_at > clock_ms()
        AND u.status = 'ACTIVE'`,
    values: [hash, factorFrom],
  });
  return rows[0] ?? null;
}

export async function markKeyUsed(db: Db, id: number, ip: string | null): Promise<void> {
  await db.query(
    "UPDATE api_keys SET last_used_at = clock_ms(), last_used_ip = $2::inet WHERE id = $1",
    [id, ip],
  );
}

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly scopes: ApiScope[];
  readonly ending: string;
  readonly status: "ACTIVE" | "EXPIRED" | "REVOKED";
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
  readonly last_used_ip: string | null;
}

const statusNow = `CASE WHEN k.revoked_at IS NOT NULL THEN 'REVOKED'
    WHEN k.expires_at <= clock_ms() THEN 'EXPIRED' ELSE 'ACTIVE' END`;
const keyColumns = `k.id, k.name, k.scopes, k.ending, ${statusNow} AS status, k.created_at, k.expires_at,
    k.last_used_at, host(k.last_used_ip) AS last_used_ip`;

export async function keysOf(db: Db, userId: number): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `SELECT ${keyColumns} FROM api_keys k WHERE k.user_id = $1 ORDER BY k.id DESC LIMIT 100`,
    [userId],
  );
  return rows;
}

export interface HouseKeyRow extends KeyRow {
  readonly user_id: number;
  readonly owner_name: string;
  readonly role: Role;
}

/** Returns a page of all keys, active ones first, then by age. */
export async function allKeys(
  db: Db,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: HouseKeyRow[]; total: number }> {
  const { rows } = await db.query<HouseKeyRow>(
    `SELECT ${keyColumns}, k.user_id, u.name AS owner_name, u.role
      FROM api_keys k JOIN users u ON u.id = k.user_id
      ORDER BY k.revoked_at IS NULL AND k.expires_at > clock_ms() DESC, k.id DESC
      LIMIT $1 OFFSET $2`,
    [size, page * size],
  );
  const counted = await db.query<{ total: number }>("SELECT count(*) AS total FROM api_keys");
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Locks a user and counts their active keys. The lock makes concurrent creations count each other.
 */
export async function lockAndCountKeys(tx: Db, userId: number): Promise<number> {
  await tx.query("SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE", [userId]);
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*) FROM api_keys
      WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > clock_ms()`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

export interface NewKey {
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly hash: Buffer;
  readonly ending: string;
  readonly days: number;
}

export async function insertKey(tx: Db, key: NewKey): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `INSERT INTO api_keys AS k (user_id, name, scopes, key_hash, ending, created_at, expires_at)
      SELECT $1, $2, $3::text[], $4::bytea, $5, now, now + $6::int * interval '1 day'
      FROM clock_ms() AS now
      RETURNING ${keyColumns}`,
    [key.userId, key.name, key.scopes, key.hash, key.ending, key.days],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a key was not written");
  return row;
}

export interface EndedKey {
  readonly id: number;
  readonly user_id: number;
  readonly name: string;
  readonly ending: string;
}

/**
 * Revokes a key, only of one user if `ownerId` is given. Returns the owner; null when there is none
 * to revoke.
 */
export async function revokeKey(
  tx: Db,
  id: number,
  by: { readonly userId: number; readonly ownerId: number | null },
): Promise<EndedKey | null> {
  const { rows } = await tx.query<EndedKey>(
    `UPDATE api_keys SET revoked_at = clock_ms(), revoked_by = $2
      WHERE id = $1 AND revoked_at IS NULL AND ($3::bigint IS NULL OR user_id = $3)
      RETURNING id, user_id, name, ending`,
    [id, by.userId, by.ownerId],
  );
  return rows[0] ?? null;
}

export async function ownerOfKeys(
  tx: Db,
  userId: number,
): Promise<{ readonly name: string; readonly email: string }> {
  const { rows } = await tx.query<{ name: string; email: string }>(
    "SELECT name, email FROM users WHERE id = $1",
    [userId],
  );
  if (rows[0] === undefined) throw new Error(`user ${userId} is gone`);
  return rows[0];
}

export async function areBidsByKeyAllowed(db: Db, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ bids_by_key: boolean }>(
    "SELECT bids_by_key FROM users WHERE id = $1",
    [userId],
  );
  return rows[0]?.bids_by_key ?? false;
}

/** Sets whether the account's keys can bid. Returns the previous value. */
export async function setBidsByKey(tx: Db, userId: number, allowed: boolean): Promise<boolean> {
  const { rows } = await tx.query<{ was: boolean }>(
    `UPDATE users u SET bids_by_key = $2 FROM users old WHERE u.id = $1 AND old.id = u.id
      RETURNING old.bids_by_key AS was`,
    [userId, allowed],
  );
  return rows[0]?.was ?? false;
}
