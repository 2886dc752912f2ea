import { allEndpoints } from "@gavelyard/contract/all";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { routes, type RouteName } from "@gavelyard/contract/routes";
import { whoMay } from "@gavelyard/contract/who-may";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";

/** What may come of a call: let in (whatever it then answers), or turned away. */
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
  | "suspended";

let app: AuthApp;
/** Who is named by calls that name a user. */
let customer: SignedUp;
const tokens = new Map<Caller, string | undefined>();

beforeAll(async () => {
  app = await openAuthApp();
  customer = await app.customer();
  tokens.set("nobody", undefined);
  tokens.set("customer", customer.jwt);
  const other = await app.customer();
  tokens.set("other customer", other.jwt);
  // Who leads a lot cannot close their account, so all of their calls are still made by somebody.
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
});
afterAll(() => app.close());

function expected(name: RouteName, caller: Caller): Outcome {
  const may = whoMay[name];
  if (may === "public") return "in";
  switch (caller) {
    case "nobody":
    case "expired":
    case "forged":
    case "unsigned":
    case "suspended":
      return 401;
    case "customer":
      return may === "staff" || may === "admin" ? 403 : "in";
    case "other customer":
      return may === "user" || may === "customer" ? "in" : 403;
    case "support":
      return may === "user" || may === "self" || may === "staff" ? "in" : 403;
    case "admin":
      return may === "customer" || may === "customer of it" || may === "user of it" ? 403 : "in";
  }
}

/** Where a call is made: at the customer's own number where it names a user, else at nobody's. */
function urlOf({ route, subject }: Endpoint): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    if (name === subject) return String(customer.userId);
    if (name === "status") return "LIVE";
    const uuid = /documentId|documents|sessions/.test(route.path) && name === "id";
    return uuid ? "018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d" : "987654321";
  });
}

/** Bodies without which a call never gets as far as asking whom it names. */
const bodies: Partial<Record<RouteName, () => object>> = {
  changePassword: () => ({
    userId: customer.userId,
    currentPassword: "not the right one",
    newPassword: "a much longer passphrase",
  }),
  saveFinanceDraft: () => ({ draft: {} }),
};
const queries: Partial<Record<RouteName, () => string>> = {
  placeBid: () => "?amount=1000",
  retractBid: () => `?userId=${customer.userId}`,
};

async function outcomeOf(name: RouteName, caller: Caller): Promise<Outcome> {
  const call: Endpoint = allEndpoints[name];
  const token = tokens.get(caller);
  const reply = await app.app.inject({
    method: call.route.method,
    url: `${urlOf(call)}${queries[name]?.() ?? ""}`,
    headers: {
      accept: "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(call.route.method === "GET" ? {} : { payload: bodies[name]?.() ?? {} }),
  });
  expect(reply.statusCode, `${name}: ${reply.body}`).toBeLessThan(500);
  if (reply.statusCode >= 400) {
    expect(reply.json(), name).toMatchObject({ statusCode: reply.statusCode });
    expect(reply.json().message, name).not.toContain("nothing at");
  }
  if (call.access === "public") return "in";
  return reply.statusCode === 401 || reply.statusCode === 403 ? reply.statusCode : "in";
}

/** Ends the caller's own session, so it comes last. */
const names = (Object.keys(routes) as RouteName[]).filter((name) => name !== "logout");

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
])("%s", (caller) => {
  test.each(names)("%s", async (name) => {
    expect(await outcomeOf(name, caller)).toBe(expected(name, caller));
  });
});

test("a session that was signed out is over at once", async () => {
  for (const caller of ["customer", "support", "admin"] as const) {
    expect(await outcomeOf("logout", caller)).toBe("in");
    expect(await outcomeOf("currentUser", caller)).toBe(401);
  }
});

test("every call of the contract is served, and the contract says who may what", () => {
  const own = Object.entries(allEndpoints).map(([name, { access }]) => [name, access] as const);
  const stated = Object.entries(whoMay).map(
    ([name, may]) => [name, may.replace(" of it", "")] as const,
  );
  expect(new Map(own)).toEqual(new Map(stated));
});
