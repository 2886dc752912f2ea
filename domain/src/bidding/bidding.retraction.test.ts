import { describe, expect, test } from "vitest";
import { decideRetraction, lotMinNextBidCents } from "./bidding.ts";
import {
  afterBids,
  deepPockets,
  dollars,
  freshLot,
  hourMs,
  minuteMs,
  openMarket,
} from "./market.model.ts";

describe("retraction and void (D23)", () => {
  test("restores leader and price of the remaining bids, in a row of its own", () => {
    const { market } = afterBids({}, [
      [1, 500, 1_000],
      [2, 600, 3_000],
    ]);
    expect(market.at(0).lot).toMatchObject({ priceCents: dollars(1_050), leader: { userId: 2 } });
    expect(market.cancelBid(0, { seq: 2, by: "BIDDER" }, minuteMs)).toMatchObject({
      accepted: true,
      rows: [{ seq: 3, kind: "RETRACTION", userId: 2, amountCents: dollars(500), undoesSeq: 2 }],
      lot: {
        priceCents: dollars(500),
        bidCount: 1,
        seq: 3,
        leader: { userId: 1, maxCents: dollars(1_000) },
      },
    });
  });

  test("of the only bid leaves no price and no leader; bidding restarts at the starting price", () => {
    const { market } = afterBids({}, [[1, 500, 1_000]]);
    market.cancelBid(0, { seq: 1, by: "STAFF" }, minuteMs);
    expect(market.at(0).lot).toMatchObject({ priceCents: null, leader: null, bidCount: 0, seq: 2 });
    expect(lotMinNextBidCents(market.at(0).lot)).toBe(dollars(500));
    expect(market.bidder(1).committedCents).toBe(0);
  });

  test.each([
    ["at 5 minutes", 1000 + 5 * minuteMs, null],
    ["a millisecond later", 1001 + 5 * minuteMs, "TOO_LATE_AFTER_BID"],
  ])("a bidder has 5 minutes after the bid: %s", (_, nowMs, reason) => {
    const { market } = afterBids({}, [[1, 500]]);
    expect(market.cancelBid(0, { seq: 1, by: "BIDDER" }, nowMs)).toMatchObject(
      reason === null ? { accepted: true } : { accepted: false, refusal: { reason } },
    );
  });

  test.each([
    ["an hour before the close", hourMs, null],
    ["a millisecond later", hourMs - 1, "TOO_CLOSE_TO_END"],
  ])("a bidder can't retract in the last hour: %s", (_, beforeCloseMs, reason) => {
    const { market } = afterBids({ closesAtMs: 2000 + beforeCloseMs }, [[1, 500]]);
    expect(market.cancelBid(0, { seq: 1, by: "BIDDER" }, 2000)).toMatchObject(
      reason === null ? { accepted: true } : { accepted: false, refusal: { reason } },
    );
  });

  test("a bidder can retract once on a lot; staff can still void", () => {
    const { market } = afterBids({}, [
      [1, 500, 900],
      [2, 600, 2_000],
      [2, 2_100],
    ]);
    expect(market.cancelBid(0, { seq: 3, by: "BIDDER" }, minuteMs)).toMatchObject({
      accepted: true,
    });
    expect(market.cancelBid(0, { seq: 2, by: "BIDDER" }, minuteMs)).toMatchObject({
      refusal: { reason: "ALREADY_RETRACTED" },
    });
    expect(market.cancelBid(0, { seq: 2, by: "STAFF" }, minuteMs)).toMatchObject({
      accepted: true,
    });
  });

  test("a leader keeps the lead when their limit is lowered (D46)", () => {
    const { market } = afterBids({}, [
      [1, 500],
      [2, 600, 3_000],
      [3, 700],
    ]);
    const { lot, standing } = market.at(0);
    const target = { seq: 3, by: "STAFF" } as const;
    expect(decideRetraction(lot, standing, target, () => -100, minuteMs)).toMatchObject({
      rows: [{ kind: "VOID" }],
      lot: { leader: { userId: 2, maxCents: dollars(3_000) } },
    });
  });

  test("staff can void until the close, only bids and raises, and each only once", () => {
    const { market } = afterBids({}, [
      [1, 500, 2_000],
      [2, 600],
      [3, 700],
    ]);
    const voided = { seq: 2, by: "STAFF" } as const;
    expect(market.cancelBid(0, { seq: 3, by: "STAFF" }, hourMs)).toMatchObject({
      refusal: { reason: "NOT_STANDING" },
    });
    expect(market.cancelBid(0, voided, 4 * hourMs)).toMatchObject({ rows: [{ kind: "VOID" }] });
    expect(market.cancelBid(0, voided, 4 * hourMs)).toMatchObject({
      refusal: { reason: "NOT_STANDING" },
    });
    expect(market.cancelBid(0, { seq: 4, by: "STAFF" }, 4 * hourMs + 1)).toMatchObject({
      refusal: { reason: "LOT_CLOSED" },
    });
  });

  test("a bidder who would lead again beyond their limit lapses, and the next one leads (D25)", () => {
    const limits = new Map([
      [1, { limitCents: dollars(1_000), awardsCents: 0 }],
      [2, { limitCents: dollars(2_000), awardsCents: 0 }],
      [3, deepPockets],
    ]);
    const market = openMarket([freshLot, freshLot], limits);
    const bid = (lot: number, userId: number, amount: number, atMs: number) =>
      market.bid(lot, { userId, amountCents: dollars(amount), maxCents: null }, atMs);
    bid(0, 1, 500, 1000);
    bid(0, 2, 1_500, 2000);
    bid(0, 3, 1_600, 3000);
    // The second bidder, outbid on the first lot, uses the released limit on the other lot.
    expect(bid(1, 2, 1_000, 4000).accepted).toBe(true);
    const verdict = market.cancelBid(0, { seq: 3, by: "BIDDER" }, 5000);
    expect(verdict).toMatchObject({
      rows: [
        { seq: 4, kind: "RETRACTION", userId: 3, amountCents: dollars(500) },
        { seq: 5, kind: "LAPSE", userId: 2, amountCents: dollars(500) },
      ],
      lot: { leader: { userId: 1, maxCents: dollars(500) }, bidCount: 1 },
      holds: [
        { userId: 3, deltaCents: -dollars(1_600) },
        { userId: 1, deltaCents: dollars(500) },
      ],
    });
  });
});

