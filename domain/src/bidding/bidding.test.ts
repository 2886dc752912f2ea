import { describe, expect, test } from "vitest";
import { refuseRaise, reserveState } from "./bidding.ts";
import type { BidRequest } from "./bidding.ts";
import { afterBids, dollars, hourMs, short } from "./market.model.ts";

describe("price and leader (D18 to D20)", () => {
  test.each<{
    name: string;
    reserve?: number;
    bids: (readonly [number, number, number?])[];
    price: number;
    leader: number;
    maximum: number;
  }>([
    { name: "a first bid is the price", bids: [[1, 500]], price: 500, leader: 1, maximum: 500 },
    {
      name: "the first bid can be above the starting price; its maximum stays hidden",
      bids: [[1, 700, 2_000]],
      price: 700,
      leader: 1,
      maximum: 2_000,
    },
    {
      name: "the leader's maximum answers a lower bid with one increment",
      bids: [
        [1, 500, 2_000],
        [2, 1_000],
      ],
      price: 1_050,
      leader: 1,
      maximum: 2_000,
    },
    {
      name: "but never beyond itself",
      bids: [
        [1, 500, 1_020],
        [2, 1_000],
      ],
      price: 1_020,
      leader: 1,
      maximum: 1_020,
    },
    {
      name: "a tie goes to the first bidder",
      bids: [
        [1, 500, 1_000],
        [2, 1_000],
      ],
      price: 1_000,
      leader: 1,
      maximum: 1_000,
    },
    {
      name: "a higher maximum leads at one increment above the other",
      bids: [
        [1, 500, 2_000],
        [2, 525, 5_000],
      ],
      price: 2_050,
      leader: 2,
      maximum: 5_000,
    },
    {
      name: "a maximum just above the other is the price",
      bids: [
        [1, 500, 2_000],
        [2, 525, 2_010],
      ],
      price: 2_010,
      leader: 2,
      maximum: 2_010,
    },
    {
      name: "a visible bid above that increment stands in full",
      bids: [
        [1, 500],
        [2, 3_000, 5_000],
      ],
      price: 3_000,
      leader: 2,
      maximum: 5_000,
    },
    {
      name: "a maximum is bid whatever the price has done below it",
      bids: [
        [1, 500],
        [2, 600],
        [1, 525, 5_000],
      ],
      price: 625,
      leader: 1,
      maximum: 5_000,
    },
    {
      name: "also against a maximum that stays higher",
      bids: [
        [1, 500, 2_000],
        [2, 1_000],
        [3, 525, 1_500],
      ],
      price: 1_550,
      leader: 1,
      maximum: 2_000,
    },
    {
      name: "also on a first bid below the starting price",
      bids: [[1, 100, 900]],
      price: 500,
      leader: 1,
      maximum: 900,
    },
    {
      name: "a leader's raise doesn't move the price",
      bids: [
        [1, 500, 1_000],
        [2, 600],
        [1, 1_500, 3_000],
      ],
      price: 625,
      leader: 1,
      maximum: 3_000,
    },
    {
      name: "a maximum under the reserve is bid in full",
      reserve: 5_000,
      bids: [[1, 500, 3_000]],
      price: 3_000,
      leader: 1,
      maximum: 3_000,
    },
    {
      name: "a maximum that reaches the reserve jumps to it",
      reserve: 5_000,
      bids: [[1, 500, 8_000]],
      price: 5_000,
      leader: 1,
      maximum: 8_000,
    },
    {
      name: "a leader who raises up to the reserve jumps to it",
      reserve: 5_000,
      bids: [
        [1, 500, 3_000],
        [1, 3_000, 5_000],
      ],
      price: 5_000,
      leader: 1,
      maximum: 5_000,
    },
    {
      name: "above the reserve, increments apply again",
      reserve: 1_000,
      bids: [
        [1, 500, 8_000],
        [2, 2_000],
      ],
      price: 2_050,
      leader: 1,
      maximum: 8_000,
    },
  ])("$name", ({ reserve, bids, price, leader, maximum }) => {
    const { market, verdicts } = afterBids(
      { reserveCents: reserve === undefined ? null : dollars(reserve) },
      bids,
    );
    expect(verdicts.every(({ accepted }) => accepted)).toBe(true);
    expect(market.at(0).lot).toMatchObject({
      priceCents: dollars(price),
      leader: { userId: leader, maxCents: dollars(maximum) },
      bidCount: bids.length,
    });
  });
});

test("the ledger numbers bid, proxy bid and raise without gaps (D22)", () => {
  const { market } = afterBids({}, [
    [1, 500, 2_000],
    [2, 1_000],
    [1, 2_000, 4_000],
    [2, 1_100, 6_000],
  ]);
  expect(market.at(0).ledger.map(short)).toEqual([
    { seq: 1, kind: "BID", userId: 1, amountCents: dollars(500) },
    { seq: 2, kind: "BID", userId: 2, amountCents: dollars(1_000) },
    { seq: 3, kind: "PROXY", userId: 1, amountCents: dollars(1_050) },
    { seq: 4, kind: "RAISE", userId: 1, amountCents: dollars(1_050) },
    { seq: 5, kind: "BID", userId: 2, amountCents: dollars(4_050) },
  ]);
});

