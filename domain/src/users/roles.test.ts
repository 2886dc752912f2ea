import { expect, test } from "vitest";
import { homePathOf, isRole, isStaff, roles } from "./roles.ts";

test.each([
  ["ROLE_CUSTOMER", false, "/dashboard"],
  ["ROLE_ADMIN", true, "/admin-dashboard"],
  ["ROLE_ADMIN_SUPPORT", true, "/admin-dashboard"],
] as const)("%s: staff %j, home %s (D1)", (role, staff, home) => {
  expect(isStaff(role)).toBe(staff);
  expect(homePathOf(role)).toBe(home);
});

test("knows only its roles", () => {
  expect(roles.every(isRole)).toBe(true);
  for (const other of ["", "ADMIN", "role_admin", "ROLE_ADMIN ", null, undefined, 7, {}]) {
    expect(isRole(other)).toBe(false);
  }
});
