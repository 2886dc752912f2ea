import { allRoutes } from "@gavelyard/contract/all-routes";
import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market.close());

async function send(method: string, path: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: "Bearer a-secret-of-the-caller" };
  const call = request(`${market.url}${path}`, { method, headers }).end();
  const [response] = await once(call, "response");
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

const paths = [...new Set(Object.values(allRoutes).map(({ path }) => path))].map((path) =>
  path.replaceAll(/\{\w+\}/g, "1"),
);

test.each(["TRACE", "PROPFIND", "OPTIONS"])(
  "%s does nothing at any path and echoes no header (ASVS 4.1.4, 13.4.4)",
  async (method) => {
    for (const path of paths) {
      const { status, text } = await send(method, path);
      expect([404, 405], `${path}: ${status}`).toContain(status);
      expect(text).not.toContain("a-secret-of-the-caller");
    }
  },
);

test("a path accepts only the methods of the contract", async () => {
  for (const path of ["/inventories", "/auth/login", "/api/user/current"]) {
    const known = Object.values(allRoutes).filter((route) => route.path === path);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (known.some((route) => route.method === method)) continue;
      expect((await send(method, path)).status, `${method} ${path}`).toBe(404);
    }
  }
});