describe("refusals and their details", () => {
  const standing: [number, number, number][] = [[1, 500, 2_000]];
  test.each<[string, Partial<BidRequest>, number, object]>([
    [
      "a bid a millisecond after the close",
      {},
      4 * hourMs + 1,
      { reason: "LOT_CLOSED", closedAtMs: 4 * hourMs },
    ],
    ["a bid before the opening", {}, -1, { reason: "NOT_OPEN", opensAtMs: 0 }],
    ["cents", { amountCents: 600_50 }, 5000, { reason: "INVALID_AMOUNT" }],
    ["cents in the maximum", { maxCents: 900_01 }, 5000, { reason: "INVALID_AMOUNT" }],
    ["zero", { amountCents: 0 }, 5000, { reason: "INVALID_AMOUNT" }],
    ["a negative amount", { amountCents: -600_00 }, 5000, { reason: "INVALID_AMOUNT" }],
    ["NaN", { amountCents: Number.NaN }, 5000, { reason: "INVALID_AMOUNT" }],
    ["a maximum below the bid", { maxCents: dollars(599) }, 5000, { reason: "MAX_BELOW_AMOUNT" }],
    [
      "a bid below the next minimum",
      { amountCents: dollars(524) },
      5000,
      { reason: "BELOW_MINIMUM", minNextBidCents: dollars(525) },
    ],
    [
      "a leader's maximum that doesn't rise",
      { userId: 1, maxCents: dollars(2_000) },
      5000,
      { reason: "ALREADY_LEADING", maxCents: dollars(2_000) },
    ],
    [
      "a maximum beyond the limit, with the bid within it",
      { maxCents: dollars(10_000_001) },
      5000,
      {
        reason: "LIMIT_EXCEEDED",
        availableCents: dollars(10_000_000),
        neededCents: dollars(10_000_001),
      },
    ],
  ])("%s", (_, change, nowMs, refusal) => {
    const { market } = afterBids({}, standing);
    const before = market.at(0).lot;
    const request = { userId: 2, amountCents: dollars(600), maxCents: null, ...change };
    expect(market.bid(0, request, nowMs)).toEqual({ accepted: false, refusal });
    expect(market.at(0).lot).toBe(before);
  });

  test("a lot is open up to its exact close, and a closed one isn't", () => {
    const { market } = afterBids({}, standing);
    const request = { userId: 2, amountCents: dollars(600), maxCents: null };
    expect(market.bid(0, request, 4 * hourMs).accepted).toBe(true);
    market.close(0);
    expect(market.bid(0, { ...request, userId: 3, amountCents: dollars(900) }, 5000)).toMatchObject(
      {
        refusal: { reason: "LOT_CLOSED" },
      },
    );
  });

  test("the first bid is at least the starting price (D19)", () => {
    const { verdicts } = afterBids({}, [
      [1, 499],
      [1, 500],
    ]);
    expect(verdicts[0]).toMatchObject({
      refusal: { reason: "BELOW_MINIMUM", minNextBidCents: dollars(500) },
    });
    expect(verdicts[1]?.accepted).toBe(true);
  });
});

describe("soft close (D21)", () => {
  const late = 4 * hourMs - 30_000;
  const request = (userId: number, amount: number, maximum: number) => ({
    userId,
    amountCents: dollars(amount),
    maxCents: dollars(maximum),
  });

  test("a bid in the window extends, whether it leads or only moves the price", () => {
    for (const maximum of [1_000, 5_000]) {
      const { market } = afterBids({}, [[1, 500, 2_000]]);
      const verdict = market.bid(0, request(2, 600, maximum), late);
      expect(verdict).toMatchObject({ lot: { closesAtMs: late + 120_000, extensions: 1 } });
      expect(market.at(0).ledger.at(-1)).toMatchObject({
        extended: true,
        closesAtMs: late + 120_000,
      });
    }
  });

  test("a rejected bid and a leader's raise don't extend, even if the reserve moves the price", () => {
    const { market } = afterBids({ reserveCents: dollars(3_000) }, [[1, 500, 2_000]]);
    market.bid(0, request(2, 2_010, 2_010), late);
    expect(market.at(0).lot.closesAtMs).toBe(4 * hourMs);
    expect(market.bid(0, request(1, 500, 3_500), late)).toMatchObject({
      accepted: true,
      lot: { closesAtMs: 4 * hourMs, extensions: 0, priceCents: dollars(3_000) },
    });
  });
});

test.each([
  [null, null, "NONE"],
  [null, 500, "NONE"],
  [1_000, null, "NOT_MET"],
  [1_000, 999, "NOT_MET"],
  [1_000, 1_000, "MET"],
])(
  "with a reserve of %j and a price of %j, the reserve state is %s (D20)",
  (reserve, price, state) => {
    expect(reserveState(reserve, price)).toBe(state);
  },
);

describe("raising a bid (D23)", () => {
  const bid = { lotId: 7, closesAtMs: hourMs, stands: true };
  test.each([
    ["is active on the open lot", bid, 7, null],
    ["was retracted", { ...bid, stands: false }, 7, { reason: "NOT_STANDING" }],
    ["is on a closed lot", bid, null, { reason: "LOT_CLOSED", closedAtMs: hourMs }],
    ["is on an earlier lot", bid, 8, { reason: "LOT_CLOSED", closedAtMs: hourMs }],
  ] as const)("that %s", (_what, raised, openLotId, refusal) => {
    expect(refuseRaise(raised, openLotId)).toEqual(refusal);
  });
});
