import { apiKeyPrefix } from "@gavelyard/domain/api-keys";
import { permissionsOf } from "@gavelyard/domain/users/permissions";
import { hash } from "node:crypto";
import type { Pool } from "pg";
import { withTimeout } from "../db/with-timeout.ts";
import type { Principal } from "../http/access.ts";
import { markKeyUsed, activeKey } from "./sql.ts";

/** Timeout of the database read, after which the caller is asked to retry. */
const READ_TIMEOUT_MS = 1_200;
/** Session id of API-key callers: a key has no session, so nothing can be confirmed in it (D41). */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Hashes a key for storage. A key has 256 random bits, so a plain hash can't be reversed. */
export const hashKey = (key: string): Buffer => hash("sha256", key, "buffer");

export const isApiKey = (token: string): boolean => token.startsWith(apiKeyPrefix);

/**
 * Authenticates an API key. Every call reads the key's row, so that revoking the key or suspending
 * its account takes effect on the next call in any process (D50).
 * @throws Error when the database times out
 */
export async function authenticateKey(
  pool: Pool,
  key: string,
  ip: string | null,
  factorFrom: string,
): Promise<Principal | "invalid"> {
  const row = await withTimeout(activeKey(pool, hashKey(key), factorFrom), READ_TIMEOUT_MS);
  if (row === null) return "invalid";
  // The call continues if the database is read-only.
  if (row.use_is_due) await markKeyUsed(pool, row.id, ip).catch(() => {});
  return {
    userId: row.user_id,
    role: row.role,
    permissions: permissionsOf(row.role, row.withheld_permissions),
    jti: NO_SESSION,
    needsFactor: row.needs_factor,
    key: { id: row.id, scopes: row.scopes, bidsAllowed: row.bids_by_key },
  };
}
