import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultIncrements } from "./bid-increments.ts";
import { lotMinNextBidCents } from "./bidding.ts";
import type { BidderState, BidRequest, LotState } from "./bidding.ts";
import { exposureOf, leading, placeBid, priceOf, cancelBid } from "./bidding.model.ts";
import type { ModelBidder, ModelLot, ModelTerms, ModelVerdict } from "./bidding.model.ts";
import { dollars, freshLot, hourMs, minuteMs, openMarket, short } from "./market.model.ts";
import type { Entry } from "./market.model.ts";

type Step =
  | {
      act: "BID";
      lot: number;
      userId: number;
      over: number /** How far the maximum exceeds the bid, or up to what the limit allows. */;
      maxOver: number | "LIMIT" | null;
      waitMs: number;
    }
  | { act: "CANCEL"; lot: number; pick: number; by: "BIDDER" | "STAFF"; waitMs: number }
  | { act: "CLOSE"; lot: number; waitMs: number };

const lotIndex = fc.integer({ min: 0, max: 1 });
const waitMs = fc.oneof(
  { weight: 60, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
  { weight: 10, arbitrary: fc.integer({ min: 0, max: 3 * minuteMs }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 * minuteMs }) },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      act: fc.constant("BID" as const),
      lot: lotIndex,
      userId: fc.integer({ min: 1, max: 3 }),
      over: fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        { weight: 4, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: -3_000, max: -1 }) },
      ),
      maxOver: fc.oneof(
        fc.constantFrom(null, null, "LIMIT" as const, "LIMIT" as const, -100),
        fc.integer({ min: 0, max: 100_000 }),
      ),
      waitMs,
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      act: fc.constant("CANCEL" as const),
      lot: lotIndex,
      pick: fc.nat(),
      by: fc.constantFrom("BIDDER" as const, "STAFF" as const),
      waitMs,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("CLOSE" as const), lot: lotIndex, waitMs }),
  },
);

const wholeDollars = (min: number, max: number) => fc.integer({ min, max }).map(dollars);
const anyIncrements = fc.oneof(
  fc.constant(defaultIncrements),
  fc
    .tuple(wholeDollars(1, 60), wholeDollars(1, 60), wholeDollars(50, 900))
    .map(([low, high, from]) => [
      { fromCents: 0, stepCents: low },
      { fromCents: from, stepCents: high },
    ]),
);
const anyTerms: fc.Arbitrary<ModelTerms & { closesAtMs: number }> = fc.record({
  startingCents: fc.oneof(wholeDollars(1, 300), fc.integer({ min: 1, max: dollars(300) })),
  reserveCents: fc.option(
    fc.oneof(wholeDollars(300, 1_500), fc.integer({ min: dollars(300), max: dollars(1_500) })),
  ),
  increments: anyIncrements,
  opensAtMs: fc.constantFrom(0, 0, minuteMs),
  closesAtMs: fc.constantFrom(5 * minuteMs, hourMs + minuteMs, 4 * hourMs),
  softCloseWindowSec: fc.constantFrom(0, 60, 120, 600),
  softCloseExtendSec: fc.constantFrom(30, 120, 600),
  maxExtensions: fc.option(fc.integer({ min: 0, max: 3 })),
});
const anyBidder = fc.record({
  limitCents: wholeDollars(1_000, 6_000),
  awardsCents: wholeDollars(0, 500),
});
const anyMarket = fc.record({
  lots: fc.array(anyTerms, { minLength: 2, maxLength: 2 }),
  bidders: fc.array(anyBidder, { minLength: 3, maxLength: 3 }),
  steps: fc.array(anyStep, { minLength: 1, maxLength: 60, size: "max" }),
});

function roundedToDollars(cents: number): number {
  // Some amounts keep their cents, so that refusals are covered too.
  return cents % 1_700 === 0 ? cents + 50 : cents - (cents % 100);
}

