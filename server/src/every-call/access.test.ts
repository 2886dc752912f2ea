import { allEndpoints } from "@gavelyard/contract/all";
import { errorBody, refusals } from "@gavelyard/contract/refusals";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { allRoutes, type RouteName } from "@gavelyard/contract/all-routes";
import { apiScopeNames, scopesOf, type ApiScope } from "@gavelyard/domain/api-keys";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";
import { bodyOf, isOfItsUser, urlOf } from "./reach.ts";

/** Outcome of a call: "in" when access is granted, whatever the response, or refused. */
type Outcome = "in" | 401 | 403;
type Caller =
  | "nobody"
  | "customer"
  | "other customer"
  | "support"
  | "admin"
  | "expired"
  | "forged"
  | "unsigned"
  | "suspended"
  | "customer's key"
  | "admin's key"
  | "key without the scope"
  | "key without consent to bids"
  | "revoked key"
  | "expired key"
  | "suspended account's key";

let app: AuthApp;
/** The user in the path of calls that name one. */
let customer: SignedUp;
const tokens = new Map<Caller, string | undefined>();

beforeAll(async () => {
  app = await openAuthApp();
  customer = await app.customer();
  tokens.set("nobody", undefined);
  tokens.set("customer", customer.jwt);
  const other = await app.customer();
  tokens.set("other customer", other.jwt);
  // A high bidder can't close their account, so these callers exist for every call.
  for (const { userId } of [customer, other])
    await insertLot(app.context.pool, { leaderId: userId, priceCents: 200_000 });
  tokens.set("support", (await app.support()).jwt);
  tokens.set("admin", (await app.administrator()).jwt);
  const late = await app.customer();
  await app.expire(late.jwt, "1 minute");
  tokens.set("expired", late.jwt);
  const claims = JSON.parse(Buffer.from(customer.jwt.split(".")[1] ?? "", "base64url").toString());
  const forged = new SignJWT(claims).setProtectedHeader({ alg: "HS256" });
  tokens.set("forged", await forged.sign(Buffer.from("another secret of 32 characters !")));
  const [, payload = ""] = customer.jwt.split(".");
  const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  tokens.set("unsigned", `${none}.${payload}.`);
  const suspended = await app.customer();
  await app.setStatus(suspended.userId, "SUSPENDED");
  tokens.set("suspended", suspended.jwt);
  await setKeys(other, suspended);
});

