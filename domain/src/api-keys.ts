import { mark } from "@gavelyard/messages/text";
import { isStaff, type Role } from "./users/roles.ts";

/** Scopes of API keys (D50). `of` is the role that may grant a scope. */
export const apiScopes = {
  "inventory:read": { of: "anyone", title: mark("Read the inventory feed") },
  "account:read": {
    of: "customer",
    title: mark("Read bids, limit, watchlist, winnings and invoices"),
  },
  "watchlist:write": { of: "customer", title: mark("Change the watchlist") },
  "bids:write": { of: "customer", title: mark("Place, raise and retract bids") },
  "stock:read": { of: "admin", title: mark("Read units as staff see them") },
  "stock:write": { of: "admin", title: mark("Enter, change, publish and withdraw units") },
  "sales:read": { of: "admin", title: mark("Read auctions, winners, payments and figures") },
} as const;

export type ApiScope = keyof typeof apiScopes;

export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];

/** Prefix of every key, so that people and scanners for leaked secrets recognize it. */
export const apiKeyPrefix = "gvk_";

/** Maximum active keys of an account; expired and revoked keys don't count. */
export const MAX_API_KEYS = 20;

/** Returns the scopes that a role may grant to a key. Support staff can't have keys. */
export function scopesOf(role: Role): ApiScope[] {
  const kind = isStaff(role) ? "admin" : "customer";
  if (role === "ROLE_ADMIN_SUPPORT") return [];
  return apiScopeNames.filter((name) => [kind, "anyone"].includes(apiScopes[name].of));
}

export type KeyRefusal = "NOT_FOR_KEYS" | "SCOPE_MISSING" | "BIDS_NOT_ALLOWED";

/**
 * Returns why a key may not make a call, or null. Keys can't make calls without a scope, and bids
 * also need the account's consent (D50).
 */
export function refuseKey(
  needed: ApiScope | undefined,
  key: { readonly scopes: readonly ApiScope[]; readonly bidsAllowed: boolean },
): KeyRefusal | null {
  if (needed === undefined) return "NOT_FOR_KEYS";
  if (!key.scopes.includes(needed)) return "SCOPE_MISSING";
  return needed === "bids:write" && !key.bidsAllowed ? "BIDS_NOT_ALLOWED" : null;
}
