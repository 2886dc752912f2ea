import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { openMarketplace, type Marketplace, type TestBidder } from "../testing/marketplace.ts";
import { runStatements } from "../testing/run-statements.ts";
import { BidDesk } from "./desk.ts";

/** A desk must notice everything that others changed since it last read a lot. */
let market: Marketplace;
let desk: BidDesk;
beforeAll(async () => {
  market = await openMarketplace();
});
afterAll(() => market?.close());

const openDesk = () => {
  const { bus, log, databaseUrl: url } = market.context;
  return new BidDesk({ address: url, bus, log });
};
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

interface Options {
  readonly key?: string;
  readonly on?: BidDesk;
}

/** Places a bid in dollars; returns its `seq`, or the refusal. */
async function bid(who: TestBidder, inventoryId: number, amount: number, options: Options = {}) {
  const { key = null, on = desk } = options;
  return on
    .place({
      inventoryId,
      userId: who.userId,
      amountCents: amount * 100,
      maxCents: null,
      raisesBidId: null,
      idempotencyKey: key,
      ip: null,
    })
    .then(({ seq, bidId }) => ({ seq, bidId }))
    .catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.statusCode, message: error.message };
    });
}

const run = (text: string, values: readonly unknown[]) =>
  market.context.pool.query(text, [...values]);

/** Creates a lot with one bid each of two bidders. */
async function lotWithBids(limitCents = 10_000_000) {
  const [one, other] = [await market.bidder(limitCents), await market.bidder(limitCents)];
  const unit = await market.lot();
  expect(await bid(one, unit, 1_000)).toMatchObject({ seq: 1 });
  expect(await bid(other, unit, 2_000)).toMatchObject({ seq: 2 });
  return { one, other, unit };
}

test("a new bidder gets the next alias of each lot, with a key too", async () => {
  const { one, unit } = await lotWithBids();
  expect(await bid(one, unit, 3_000)).toMatchObject({ seq: 3 });
  expect(await bid(one, unit, 100)).toMatchObject({ status: 409 });
  const elsewhere = await market.lot();
  const third = await market.bidder(10_000_000);
  await bid(third, elsewhere, 1_000);
  expect(await bid(third, unit, 4_000, { key: "a key of mine" })).toMatchObject({ seq: 4 });
  const { rows } = await run(
    "SELECT alias_no FROM lot_bidders WHERE user_id = $1 ORDER BY alias_no",
    [third.userId],
  );
  expect(rows).toEqual([{ alias_no: 1 }, { alias_no: 3 }]);
});

