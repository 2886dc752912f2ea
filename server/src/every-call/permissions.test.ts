import { allEndpoints } from "@gavelyard/contract/all";
import { allRoutes, type RouteName } from "@gavelyard/contract/all-routes";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { permissionNames, permissions, type Permission } from "@gavelyard/domain/users/permissions";
import { english } from "@gavelyard/messages/text";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { bodyOf, isOfItsUser, urlOf } from "./reach.ts";

/** Everyone on staff by role and by what is withheld from them. */
const roles = ["ROLE_ADMIN", "ROLE_ADMIN_SUPPORT"] as const;
type StaffRole = (typeof roles)[number];

let app: AuthApp;
/** The user in the path of calls that name one. */
let customer: SignedUp;
const tokens = new Map<string, string>();

beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  customer = await app.customer();
  for (const role of roles) {
    for (const only of [...permissions, null]) {
      const { userId, jwt } = await (role === "ROLE_ADMIN" ? app.administrator() : app.support());
      await app.query("UPDATE users SET withheld_permissions = $2 WHERE id = $1", [
        userId,
        permissions.filter((one) => one !== only),
      ]);
      tokens.set(`${role} ${only}`, jwt);
    }
  }
});
afterAll(() => app.close());

const permissionOf = (name: RouteName): Permission | null => {
  const { permission }: Endpoint = allEndpoints[name];
  return permission ?? null;
};

/** Whether the role lets staff make a call for the customer, were it not for permissions. */
function mayByRole(name: RouteName, role: StaffRole): boolean {
  const { access: may }: Endpoint = allEndpoints[name];
  if (may === "admin") return role === "ROLE_ADMIN";
  return may === "staff" || may === "self" || may === "user";
}

/** Name of the permission that the refusal names; null if the call was let in. */
async function missingFor(name: RouteName, jwt: string): Promise<string | null> {
  const endpoint: Endpoint = allEndpoints[name];
  const { method } = endpoint.route;
  const reply = await app.app.inject({
    method,
    url: urlOf(name, endpoint, customer.userId),
    headers: { accept: "application/json", authorization: `Bearer ${jwt}` },
    ...(method === "GET" ? {} : { payload: bodyOf(name, customer.userId) }),
  });
  expect(reply.statusCode, `${name}: ${reply.body}`).toBeLessThan(500);
  const isMissing = reply.statusCode === 403 && reply.body.includes('"permission-missing"');
  if (!isMissing) return null;
  return (
    /have the (.+) permission\. Ask an administrator/.exec(reply.json().message)?.[1] ?? "unnamed"
  );
}

/** Every call within the staff's reach, except `logout`, which ends the caller's session. */
const names = (Object.keys(allRoutes) as RouteName[]).filter(
  (name) => !["public", "customer"].includes(allEndpoints[name].access) && !isOfItsUser(name),
);

describe.each(roles)("%s", (role) => {
  test.each(names.filter((name) => mayByRole(name, role)))("%s", async (name) => {
    const needed = permissionOf(name);
    for (const only of [...permissions, null]) {
      const jwt = tokens.get(`${role} ${only}`) ?? expect.fail("no such caller");
      const expected = needed === null || needed === only ? null : english(permissionNames[needed]);
      expect(await missingFor(name, jwt), `with ${only}`).toBe(expected);
    }
  });
});

test("a permission allows nothing beyond the role", async () => {
  const jwt = tokens.get("ROLE_ADMIN_SUPPORT users") ?? expect.fail("no such caller");
  const ofAdmins = Object.entries<Endpoint>(allEndpoints).filter(
    ([, { access, permission }]) => access === "admin" && permission === "users",
  );
  expect(ofAdmins.length).toBeGreaterThan(3);
  for (const [name, endpoint] of ofAdmins) {
    const reply = await app.app.inject({
      method: endpoint.route.method,
      url: urlOf(name as RouteName, endpoint, customer.userId),
      headers: { authorization: `Bearer ${jwt}` },
    });
    expect([name, reply.statusCode, reply.json().message]).toEqual([
      name,
      403,
      "Your account can't do this",
    ]);
  }
});

test("an API key can do no more than its owner", async () => {
  const admin = await app.administrator();
  const given = { name: "A system", scopes: ["sales:read", "stock:read"], expiresInDays: 30 };
  const { key } = (await app.post("/api/user/api-keys", given, admin.jwt)).json();
  const yards = () => app.get("/api/adminsupport/yards", key);
  expect((await yards()).statusCode).toBe(200);
  await app.query("UPDATE users SET withheld_permissions = '{auctions}' WHERE id = $1", [
    admin.userId,
  ]);
  expect([(await yards()).statusCode, (await yards()).json().code]).toEqual([
    403,
    "permission-missing",
  ]);
});
