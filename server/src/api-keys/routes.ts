import { t } from "@gavelyard/messages/text";
import * as contract from "@gavelyard/contract/api-keys";
import { isStaff } from "@gavelyard/domain/users/roles";
import type { Context } from "../context.ts";
import { actorOf } from "../http/actor.ts";
import { pageOf } from "../http/page.ts";
import type { Serve } from "../http/serve.ts";
import { allowBids, endKey } from "./change-keys.ts";
import { createKey, scopesFor } from "./create-key.ts";
import { allKeys, areBidsByKeyAllowed, keysOf, type KeyRow } from "./sql.ts";

/** Routes for API keys (D50). */
export function apiKeyRoutes(serve: Serve, context: Context): void {
  const { pool } = context;

  serve(contract.ownApiKeys, async ({ user }) => ({
    scopes: await scopesFor(pool, user),
    bidsAllowed: await areBidsByKeyAllowed(pool, user.userId),
    keys: (await keysOf(pool, user.userId)).map(toApiKey),
  }));
  serve(contract.createApiKey, async ({ body, user, request }) => {
    const { row, key } = await createKey(context, user, body, actorOf(user, request));
    return { apiKey: toApiKey(row), key };
  });
  serve(contract.revokeOwnApiKey, async ({ params, user, request }) => {
    await endKey(context, params.id, "own", actorOf(user, request));
    return { message: t("API key revoked") };
  });
  serve(contract.allowBidsByKey, async ({ body, user, request }) => {
    await allowBids(context, body.allowed, actorOf(user, request));
    return {
      message: body.allowed ? t("Bids by API key allowed") : t("Bids by API key turned off"),
    };
  });

  serve(contract.houseApiKeys, async ({ query }) => {
    const { rows, total } = await allKeys(pool, query);
    const content = rows.map((row) => ({
      ...toApiKey(row),
      ownerId: row.user_id,
      ownerName: row.owner_name,
      byStaff: isStaff(row.role),
    }));
    return pageOf(content, total, query);
  });
  serve(contract.revokeApiKey, async ({ params, user, request }) => {
    await endKey(context, params.id, "anyone's", actorOf(user, request));
    return { message: t("API key revoked") };
  });
}

function toApiKey(row: KeyRow): contract.ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    ending: row.ending,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedIp: row.last_used_ip,
  };
}