test("bidders beyond their limits lapse one by one, down to a lot without bids", () => {
  const limits = new Map([
    [1, { limitCents: dollars(1_000), awardsCents: 0 }],
    [2, { limitCents: dollars(2_000), awardsCents: 0 }],
    [3, deepPockets],
  ]);
  const market = openMarket([freshLot, freshLot, freshLot], limits);
  const bid = (lot: number, userId: number, amount: number, atMs: number) =>
    market.bid(lot, { userId, amountCents: dollars(amount), maxCents: null }, atMs).accepted;
  expect(bid(0, 1, 900, 1000)).toBe(true);
  expect(bid(0, 2, 1_900, 2000)).toBe(true);
  expect(bid(0, 3, 2_000, 3000)).toBe(true);
  expect(bid(1, 1, 1_000, 4000)).toBe(true);
  expect(bid(2, 2, 2_000, 5000)).toBe(true);
  expect(market.cancelBid(0, { seq: 3, by: "STAFF" }, 6000)).toMatchObject({
    rows: [
      { seq: 4, kind: "VOID", userId: 3, amountCents: null },
      { seq: 5, kind: "LAPSE", userId: 2, amountCents: null },
      { seq: 6, kind: "LAPSE", userId: 1, amountCents: null },
    ],
    lot: { leader: null, priceCents: null, bidCount: 0, seq: 6 },
  });
  expect(market.at(0).standing).toEqual([]);
});
