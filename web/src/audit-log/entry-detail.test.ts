import { expect, test } from "vitest";
import { entryDetail } from "./entry-detail.ts";

test.each([
  ["LIMIT_REACHED", "login-account", "Sign-ins to one account"],
  ["LIMIT_REACHED", "of-an-earlier-version", "of-an-earlier-version"],
  ["DATA_LISTED", "1 row: /api/admin/all-users", "1 row: /api/admin/all-users"],
  ["DATA_EXPORTED", "2000 rows: /api/export", "2,000 rows: /api/export"],
  ["ACCESS_REFUSED", "GET /api/adminsupport/home", "GET /api/adminsupport/home"],
  ["SIGNED_IN", null, ""],
] as const)("%s with %j reads %j", (kind, detail, shown) => {
  expect(entryDetail({ kind, detail })).toBe(shown);
});
