import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lotRow } from "../testing/lot-row.ts";
import { openMarketplace, type Marketplace } from "../testing/marketplace.ts";
import { KnownLots, type VersionedLot } from "./known-lots.ts";

const lot = (inventoryId: number, version: string, change: Partial<VersionedLot> = {}) =>
  lotRow(inventoryId, { version, ...change });

describe("the lots that a desk remembers", () => {
  test("are as they were while their version is the same", () => {
    const known = new KnownLots();
    known.learn([lot(1, "700")]);
    expect(known.find(lot(1, "700"))?.seq).toBe(0);
    expect(known.find(lot(1, "701"))).toBeNull();
    expect(known.find({ ...lot(1, "700"), id: 11 })).toBeNull();
    known.change(lot(1, "702", { seq: 3 }));
    expect(known.find(lot(1, "700"))).toBeNull();
    expect(known.find(lot(1, "702"))?.seq).toBe(3);
  });

  test("are read anew after half a minute, however often they were bid on", () => {
    let nowMs = 0;
    const known = new KnownLots(() => nowMs);
    known.learn([lot(1, "700")]);
    nowMs = 29_999;
    known.change(lot(1, "701"));
    expect(known.get(1)).not.toBeNull();
    nowMs = 30_000;
    expect(known.get(1)).toBeNull();
  });

  test("are so many at most", () => {
    const known = new KnownLots();
    known.learn([lot(1, "700")]);
    known.learn(Array.from({ length: 20_000 }, (_, index) => lot(2 + index, "700")));
    expect(known.get(1)).toBeNull();
    expect(known.get(20_001)).not.toBeNull();
  });
});

describe("a lot that was bid on", () => {
  let market: Marketplace;
  beforeAll(async () => {
    market = await openMarketplace();
  });
  afterAll(() => market?.close());

  test.for([
    {
      what: "an increment",
      change: `increments = '[{"fromCents":0,"stepCents":50000}]'`,
      expected: { minNextBid: 2_500 },
    },
    {
      what: "the reserve",
      change: "reserve_cents = 9000000",
      expected: { reserveState: "NOT_MET" },
    },
    {
      what: "the close",
      change: "closes_at = date_trunc('day', clock_ms()) + interval '3 days 5 minutes'",
      expected: { closesAt: expect.stringMatching(/T00:05:00\.000Z$/) },
    },
  ])("is judged by $what that was changed since the last bid", async ({ change, expected }) => {
    const inventoryId = await market.lot();
    const [one, other] = [await market.bidder(90_000_000), await market.bidder(90_000_000)];
    expect((await market.bid(one, inventoryId, 1_000)).status).toBe(200);
    // Terms are bound once a record has begun, but for those who can switch that off.
    await market.context.pool.query(
      `ALTER TABLE lots DISABLE TRIGGER lots_terms_bound;
        UPDATE lots SET ${change} WHERE inventory_id = ${inventoryId};
        ALTER TABLE lots ENABLE TRIGGER lots_terms_bound`,
    );
    const { status, body } = await market.bid(other, inventoryId, 2_000);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
  });
});
