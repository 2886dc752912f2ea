import { allEndpoints } from "@gavelyard/contract/all";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { allRoutes, type RouteName } from "@gavelyard/contract/all-routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits } from "../testing/sales.ts";
import { sampleOf, shapeOf } from "./sample.ts";

let app: AuthApp;
let customer: SignedUp;
let support: SignedUp;
let admin: SignedUp;
let unitId = 0;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  customer = await app.customer();
  support = await app.support();
  admin = await app.administrator();
  [unitId = 0] = await offerableUnits(app, 1);
});
afterAll(() => app.close());

const endpointOf = (name: RouteName): Endpoint => allEndpoints[name];

function urlOf({ route, subject }: Endpoint): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    if (name === subject) return String(customer.userId);
    if (name === "status") return "LIVE";
    const uuid =
      (/documentId|documents|sessions/.test(route.path) && name === "id") ||
      ["videoId", "key"].includes(name);
    return uuid ? "018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d" : String(unitId);
  });
}

async function answerOf(name: RouteName, jwt: string | undefined) {
  const { route, body } = endpointOf(name);
  return app.app.inject({
    method: route.method,
    url: urlOf(endpointOf(name)),
    headers: jwt === undefined ? {} : { authorization: `Bearer ${jwt}` },
    ...(body === undefined ? {} : { payload: Object(sampleOf(shapeOf(body))) }),
  });
}

describe("how long a response can be cached", () => {
  // Calls that end sessions run last.
  const ends = /^(logout|endSession|changePassword|closeOwnAccount|deleteUser|endUser)/;
  const names = (Object.keys(allRoutes) as RouteName[]).toSorted(
    (one, other) => Number(ends.test(one)) - Number(ends.test(other)),
  );
  test.each(names)("%s", async (name) => {
    const { access, maxAgeSec } = endpointOf(name);
    for (const jwt of [undefined, customer.jwt, support.jwt, admin.jwt]) {
      const { statusCode, headers } = await answerOf(name, jwt);
      const isPublic = access === "public" && jwt === undefined && statusCode < 400;
      const expected =
        isPublic && maxAgeSec !== undefined ? `public, max-age=${maxAgeSec}` : "no-store";
      expect(headers["cache-control"], `${name}: ${statusCode}`).toBe(expected);
      if (expected !== "no-store") expect(headers.vary).toContain("Authorization");
    }
  });

  test.each(["/healthz", "/readyz", "/metrics", "/nothing", "/media/none", "/docs/openapi.json"])(
    "%s isn't cached",
    async (url) => {
      expect((await app.get(url)).headers["cache-control"]).toBe("no-store");
    },
  );
});

describe("a GET that changes something", () => {
  const names = (Object.keys(allRoutes) as RouteName[]).filter((name) => endpointOf(name).changes);

  test("exists", () => expect(names.toSorted()).toEqual(["approveLimitRequest", "cleanUpBids"]));

  test.each([
    { purpose: "prefetch" },
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { "x-moz": "prefetch" },
    { "X-Purpose": "preview" },
  ])("is not done ahead of time: %j", async (headers) => {
    for (const name of names) {
      const reply = await app.app.inject({
        url: urlOf(endpointOf(name)),
        headers: { ...headers, authorization: `Bearer ${admin.jwt}` },
      });
      expect(reply.statusCode, name).toBe(403);
      expect(reply.json().message).toContain("Preloading");
    }
  });

  test.each([
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
    { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty" },
    { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
    { "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  ])("is done for no other page, picture or link (ASVS 3.5.3): %j", async (headers) => {
    for (const name of names) {
      const url = urlOf(endpointOf(name));
      const authorization = `Bearer ${admin.jwt}`;
      const reply = await app.app.inject({ url, headers: { ...headers, authorization } });
      expect([reply.statusCode, reply.json().message], name).toEqual([
        403,
        "This change can't be made from another site. Nothing was changed.",
      ]);
      const own = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty", authorization };
      expect((await app.app.inject({ url, headers: own })).json().message).not.toContain("our own");
    }
  });
});
