import { request } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startEmpty, type OwnProduct } from "../product.ts";

let market: OwnProduct;
beforeAll(async () => {
  market = await startEmpty(inject("postgresUrl"), {
    // Allows 180 a minute from one address.
    RATE_LIMITS: "0.2",
  });
});
afterAll(() => market?.end());

test.each(["/about", "/auctions"])(
  "too many requests for %s are told when to retry",
  async (path) => {
    const open = () => fetch(market.product.url + path, { headers: { Accept: "text/html" } });
    let answer = await open();
    // Twice the limit, since the minute can end in between.
    for (let sent = 1; answer.status === 200 && sent < 400; sent += 1) {
      await answer.body?.cancel();
      answer = await open();
    }
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(await answer.text()).toContain("Your network requested too many pages");
  },
);

/** Requests a path unchanged, since `fetch` would resolve its dots. */
function statusOf(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(new URL(market.product.url), { path, headers: { Accept: "text/html" } }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode));
    })
      .once("error", reject)
      .end();
  });
}

test.each(["/assets/%2e%2e/about", "/media/../some/page"])(
  "a page written as %s is counted too",
  async (path) => {
    let status = await statusOf(path);
    for (let sent = 1; status !== 429 && sent < 400; sent += 1) status = await statusOf(path);
    expect(status).toBe(429);
  },
);