/** Runs a sequence against the rules and the model, compares every step and counts the outcomes. */
function run(
  terms: readonly (ModelTerms & { closesAtMs: number })[],
  limits: readonly ModelBidder[],
  steps: readonly Step[],
  seen: Map<string, number>,
) {
  const bidders = new Map(limits.map((bidder, index) => [index + 1, bidder]));
  const market = openMarket(
    terms.map((each) => ({ ...freshLot, ...each })),
    bidders,
  );
  const lots = terms.map(({ closesAtMs, ...rest }): ModelLot => ({
    terms: rest,
    standing: [],
    seq: 0,
    closesAtMs,
    extensions: 0,
    closed: false,
    retractors: new Set(),
  }));
  const model = { lots, bidders };
  let nowMs = 0;

  for (const step of steps) {
    nowMs += step.waitMs;
    const entry = market.at(step.lot);
    const modelLot = lots[step.lot];
    if (modelLot === undefined) throw new Error(`No lot ${step.lot}`);
    const before = entry.lot;

    if (step.act === "CLOSE") {
      if (nowMs <= before.closesAtMs) continue;
      market.close(step.lot);
      modelLot.closed = true;
      continue;
    }
    let verdict: ReturnType<typeof market.bid> | ReturnType<typeof market.cancelBid>;
    let expected: ModelVerdict;
    if (step.act === "BID") {
      const request = requestOf(step, before, market.bidder(step.userId));
      expected = placeBid(model, modelLot, request, nowMs);
      verdict = market.bid(step.lot, request, nowMs);
      if (verdict.accepted) {
        expect(verdict.lot.priceCents).toBeGreaterThanOrEqual(before.priceCents ?? 0);
      }
    } else {
      const seq = pickedSeq(step.pick, entry);
      expected = cancelBid(model, modelLot, { seq, by: step.by }, nowMs);
      verdict = market.cancelBid(step.lot, { seq, by: step.by }, nowMs);
      if (verdict.accepted) expect(verdict.lot.closesAtMs).toBe(before.closesAtMs);
    }

    const found = verdict.accepted ? verdict.rows.map(short) : verdict.refusal.reason;
    expect(found).toEqual(expected);
    const names = verdict.accepted
      ? verdict.rows.map(({ kind }) => kind)
      : [verdict.refusal.reason];
    for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
    if (verdict.accepted && verdict.lot.extensions > before.extensions) {
      seen.set("EXTENDED", (seen.get("EXTENDED") ?? 0) + 1);
    }

    expectSameLot(entry, modelLot);
    for (const [userId, { limitCents, awardsCents }] of bidders) {
      const { committedCents } = market.bidder(userId);
      expect(committedCents).toBe(exposureOf(lots, userId) + awardsCents);
      expect(committedCents).toBeLessThanOrEqual(limitCents);
    }
  }
}

/** Picks the row to retract: often an active one (0 is the newest), sometimes another or none. */
function pickedSeq(pick: number, { lot, standing }: Entry): number {
  const target = standing.at(-1 - (pick % (standing.length + 1)));
  return target?.seq ?? lot.seq - (pick % (lot.seq + 2));
}

function requestOf(
  step: Extract<Step, { act: "BID" }>,
  lot: LotState,
  bidder: BidderState,
): BidRequest {
  const { userId, over, maxOver } = step;
  const amountCents = roundedToDollars(lotMinNextBidCents(lot) + over);
  if (maxOver === null) return { userId, amountCents, maxCents: null };
  if (maxOver !== "LIMIT") {
    return { userId, amountCents, maxCents: roundedToDollars(amountCents + maxOver) };
  }
  const held = lot.leader?.userId === userId ? lot.leader.maxCents : 0;
  return { userId, amountCents, maxCents: bidder.limitCents - bidder.committedCents + held };
}

function expectSameLot({ lot, ledger }: Entry, modelLot: ModelLot): void {
  const leader = leading(modelLot.standing);
  expect(lot).toMatchObject({
    priceCents: priceOf(modelLot.terms, modelLot.standing),
    leader: leader === undefined ? null : { userId: leader.userId, maxCents: leader.maxCents },
    seq: modelLot.seq,
    bidCount: modelLot.standing.length,
    closesAtMs: modelLot.closesAtMs,
    extensions: modelLot.extensions,
  });
  expect(ledger.map(({ seq }) => seq)).toEqual(ledger.map((_, index) => index + 1));
  if (lot.leader !== null) {
    expect(lot.leader.maxCents).toBeGreaterThanOrEqual(lot.priceCents ?? Infinity);
  }
}

test("price, leader, ledger, close and limits agree with the model after every step", () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(anyMarket, ({ lots, bidders, steps }) => run(lots, bidders, steps, seen)),
    { numRuns: 500 },
  );
  // The sequences are useful only if they reach every outcome of a request.
  for (const name of [
    "BID",
    "PROXY",
    "RAISE",
    "RETRACTION",
    "VOID",
    "LAPSE",
    "EXTENDED",
    "LOT_CLOSED",
    "NOT_OPEN",
    "INVALID_AMOUNT",
    "MAX_BELOW_AMOUNT",
    "BELOW_MINIMUM",
    "ALREADY_LEADING",
    "LIMIT_EXCEEDED",
    "NOT_STANDING",
    "ALREADY_RETRACTED",
    "TOO_LATE_AFTER_BID",
    "TOO_CLOSE_TO_END",
  ]) {
    expect(seen.get(name) ?? 0, name).toBeGreaterThan(0);
  }
});
