import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openMarketplace, type Marketplace, type TestBidder } from "../testing/marketplace.ts";
import type { BidOrder } from "./batch.ts";
import { BidDesk } from "./desk.ts";

let market: Marketplace;
let desk: BidDesk;
beforeAll(async () => {
  market = await openMarketplace();
  const { bus, log, databaseUrl: url } = market.context;
  desk = new BidDesk({ url, bus, log });
});
afterAll(async () => {
  await desk?.close();
  await market?.close();
});

const order = ({ userId }: TestBidder, inventoryId: number, amount: number): BidOrder => ({
  inventoryId,
  userId,
  amountCents: amount * 100,
  maxCents: null,
  idempotencyKey: null,
  ip: null,
});

/** Places a bid in dollars; answers its number on the lot, or null when it was refused. */
async function bid(who: TestBidder, inventoryId: number, amount: number): Promise<number | null> {
  return desk
    .place(order(who, inventoryId, amount))
    .then(({ seq }) => seq)
    .catch(() => null);
}

/** Locks a unit's lots from elsewhere while `act` runs, unless that lets go of them. */
async function whileLocked(
  inventoryId: number,
  act: (letGo: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const holder = await market.context.pool.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM lots WHERE inventory_id = $1 FOR UPDATE", [inventoryId]);
    await act(() => holder.query("COMMIT"));
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}

const lots = (count: number) => Promise.all(Array.from({ length: count }, () => market.lot()));
const bidders = (count: number, limitCents: number) =>
  Promise.all(Array.from({ length: count }, () => market.bidder(limitCents)));

test("bids on one unit are decided in the order in which they came, however many batches it takes", async () => {
  const [hot = 0, ...others] = await lots(80);
  const crowd = await bidders(20, 90_000_000);
  const rising = Array.from({ length: 600 }, (_, index) => ({
    who: crowd[index % crowd.length],
    amount: 1_000 + index * 1_000,
  }));
  const placed = rising.map(({ who, amount }, index) => {
    const other = others[index % others.length] ?? 0;
    if (who === undefined) throw new Error("there is no bidder");
    void bid(who, other, 1_000);
    return bid(who, hot, amount);
  });
  const seqs = await Promise.all(placed);
  expect(seqs).toEqual(rising.map((_, index) => index + 1));
});

test("a bidder who bids on many units at once never holds more than the limit", async () => {
  const units = await lots(60);
  const crowd = await bidders(8, 500_000);
  // Five bids of $1,000 fit into each limit, whichever batches they are in.
  const seqs = await Promise.all(
    units.flatMap((unit, index) =>
      Array.from({ length: 3 }, (_, turn) => {
        const who = crowd[(index + turn * 3) % crowd.length];
        if (who === undefined) throw new Error("there is no bidder");
        return bid(who, unit, 1_000);
      }),
    ),
  );
  expect(seqs.filter((seq) => seq !== null)).toHaveLength(40);
  const { rows } = await market.context.pool.query<{ held: number; led: number }>(
    `SELECT b.leading_cents AS held,
        (SELECT coalesce(sum(l.leader_max_cents), 0) FROM lots l WHERE l.leader_id = b.user_id) AS led
      FROM bidders b WHERE b.user_id = ANY($1::bigint[])`,
    [crowd.map(({ userId }) => userId)],
  );
  for (const { held, led } of rows) {
    expect(held).toBe(500_000);
    expect(led).toBe(500_000);
  }
});

test("a bid that waits for a lock holds nobody up", async () => {
  const [locked = 0, first = 0, second = 0] = await lots(3);
  const [one, other] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  for (const lot of [locked, first, second]) expect(await bid(one, lot, 1_000)).toBe(1);
  await whileLocked(locked, async (letGo) => {
    let decided = false;
    const waits = bid(other, locked, 2_000).finally(() => (decided = true));
    // Else they were in one batch with it.
    await setImmediate();
    expect(await Promise.all([bid(other, first, 2_000), bid(one, second, 100)])).toEqual([2, null]);
    expect(await bid(other, second, 2_000)).toBe(2);
    expect(decided).toBe(false);
    await letGo();
    expect(await waits).toBe(2);
  });
});

test("a batch whose connection the database ends is in doubt, and bids go on", async () => {
  const [locked = 0, other = 0] = await lots(2);
  const [one, two] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
  for (const lot of [locked, other]) expect(await bid(one, lot, 1_000)).toBe(1);
  expect(await bid(two, other, 2_000)).toBe(2);
  await whileLocked(locked, async (letGo) => {
    const ended = expect(desk.place(order(two, locked, 2_000))).rejects.toMatchObject({
      statusCode: 503,
      message: expect.stringContaining("We cannot say yet"),
    });
    await expect
      .poll(async () => {
        const { rowCount } = await market.context.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'gavelyard-desk' AND wait_event_type = 'Lock'
              AND datname = current_database()`,
        );
        return rowCount;
      })
      .toBe(1);
    await ended;
    expect(await bid(one, other, 3_000)).toBe(3);
    await letGo();
    expect(await bid(two, locked, 3_000)).toBe(2);
  });
});

test("a batch that is on disk is never decided again, whatever fails after its commit", async () => {
  const { bus, log, databaseUrl: url } = market.context;
  const failing = new BidDesk({ url, bus, log });
  const unit = await market.lot();
  const crowd = await bidders(4, 90_000_000);
  const deliver = vi.spyOn(bus, "deliver").mockImplementation(() => {
    throw new Error("nobody could be told");
  });
  try {
    const outcomes = await Promise.allSettled(
      crowd.map((who, index) => failing.place(order(who, unit, 1_000 + index * 1_000))),
    );
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { statusCode: 503 } });
    }
  } finally {
    deliver.mockRestore();
    await failing.close();
  }
  const { rows } = await market.context.pool.query(
    "SELECT seq, amount_cents FROM ledger WHERE lot_id = (SELECT id FROM lots WHERE inventory_id = $1) ORDER BY seq",
    [unit],
  );
  expect(rows).toEqual(
    crowd.map((_, index) => ({ seq: index + 1, amount_cents: (1_000 + index * 1_000) * 100 })),
  );
});
