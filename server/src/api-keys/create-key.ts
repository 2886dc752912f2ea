import { msg } from "@gavelyard/messages/text";
import type { newApiKey } from "@gavelyard/contract/api-keys";
import { apiKeyPrefix, MAX_API_KEYS, scopesOf, type ApiScope } from "@gavelyard/domain/api-keys";
import { isStaff } from "@gavelyard/domain/users/roles";
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { insertAudit } from "../audit/sql.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/pool.ts";
import { act } from "../events/act.ts";
import type { Principal } from "../http/access.ts";
import type { Actor } from "../http/actor.ts";
import { spoken, badFields, Refusal } from "../refusal.ts";
import { setting } from "../operating-settings/sql.ts";
import { hashKey } from "./authenticate-key.ts";
import { noteKeyChange } from "./note-key-change.ts";
import { insertKey, lockAndCountKeys, type KeyRow } from "./sql.ts";

/**
 * Returns the scopes that a user can give a new key; none for customers while customer keys are
 * off.
 */
export async function scopesFor(db: Db, user: Principal): Promise<ApiScope[]> {
  const offered = isStaff(user.role) || (await setting(db, "customerApiKeys"))?.isOn === true;
  return offered ? scopesOf(user.role) : [];
}

/**
 * Creates a key for another system to call as the user, within its scopes (D50). Returns the key,
 * which is shown once and stored as a hash.
 * @throws Refusal 400 for a scope that the user can't give, 403 without any, 409 at the limit
 */
export async function createKey(
  context: Context,
  user: Principal,
  given: z.output<typeof newApiKey>,
  by: Actor,
): Promise<{ row: KeyRow; key: string }> {
  const key = `${apiKeyPrefix}${randomBytes(32).toString("base64url")}`;
  const row = await act(context, async (tx) => {
    const allowed = await scopesFor(tx, user);
    if (allowed.length === 0)
      throw new Refusal("role-forbidden", msg("API keys aren't available for your account"));
    const refused = given.scopes.find((scope) => !allowed.includes(scope));
    if (refused !== undefined) {
      const message = msg("Your keys can't have {scope}", { scope: spoken(refused) });
      throw badFields([{ path: "scopes", message }]);
    }
    if ((await lockAndCountKeys(tx, user.userId)) >= MAX_API_KEYS) {
      throw new Refusal(
        "limit-reached",
        msg("You can have up to {MAX_API_KEYS} API keys. Revoke one first.", { MAX_API_KEYS }),
      );
    }
    const made = await insertKey(tx, {
      userId: user.userId,
      name: given.name,
      scopes: given.scopes,
      hash: hashKey(key),
      ending: key.slice(-4),
      days: given.expiresInDays,
    });
    await insertAudit(tx, {
      actorId: by.userId,
      action: "api-key-created",
      subjectType: "api-key",
      subjectId: made.id,
      after: {
        name: made.name,
        scopes: made.scopes,
        ending: made.ending,
        expiresAt: made.expires_at,
      },
      ip: by.ip,
    });
    await noteKeyChange(tx, "KEY_CREATED", by);
    return made;
  });
  return { row, key };
}
