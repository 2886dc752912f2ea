import { withClient } from "../db/client.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { letPass } from "../testing/wait-for.ts";

let market: Marketplace;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market.close());

async function ask(path: string) {
  const askedAt = performance.now();
  const response = await fetch(market.url + path);
  await response.text();
  return {
    status: response.status,
    retryAfter: Number(response.headers.get("retry-after")),
    tookMs: performance.now() - askedAt,
  };
}

test("overloaded browsing is refused immediately, without affecting bids and closes", async () => {
  const [lot, closing] = [await market.lot(), await market.lot({ closesInMs: 2_500 })];
  const bidder = await market.bidder();
  const units: number[] = [];
  while (units.length < 80) units.push(await market.lot());
  await withClient(market.database.url, async (holder) => {
    // Every read of a unit now waits for its pictures, and holds a connection of the pool.
    await holder.query("BEGIN; LOCK TABLE inventory_images IN ACCESS EXCLUSIVE MODE");
    const crowd = units.slice(0, 60).map((unit) => ask(`/inventory/${unit}`));
    await letPass(1_500, "the queue stands still for longer than it may");

    const refusedInMs: number[] = [];
    for (const unit of units.slice(60)) {
      const { status, retryAfter, tookMs } = await ask(`/inventory/${unit}`);
      expect(status).toBe(503);
      expect(retryAfter).toBeGreaterThan(0);
      refusedInMs.push(tookMs);
    }
    // Of a busy machine, single answers may be late.
    expect(refusedInMs.toSorted((one, other) => one - other)[10]).toBeLessThan(500);
    expect((await ask("/healthz")).status).toBe(200);
    expect((await ask("/readyz")).status).toBe(200);
    const metrics = await (await fetch(`${market.url}/metrics`)).text();
    expect(metrics).toMatch(/gavelyard_requests_running\{queue="browse"\} 16/);
    expect(metrics).toMatch(/gavelyard_requests_refused\{queue="browse"\} [1-9]/);
    // A session that isn't cached, and a bid, while all else is stuck.
    const bid = await market.bid(bidder, lot, 1_000);
    expect(bid.status).toBe(200);
    await expect
      .poll(async () => {
        const { rows } = await holder.query("SELECT outcome FROM lots WHERE inventory_id = $1", [
          closing,
        ]);
        return rows;
      })
      .toEqual([{ outcome: "NO_BIDS" }]);

    await holder.query("ROLLBACK");
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual([200, 503]);
    expect((await ask("/inventories")).status).toBe(200);
  });
});
