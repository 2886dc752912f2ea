import { t } from "@gavelyard/messages/text";
import { apiScopeNames, apiScopes, type ApiScope } from "@gavelyard/domain/api-keys";
import { z } from "zod";
import { done, id, idParam, instant, line, page, pageQuery } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { laterRoutes } from "./later-routes.ts";

const scope = z.enum(apiScopeNames).describe(
  Object.entries(apiScopes)
    .map(([name, { title }]) => `\`${name}\`: ${title}`)
    .join("; "),
);

export const apiKeyDays = [30, 90, 365] as const;

export const apiKey = z
  .object({
    id,
    name: z.string(),
    scopes: z.array(scope),
    /** The key's last four characters. The whole key is shown only once. */
    ending: z.string(),
    status: z.enum(["ACTIVE", "EXPIRED", "REVOKED"]),
    createdAt: instant,
    expiresAt: instant,
    /** To the minute; null when it was never used. */
    lastUsedAt: instant.nullable(),
    lastUsedIp: z.string().nullable(),
  })
  .meta({ id: "ApiKey" });
export type ApiKey = z.output<typeof apiKey>;

const houseApiKey = apiKey
  .extend({ ownerId: id, ownerName: z.string(), byStaff: z.boolean() })
  .meta({ id: "HouseApiKey" });
export type HouseApiKey = z.output<typeof houseApiKey>;

export const newApiKey = z.object({
  name: line(1, 80),
  scopes: z
    .array(scope)
    .min(1, t("Choose at least one"))
    .max(apiScopeNames.length)
    .transform((scopes): ApiScope[] => [...new Set(scopes)]),
  expiresInDays: z.literal([...apiKeyDays], "Choose 30, 90 or 365 days"),
});

const tag = "API keys";

export const ownApiKeys = endpoint(laterRoutes.ownApiKeys, {
  tag,
  summary: "Your API keys, newest first, and the scopes that new ones can have",
  access: "user",
  permission: null,
  response: z
    .object({
      /** Scopes that a new key can have; empty when you can't create keys. */
      scopes: z.array(scope),
      bidsAllowed: z.boolean(),
      keys: z.array(apiKey),
    })
    .meta({ id: "OwnApiKeys" }),
});

export const createApiKey = endpoint(laterRoutes.createApiKey, {
  confirmAgain: true,
  tag,
  summary: "Create an API key; the response is the only one that contains it (D50)",
  access: "user",
  permission: "settings",
  body: newApiKey,
  response: z.object({ apiKey, key: z.string() }),
  errors: [403, 409],
});

export const revokeOwnApiKey = endpoint(laterRoutes.revokeOwnApiKey, {
  tag,
  summary: "Revoke one of your API keys; it stops working immediately",
  access: "user",
  permission: null,
  params: z.object({ id: idParam }),
  response: done,
  errors: [404],
});

export const allowBidsByKey = endpoint(laterRoutes.allowBidsByKey, {
  confirmAgain: true,
  tag,
  summary: "Allow or forbid bids with your API keys; takes effect immediately",
  access: "customer",
  body: z.object({ allowed: z.boolean() }),
  response: done,
});

export const houseApiKeys = endpoint(laterRoutes.houseApiKeys, {
  tag,
  summary: "API keys of staff and customers, those in use first",
  access: "staff",
  permission: "settings",
  people: null,
  query: pageQuery,
  response: page(houseApiKey),
});

export const revokeApiKey = endpoint(laterRoutes.revokeApiKey, {
  tag,
  summary: "Revoke anyone's API key; it stops working immediately",
  access: "admin",
  permission: "settings",
  params: z.object({ id: idParam }),
  response: done,
  errors: [404],
});