async function keyOf({ jwt }: SignedUp, scopes: readonly ApiScope[]): Promise<string> {
  const body = { name: "A system", scopes, expiresInDays: 30 };
  const reply = await app.post("/api/user/api-keys", body, jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().key;
}

async function setKeys(other: SignedUp, suspended: SignedUp): Promise<void> {
  const admin = await app.administrator();
  const offer = { section: "customerApiKeys", value: { isOn: true }, updatedAt: null };
  expect((await app.put("/api/admin/settings", offer, admin.jwt)).statusCode).toBe(200);
  await app.put("/api/user/api-keys/bids", { allowed: true }, customer.jwt);
  const all = scopesOf("ROLE_CUSTOMER");
  tokens.set("customer's key", await keyOf(customer, all));
  tokens.set("admin's key", await keyOf(admin, scopesOf("ROLE_ADMIN")));
  tokens.set("key without the scope", await keyOf(customer, ["inventory:read"]));
  tokens.set("key without consent to bids", await keyOf(other, all));
  tokens.set("revoked key", await keyOf(customer, all));
  const { keys } = (await app.get("/api/user/api-keys", customer.jwt)).json();
  await app.delete(`/api/user/api-keys/${keys[0].id}`, customer.jwt);
  tokens.set("expired key", await keyOf(customer, all));
  await app.query(
    `UPDATE api_keys SET created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
      WHERE id = (SELECT max(id) FROM api_keys)`,
  );
  await app.setStatus(suspended.userId, "ACTIVE");
  tokens.set("suspended account's key", await keyOf(suspended, all));
  await app.setStatus(suspended.userId, "SUSPENDED");
}
afterAll(() => app.close());

function expected(name: RouteName, caller: Caller): Outcome {
  const { access: may, scope }: Endpoint = allEndpoints[name];
  const isOfIt = isOfItsUser(name);
  if (may === "public") return "in";
  switch (caller) {
    case "nobody":
    case "expired":
    case "forged":
    case "unsigned":
    case "suspended":
    case "revoked key":
    case "expired key":
    case "suspended account's key":
      return 401;
    case "customer's key":
      return byKey(name, scopesOf("ROLE_CUSTOMER"));
    case "admin's key":
      return byKey(name, scopesOf("ROLE_ADMIN"));
    case "key without the scope":
      return byKey(name, ["inventory:read"]);
    case "key without consent to bids": {
      if (may === "self" || isOfIt || scope === "bids:write") return 403;
      return byKey(name, scopesOf("ROLE_CUSTOMER"));
    }
    case "customer":
      return may === "staff" || may === "admin" ? 403 : "in";
    case "other customer":
      return (may === "user" || may === "customer") && !isOfIt ? "in" : 403;
    case "support":
      return (may === "user" && !isOfIt) || may === "self" || may === "staff" ? "in" : 403;
    case "admin":
      return may === "customer" || isOfIt ? 403 : "in";
  }
}

/** Returns what a key can call: only what its scopes cover. */
function byKey(name: RouteName, scopes: readonly ApiScope[]): Outcome {
  const { scope: needed }: Endpoint = allEndpoints[name];
  return needed !== undefined && scopes.includes(needed) ? "in" : 403;
}

async function outcomeOf(name: RouteName, caller: Caller): Promise<Outcome> {
  const call: Endpoint = allEndpoints[name];
  const token = tokens.get(caller);
  const reply = await app.app.inject({
    method: call.route.method,
    url: urlOf(name, call, customer.userId),
    headers: {
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(call.route.method === "GET" ? {} : { payload: bodyOf(name, customer.userId) }),
  });
  expect(reply.statusCode, `${name}: ${reply.body}`).toBeLessThan(500);
  if (reply.statusCode >= 400) {
    const { statusCode, code } = errorBody.parse(reply.json());
    expect([statusCode, refusals[code][0]], name).toEqual([reply.statusCode, reply.statusCode]);
    expect(code, name).not.toBe("no-such-address");
  }
  if (call.access === "public") return "in";
  return reply.statusCode === 401 || reply.statusCode === 403 ? reply.statusCode : "in";
}

/** Leaves out `logout`, which ends the caller's session. */
const names = (Object.keys(allRoutes) as RouteName[]).filter((name) => name !== "logout");

describe.each<Caller>([
  "nobody",
  "customer",
  "other customer",
  "support",
  "admin",
  "expired",
  "forged",
  "unsigned",
  "suspended",
  "customer's key",
  "admin's key",
  "key without the scope",
  "key without consent to bids",
  "revoked key",
  "expired key",
  "suspended account's key",
])("%s", (caller) => {
  test.each(names)("%s", async (name) => {
    expect(await outcomeOf(name, caller)).toBe(expected(name, caller));
  });
});

test("a signed-out session ends immediately", async () => {
  for (const caller of ["customer", "support", "admin"] as const) {
    expect(await outcomeOf("logout", caller)).toBe("in");
    expect(await outcomeOf("currentUser", caller)).toBe(401);
  }
});

/** Routes outside the contract, which anyone may request or which check the caller themselves. */
const otherRoutes = [
  "GET /.well-known/security.txt",
  "GET /demo/mailbox",
  "GET /docs",
  "GET /docs/",
  "GET /docs/js/scalar.js",
  "GET /docs/openapi.json",
  "GET /healthz",
  "GET /media/avatars/{file}",
  "GET /media/captions/{file}",
  "GET /media/videos/{file}",
  "GET /media/{id}/{file}",
  "GET /metrics",
  "GET /readyz",
  "GET /robots.txt",
  "GET /sitemap.xml",
  "GET /sitemaps/pages.xml",
  "GET /sitemaps/vehicles-{part}.xml",
];

test("every route is a call of the contract or known here, so no route escapes these tests", () => {
  const served = app.routes
    .filter((route) => !route.startsWith("HEAD "))
    // The pattern of a parameter stands after its name.
    .map((route) => route.replaceAll(/:(\w+)(\([^)]*\))?/g, "{$1}"));
  const calls = Object.values(allRoutes).map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual([...calls, ...otherRoutes].toSorted());
});

test("who may make each call is on record, for a review of each change", async () => {
  const calls = (Object.keys(allRoutes) as RouteName[]).map((name) => {
    const { route, access, permission, scope, confirmAgain }: Endpoint = allEndpoints[name];
    return [
      `${route.method} ${route.path}`,
      name,
      isOfItsUser(name) ? `${access} of it` : access,
      permission ?? "",
      scope ?? "",
      confirmAgain === true ? "password" : "",
    ].join(",");
  });
  const rows = ["Call,Name,Who,Permission,Scope of keys,Asks again for", ...calls.toSorted()];
  await expect(`${rows.join("\n")}\n`).toMatchFileSnapshot("../../../docs/who-may.csv");
});

test("no key can make calls that need the password (D50)", () => {
  const needed = Object.entries<Endpoint>(allEndpoints).filter(([, { scope }]) => scope);
  for (const [name, endpoint] of needed) {
    expect(apiScopeNames, name).toContain(endpoint.scope);
    expect(endpoint.confirmAgain, name).toBeUndefined();
    expect(endpoint.access, name).not.toBe("public");
  }
});
