import fc from "fast-check";
import { expect, test } from "vitest";
import {
  permissions,
  permissionsOf,
  refusePermissions,
  type Permission,
  type PermissionHolder,
  type PermissionRefusal,
} from "./permissions.ts";

const holder = (
  userId: number,
  role: PermissionHolder["role"],
  held: readonly Permission[] = permissions,
): PermissionHolder => ({ userId, role, permissions: held });
const admin = holder(1, "ROLE_ADMIN");
const support = holder(2, "ROLE_ADMIN_SUPPORT");
const without = (...withheld: Permission[]) => permissions.filter((one) => !withheld.includes(one));

test("staff have all permissions that aren't withheld; customers have none", () => {
  expect(permissionsOf("ROLE_ADMIN", [])).toEqual(permissions);
  expect(permissionsOf("ROLE_ADMIN_SUPPORT", [])).toEqual(permissions);
  expect(permissionsOf("ROLE_ADMIN_SUPPORT", ["money"])).toEqual(without("money"));
  expect(permissionsOf("ROLE_CUSTOMER", [])).toEqual([]);
});

test.each<
  [
    what: string,
    account: PermissionHolder,
    next: readonly Permission[],
    by: PermissionHolder,
    PermissionRefusal | null,
  ]
>([
  ["support loses one", support, without("money"), admin, null],
  ["support loses all", support, [], admin, null],
  ["support gets one back", holder(2, "ROLE_ADMIN_SUPPORT", []), ["money"], admin, null],
  ["nothing changes", support, permissions, admin, null],
  ["an administrator narrows another", holder(3, "ROLE_ADMIN"), [], admin, null],
  ["an administrator changes their own account", admin, without("money"), admin, "OWN"],
  ["a customer", holder(4, "ROLE_CUSTOMER", []), ["money"], admin, "NOT_STAFF"],
  ["support changes another", holder(3, "ROLE_ADMIN_SUPPORT"), [], support, "NOT_A_MANAGER"],
  [
    "an administrator without users changes another",
    support,
    [],
    holder(1, "ROLE_ADMIN", without("users")),
    "NOT_A_MANAGER",
  ],
  [
    "an administrator grants a permission they lack",
    holder(2, "ROLE_ADMIN_SUPPORT", []),
    ["money"],
    holder(1, "ROLE_ADMIN", ["users"]),
    "ABOVE_OWN",
  ],
  [
    "an administrator keeps a permission that they lack",
    support,
    without("auctions"),
    holder(1, "ROLE_ADMIN", ["users"]),
    null,
  ],
])("%s", (_what, account, next, by, expected) => {
  expect(refusePermissions(account, next, by)).toBe(expected);
});

test("no sequence of changes grants what the changer lacks, or leaves nobody to make changes", () => {
  const set = fc.uniqueArray(fc.constantFrom(...permissions));
  const change = fc.record({ by: fc.nat(3), account: fc.nat(3), next: set });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const staff = [0, 1, 2, 3].map((id) =>
        holder(id, id < 3 ? "ROLE_ADMIN" : "ROLE_ADMIN_SUPPORT"),
      );
      for (const { by, account, next } of changes) {
        const [changer, changed] = [staff[by], staff[account]];
        if (changer === undefined || changed === undefined) continue;
        if (refusePermissions(changed, next, changer) !== null) continue;
        const added = next.filter((one) => !changed.permissions.includes(one));
        expect(changer.permissions).toEqual(expect.arrayContaining(added));
        staff[account] = { ...changed, permissions: next };
      }
      const managers = staff.filter(
        ({ role, permissions: held }) => role === "ROLE_ADMIN" && held.includes("users"),
      );
      expect(managers.length).toBeGreaterThan(0);
    }),
  );
});
