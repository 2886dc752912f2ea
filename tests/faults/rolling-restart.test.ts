import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDatabase } from "../database.ts";
import { startProduct, type Product } from "../product.ts";
import { balance, LOOK_EVERY_MS } from "./balancer.ts";
import { JWT_SECRET, openMarket, type Market } from "./market.ts";

const DRAIN_SEC = 1;

/** Bids, reads and opens pages until stopped. Then returns the number of responses. */
function load(market: Market, url: string, lot: number) {
  let over = false;
  let answered = 0;
  let price = 1_000;
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, init);
    await answer.text();
    answered += 1;
  };
  const json = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ size: 10, page: 0 }),
  };
  const page = { headers: { accept: "text/html" } };
  const until = async (act: () => Promise<unknown>) => {
    while (!over) await act();
  };
  const workers = [
    ...market.bidders.map((bidder) =>
      until(async () => {
        await market.bid(lot, bidder, (price += 100));
        answered += 1;
      }),
    ),
    ...[1, 2].map(() => until(() => ask("/inventories"))),
    ...[1, 2].map(() => until(() => ask("/inventories/filter", json))),
    until(() => ask("/about", page)),
  ];
  return async () => {
    over = true;
    await Promise.all(workers);
    return answered;
  };
}

test("four rolling restarts under load fail no request", { timeout: 240_000 }, async () => {
  const database = await createDatabase(inject("postgresUrl"));
  onTestFinished(() => database.drop());
  const products: Product[] = [];
  while (products.length < 2) {
    const product = await startProduct({
      DATABASE_URL: database.url,
      DEMO: "0",
      DATA_DIR: database.dataDir,
      JWT_SECRET,
      DRAIN_SEC: String(DRAIN_SEC),
    });
    onTestFinished(async () => {
      await product.stop();
    });
    products.push(product);
  }
  const balancer = await balance(products);
  onTestFinished(() => balancer.close());
  const market = await openMarket(balancer.url, database.url);
  const finish = load(market, balancer.url, await market.lot(3_600));

  for (const [index, product] of [...products, ...products].entries()) {
    // A client that never completes its request must not delay a shutdown.
    const half = connect(Number(new URL(product.url).port), "127.0.0.1");
    half.on("error", () => {});
    await once(half, "connect");
    half.write("POST /auth/login HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{");
    const upstream = balancer.upstreams[index % 2];
    const drains = upstream?.drains;
    const beganMs = performance.now();
    expect(await product.stop()).toBe(0);
    expect(performance.now() - beganMs).toBeLessThan(DRAIN_SEC * 1_000 + 6_000);
    expect(upstream?.drains).toBe((drains ?? 0) + 1);
    half.destroy();
    await product.start();
    await expect.poll(() => upstream?.ready).toBe(true);
    await sleep(LOOK_EVERY_MS);
  }
  expect(await finish()).toBeGreaterThan(100);
  expect(balancer.failures).toEqual([]);
  expect(await market.broken()).toEqual([]);
});
