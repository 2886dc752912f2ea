import type { LotPrice, PricesMessage } from "@gavelyard/contract/realtime";
import { expect, test } from "vitest";
import { lotNow, Prices } from "./prices.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28, 12, 0, seconds)).toISOString();

const price = (inventoryId: number, seq: number, more: Partial<LotPrice> = {}): LotPrice => ({
  inventoryId,
  lotId: 100 + inventoryId,
  seq,
  status: "OPEN",
  opensAt: at(-3_600),
  closesAt: at(3_600),
  extended: false,
  price: 1_000 * seq,
  minNextBid: 1_000 * (seq + 1),
  bidCount: seq,
  reserveState: "NONE",
  outcome: null,
  leaderAlias: "Bidder 1",
  ...more,
});

const message = (seconds: number, lots: readonly LotPrice[], since?: number): PricesMessage => ({
  v: 1,
  type: "PRICES",
  lots: [...lots],
  serverTime: at(seconds),
  ...(since === undefined ? {} : { since: at(since) }),
});

test("the newest state of each lot counts, in whatever order messages arrive", () => {
  const prices = new Prices();
  prices.take(message(1, [price(1, 2), price(2, 1)]));
  expect(prices.take(message(2, [price(1, 1)]))).toBe(null);
  expect(prices.all().get(1)?.seq).toBe(2);
  // The unit has a new lot, whose rows are numbered from 1 again.
  prices.take(message(3, [price(1, 1, { lotId: 999 })]));
  expect(prices.all().get(1)).toMatchObject({ seq: 1, lotId: 999 });
  expect(prices.all().get(2)?.seq).toBe(1);
});

test("after a gap, what was known and read before it is outdated", () => {
  const prices = new Prices();
  expect(prices.take(message(60, [price(1, 1)], 0))).toBe(Date.parse(at(0)));
  // Reconnected within what the server remembers: nothing was missed.
  expect(prices.take(message(90, [price(2, 1)], 30))).toBe(null);
  expect(prices.all().size).toBe(2);
  // Rescheduled, or away for longer.
  expect(prices.take(message(200, [price(3, 1)], 140))).toBe(Date.parse(at(140)));
  expect([...prices.all().keys()]).toEqual([3]);
});

test("a lot shows newer rows, and keeps what a price doesn't have", () => {
  const { inventoryId: _unit, leaderAlias: _leader, ...served } = price(1, 3);
  const lot = { ...served, lotNumber: "27" };
  expect(lotNow(lot, undefined)).toBe(lot);
  expect(lotNow(lot, price(1, 3, { price: 1 }))).toBe(lot);
  expect(lotNow(lot, price(1, 4, { lotId: 999 }))).toBe(lot);
  expect(lotNow(lot, price(1, 4))).toEqual({
    ...lot,
    seq: 4,
    price: 4_000,
    minNextBid: 5_000,
    bidCount: 4,
  });
});

test("a lot opens by the clock", () => {
  const now = Date.now();
  const opening = (inMs: number) =>
    lotNow(
      price(1, 0, { status: "UPCOMING", opensAt: new Date(now + inMs).toISOString() }),
      undefined,
    ).status;
  expect([opening(60_000), opening(-1)]).toEqual(["UPCOMING", "OPEN"]);
});