describe("a batch considers meanwhile", () => {
  test("bids through another process", async () => {
    const { one, other, unit } = await lotWithBids();
    const elsewhere = openDesk();
    try {
      expect(await bid(one, unit, 3_000, { on: elsewhere })).toMatchObject({ seq: 3 });
      expect(await bid(other, unit, 2_500)).toMatchObject({ status: 409 });
      expect(await bid(other, unit, 4_000)).toMatchObject({ seq: 4 });
      expect(await bid(one, unit, 5_000, { on: elsewhere })).toMatchObject({ seq: 5 });
      expect(await bid(other, unit, 6_000)).toMatchObject({ seq: 6 });
    } finally {
      await elsewhere.close();
    }
  });

  test("a close", async () => {
    const { one, unit } = await lotWithBids();
    await run(
      "UPDATE lots SET opens_at = clock_ms() - interval '1 h', closes_at = clock_ms() - interval '1 s' WHERE inventory_id = $1",
      [unit],
    );
    expect(await bid(one, unit, 3_000)).toMatchObject({
      status: 409,
      message: expect.stringContaining("closed"),
    });
  });

  test("accepts bids at the new price after a lot's price drops", async () => {
    const { one, unit } = await lotWithBids();
    await run("UPDATE lots SET price_cents = 100000 WHERE inventory_id = $1", [unit]);
    expect(await bid(one, unit, 1_900)).toMatchObject({ seq: 3 });
  });

  test("an account that can't bid anymore", async () => {
    const { one, unit } = await lotWithBids();
    await run("UPDATE users SET status = 'SUSPENDED' WHERE id = $1", [one.userId]);
    expect(await bid(one, unit, 3_000)).toMatchObject({ status: 403 });
  });

  test.each([
    ["was lowered", 250_000, { status: 409 }],
    ["was raised", 90_000_000, { seq: 3 }],
  ])("a limit that %s", async (_what, limitCents, answer) => {
    const { one, unit } = await lotWithBids(500_000);
    await run("UPDATE bidders SET limit_cents = $2 WHERE user_id = $1", [one.userId, limitCents]);
    const amount = limitCents < 500_000 ? 3_000 : 6_000;
    expect(await bid(one, unit, amount)).toMatchObject(answer);
  });

  test("a partly used limit that is still high enough", async () => {
    const { one, unit } = await lotWithBids(500_000);
    await run("UPDATE bidders SET leading_cents = 200000 WHERE user_id = $1", [one.userId]);
    expect(await bid(one, unit, 3_000)).toMatchObject({ seq: 3 });
    const { rows } = await run("SELECT leading_cents FROM bidders WHERE user_id = $1", [
      one.userId,
    ]);
    expect(rows).toEqual([{ leading_cents: 500_000 }]);
  });

  test("a limit that is used up", async () => {
    const { one, unit } = await lotWithBids(500_000);
    await run("UPDATE bidders SET leading_cents = 200001 WHERE user_id = $1", [one.userId]);
    expect(await bid(one, unit, 3_000)).toMatchObject({ status: 409 });
  });

  test("a lowered limit of a bidder whom the same batch outbids", async () => {
    const { one, other, unit } = await lotWithBids();
    await run("UPDATE bidders SET limit_cents = 250000 WHERE user_id = $1", [one.userId]);
    const answers = await Promise.all([bid(one, unit, 3_000), bid(other, unit, 4_000)]);
    expect(answers).toMatchObject([{ status: 409 }, { seq: 3 }]);
  });

  test.each([
    ["was accepted", 3_000],
    ["was refused", 100],
  ])("a key under which a bid %s elsewhere", async (_what, amount) => {
    const { one, other, unit } = await lotWithBids();
    const elsewhere = openDesk();
    const key = `the same ${amount}`;
    try {
      const first = await bid(one, unit, amount, { key, on: elsewhere });
      // Later events must not change the answer.
      await bid(other, unit, 9_000, { on: elsewhere });
      expect(await bid(one, unit, amount, { key })).toEqual(first);
      expect(await bid(one, unit, 12_000, { key })).toMatchObject({ status: 422 });
    } finally {
      await elsewhere.close();
    }
  });
});

test.each([
  ["forward, bids have its time", "1 hour", "clock_ms()"],
  // Like the clock of a server that takes over: earlier decisions stay earlier (D53).
  ["back, time on a lot stands still", "-1 hour", "(clock_ms() + interval '1 hour')"],
])("when the database's clock is set %s", async (_how, step, time) => {
  const { one, unit } = await lotWithBids();
  await run(
    "UPDATE lots SET opens_at = clock_ms() - interval '2 h', closes_at = clock_ms() + interval '2 h' WHERE inventory_id = $1",
    [unit],
  );
  const setClock = (now: string) =>
    runStatements(market.database.ownerUrl, [
      `CREATE OR REPLACE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
        $$SELECT date_trunc('milliseconds', ${now})$$`,
    ]);
  await setClock(`clock_timestamp() + interval '${step}'`);
  try {
    expect(await bid(one, unit, 3_000)).toMatchObject({ seq: 3 });
    expect(await bid(one, unit, 4_000)).toMatchObject({ seq: 4 });
    const { rows } = await run(
      `SELECT abs(extract(epoch FROM placed_at - ${time})) < 60 AS told FROM ledger
        WHERE seq > 2 AND lot_id = (SELECT id FROM lots WHERE inventory_id = $1)`,
      [unit],
    );
    expect(rows).toEqual([{ told: true }, { told: true }]);
  } finally {
    await setClock("clock_timestamp()");
  }
});
