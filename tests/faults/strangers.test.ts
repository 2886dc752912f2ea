import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, type FreshDatabase } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { JWT_SECRET, openMarket, type Market } from "./market.ts";

const CONNECTIONS = 500;
const BIDS = 20;
/** Calls a minute of one network. A new minute may start meanwhile. */
const MAX_LOOKED_UP = 2 * 900;

let database: FreshDatabase;
let product: Product;
let market: Market;
beforeAll(async () => {
  database = await createDatabase(inject("postgresUrl"));
  product = await startProduct({
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    DEMO: "0",
    JWT_SECRET,
    RATE_LIMITS: "1",
    LOG_LEVEL: "warn",
  });
  market = await openMarket(product.url, database.ownerUrl, 3);
});
afterAll(async () => {
  await product?.stop();
  await database?.drop();
});

/** Calls over many connections from another address, as fast as answers come. */
function flood(path: string, authorization: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses = new Map<number, number>();
  let stopped = false;
  const once = () =>
    new Promise<void>((resolve) => {
      request(new URL(path, product.url), {
        agent,
        localAddress: "127.0.0.2",
        headers: { authorization },
      })
        .once("response", (answer) => {
          const status = answer.statusCode ?? 0;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          answer.resume().once("close", resolve);
        })
        .once("error", () => resolve())
        .end();
    });
  const callers = Array.from({ length: CONNECTIONS }, async () => {
    while (!stopped) await once();
  });
  return {
    statuses,
    async stop() {
      stopped = true;
      await Promise.all(callers);
      agent.destroy();
    },
  };
}

const ready = async () => (await fetch(`${product.url}/readyz`)).status;

test("a flood of refused calls from one address delays no bid, no close and no health check", async () => {
  const [lot, closing] = [await market.lot(3_600), await market.lot(3_600)];
  const [bidder, rival] = market.bidders;
  if (bidder === undefined || rival === undefined) throw new Error("there are no bidders");
  const stranger = flood("/api/user/current", "Bearer gvk_x");
  try {
    await expect.poll(() => stranger.statuses.get(429) ?? 0).toBeGreaterThan(CONNECTIONS);
    await market.moveClose(closing, 0);
    for (let bid = 0; bid < BIDS; bid += 1) {
      const who = bid % 2 === 0 ? bidder : rival;
      const { status, message } = await market.bid(lot, who, 100 + bid * 100);
      expect({ status, message }).toMatchObject({ status: 200 });
      expect(await ready()).toBe(200);
    }
    await expect
      .poll(() =>
        market.rows("SELECT outcome FROM lots WHERE inventory_id = $1 AND closed_at IS NOT NULL", [
          closing,
        ]),
      )
      .toEqual([{ outcome: "NO_BIDS" }]);
  } finally {
    await stranger.stop();
  }
  const statuses = Object.fromEntries(stranger.statuses);
  // Keys are looked up on two connections, so most of the first calls don't wait for one.
  const { 401: refused = 0, 503: busy = 0, 429: tooMany = 0, ...others } = statuses;
  expect(others).toEqual({});
  expect(refused + busy).toBeLessThanOrEqual(MAX_LOOKED_UP);
  expect(tooMany).toBeGreaterThan(CONNECTIONS);
  // A line of the log for every refused call would be a kilobyte each.
  expect(product.output().length).toBeLessThan(50_000);
  expect(await market.broken()).toEqual([]);
});
