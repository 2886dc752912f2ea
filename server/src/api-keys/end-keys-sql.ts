import { insertAudit } from "../audit/sql.ts";
import type { Db } from "../db/pool.ts";
import type { EndedKey } from "./sql.ts";

/** Revokes all keys of a user whose access somebody else may have had (D50). */
export async function endKeysOf(tx: Db, userId: number, by: EndedBy): Promise<void> {
  const { rows } = await tx.query<EndedKey>(
    `UPDATE api_keys SET revoked_at = clock_ms(), revoked_by = coalesce($2, $1)
      WHERE user_id = $1 AND revoked_at IS NULL RETURNING id, user_id, name, ending`,
    [userId, by.userId],
  );
  for (const ended of rows) await auditEnd(tx, ended, by);
}

interface EndedBy {
  /** Null for the owner, who isn't signed in, and for `npm run admin`. */
  readonly userId: number | null;
  readonly ip: string | null;
}

/** Each key has a record, since a restore revokes it again by that (`protective-acts-sql.ts`). */
export async function auditEnd(tx: Db, ended: EndedKey, by: EndedBy): Promise<void> {
  await insertAudit(tx, {
    actorId: by.userId,
    action: "api-key-revoked",
    subjectType: "api-key",
    subjectId: ended.id,
    before: { name: ended.name, ending: ended.ending, ownerId: ended.user_id },
    ip: by.ip,
  });
}
