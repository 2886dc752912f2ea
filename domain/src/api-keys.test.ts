import fc from "fast-check";
import { expect, test } from "vitest";
import { apiScopeNames, refuseKey, scopesOf } from "./api-keys.ts";

test.each([
  ["ROLE_CUSTOMER", ["inventory:read", "account:read", "watchlist:write", "bids:write"]],
  ["ROLE_ADMIN", ["inventory:read", "stock:read", "stock:write", "sales:read"]],
  ["ROLE_ADMIN_SUPPORT", []],
] as const)("%s may give a key %j", (role, scopes) => {
  expect(scopesOf(role)).toEqual(scopes);
});

const key = fc.record({
  scopes: fc.subarray(apiScopeNames),
  bidsAllowed: fc.boolean(),
});

test("a key can make a call only with its scope, and bid only if the account allows it", () => {
  fc.assert(
    fc.property(key, fc.constantFrom(...apiScopeNames), (given, needed) => {
      const may = refuseKey(needed, given) === null;
      const consents = needed !== "bids:write" || given.bidsAllowed;
      expect(may).toBe(given.scopes.includes(needed) && consents);
    }),
  );
});

test("a call without a scope is closed to every key", () => {
  fc.assert(
    fc.property(key, (given) => {
      expect(refuseKey(undefined, given)).toBe("NOT_FOR_KEYS");
    }),
  );
});
