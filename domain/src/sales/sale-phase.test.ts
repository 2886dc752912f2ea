import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  holdIn,
  offerStatusAt,
  phaseAfter,
  phaseOf,
  saleActs,
  salePhases,
  settleProblem,
  unitStatusIn,
  type SaleFacts,
} from "./sale-phase.ts";
import { awardStatuses, holdsLimit, inventoryStatuses, mayMoveInventory } from "./settlement.ts";

const moves = salePhases.flatMap((from) =>
  saleActs.flatMap((act) => {
    const to = phaseAfter(from, act);
    return to === null ? [] : [{ from, act, to }];
  }),
);

test("allows these transitions and no others (D27 to D29)", () => {
  expect(moves.map(({ from, act, to }) => `${from} ${act} ${to}`)).toEqual([
    "OPEN CLOSE_SOLD AWARDED",
    "OPEN CLOSE_UNDER_RESERVE UNDECIDED",
    "OPEN CLOSE_WITHOUT_BIDS UNSOLD",
    "UNDECIDED ACCEPT AWARDED",
    "UNDECIDED COUNTER_OFFER COUNTER_OFFERED",
    "UNDECIDED DECLINE UNSOLD",
    "COUNTER_OFFERED BIDDER_COUNTER BIDDER_COUNTERED",
    "COUNTER_OFFERED END_NEGOTIATION NEGOTIATION_FAILED",
    "COUNTER_OFFERED OFFER_TAKEN AWARDED",
    "BIDDER_COUNTERED ACCEPT AWARDED",
    "BIDDER_COUNTERED COUNTER_OFFER COUNTER_OFFERED",
    "BIDDER_COUNTERED END_NEGOTIATION NEGOTIATION_FAILED",
    "NEGOTIATION_FAILED ACCEPT AWARDED",
    "NEGOTIATION_FAILED DECLINE UNSOLD",
    "NEGOTIATION_FAILED SECOND_CHANCE NEXT_BIDDER_OFFERED",
    "BID_RELEASED DECLINE UNSOLD",
    "BID_RELEASED SECOND_CHANCE NEXT_BIDDER_OFFERED",
    "NEXT_BIDDER_OFFERED DECLINE UNSOLD",
    "NEXT_BIDDER_OFFERED OFFER_TAKEN AWARDED",
    "NEXT_BIDDER_OFFERED OFFER_ENDED BID_RELEASED",
    "NEXT_BIDDER_OFFERED SECOND_CHANCE NEXT_BIDDER_OFFERED",
    "AWARDED OVERRIDE AWARDED",
    "AWARDED END_AWARD AWARD_ENDED",
    "AWARDED PAY PAID",
    "AWARD_ENDED DECLINE UNSOLD",
    "AWARD_ENDED SECOND_CHANCE SECOND_CHANCE_OFFERED",
    "SECOND_CHANCE_OFFERED DECLINE UNSOLD",
    "SECOND_CHANCE_OFFERED OFFER_TAKEN AWARDED",
    "SECOND_CHANCE_OFFERED OFFER_ENDED AWARD_ENDED",
    "SECOND_CHANCE_OFFERED SECOND_CHANCE SECOND_CHANCE_OFFERED",
    "PAID REVERSE_PAYMENT AWARDED",
  ]);
});

test("the unit's status can follow each transition", () => {
  for (const { from, act, to } of moves) {
    const [before, after] = [unitStatusIn(from), unitStatusIn(to)];
    expect(before === after || mayMoveInventory(before, after), `${from} ${act}`).toBe(true);
  }
});

test("a limit is held while a bid can win or an award is unpaid, and a released bid never holds it again (D25)", () => {
  expect(salePhases.filter((phase) => holdIn(phase) === "LEADER_MAXIMUM")).toEqual([
    "OPEN",
    "UNDECIDED",
    "COUNTER_OFFERED",
    "BIDDER_COUNTERED",
    "NEGOTIATION_FAILED",
  ]);
  for (const { from, to } of moves) {
    if (holdIn(from) !== "LEADER_MAXIMUM") expect(holdIn(to)).not.toBe("LEADER_MAXIMUM");
  }
});

test("every sale ends paid or unsold, and then no longer blocks settling its auction", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 60 }), (choices) => {
      // A wrong record is the exception.
      const onward = moves.filter(({ act }) => act !== "REVERSE_PAYMENT");
      let phase: (typeof salePhases)[number] = "OPEN";
      for (const choice of choices) {
        const ways = onward.filter(({ from }) => from === phase);
        const way = ways[choice % Math.max(ways.length, 1)];
        if (way === undefined) break;
        phase = way.to;
      }
      const isOver = !onward.some(({ from }) => from === phase);
      expect(isOver).toBe(phase === "PAID" || phase === "UNSOLD");
      if (isOver) expect(settleProblem(phase, null)).toBeNull();
    }),
  );
});

describe("the phase follows from the stored facts", () => {
  const facts: SaleFacts = {
    outcome: "SOLD",
    decision: null,
    negotiation: "NONE",
    award: null,
    offerOpen: false,
    unit: "SOLD",
    newest: true,
  };
  test.each<[string, Partial<SaleFacts>, ReturnType<typeof phaseOf>]>([
    ["an open lot", { outcome: null, unit: "IN_AUCTION" }, "OPEN"],
    ["no bids", { outcome: "NO_BIDS", unit: "UNSOLD" }, "UNSOLD"],
    ["no bids, relisted", { outcome: "NO_BIDS", unit: "IN_AUCTION", newest: false }, "UNSOLD"],
    ["a missed reserve", { outcome: "RESERVE_NOT_MET", unit: "PENDING_DECISION" }, "UNDECIDED"],
    [
      "a counteroffer",
      {
        outcome: "RESERVE_NOT_MET",
        unit: "PENDING_DECISION",
        negotiation: "BIDDER",
        offerOpen: true,
      },
      "COUNTER_OFFERED",
    ],
    [
      "a counteroffer by the bidder",
      { outcome: "RESERVE_NOT_MET", unit: "PENDING_DECISION", negotiation: "SELLER" },
      "BIDDER_COUNTERED",
    ],
    [
      "a failed negotiation",
      { outcome: "RESERVE_NOT_MET", unit: "PENDING_DECISION", negotiation: "FAILED" },
      "NEGOTIATION_FAILED",
    ],
    [
      "a released bid",
      {
        outcome: "RESERVE_NOT_MET",
        decision: "DECLINED",
        unit: "PENDING_DECISION",
        negotiation: "FAILED",
      },
      "BID_RELEASED",
    ],
    [
      "an offer to the next bidder",
      {
        outcome: "RESERVE_NOT_MET",
        decision: "DECLINED",
        unit: "PENDING_DECISION",
        negotiation: "FAILED",
        offerOpen: true,
      },
      "NEXT_BIDDER_OFFERED",
    ],
    [
      "a declined bid whose unit awaits a decision on a later lot",
      { outcome: "RESERVE_NOT_MET", unit: "PENDING_DECISION", newest: false },
      "UNSOLD",
    ],
    ["declined", { outcome: "RESERVE_NOT_MET", decision: "DECLINED", unit: "UNSOLD" }, "UNSOLD"],
    ["won", { award: "PENDING" }, "AWARDED"],
    ["declared", { award: "DECLARED" }, "AWARDED"],
    ["paid", { award: "PAID", unit: "RELEASED" }, "PAID"],
    ["a default", { award: "DEFAULTED", unit: "PENDING_DECISION" }, "AWARD_ENDED"],
    [
      "a default after an accepted bid",
      {
        outcome: "RESERVE_NOT_MET",
        decision: "ACCEPTED",
        award: "DEFAULTED",
        unit: "PENDING_DECISION",
      },
      "AWARD_ENDED",
    ],
    [
      "a second chance",
      { award: "VOID", unit: "PENDING_DECISION", offerOpen: true },
      "SECOND_CHANCE_OFFERED",
    ],
    ["given up", { award: "DEFAULTED", unit: "UNSOLD" }, "UNSOLD"],
  ])("%s", (_, change, phase) => {
    expect(phaseOf({ ...facts, ...change })).toBe(phase);
  });

  test("an award holds the limit exactly while it awaits payment", () => {
    const any = fc.record<SaleFacts>({
      outcome: fc.constantFrom("SOLD", "RESERVE_NOT_MET"),
      decision: fc.constantFrom(null, "ACCEPTED", "DECLINED"),
      negotiation: fc.constantFrom("NONE", "SELLER", "BIDDER", "FAILED"),
      award: fc.constantFrom(null, ...awardStatuses),
      offerOpen: fc.boolean(),
      unit: fc.constantFrom(...inventoryStatuses),
      newest: fc.boolean(),
    });
    fc.assert(
      fc.property(any, (lot) => {
        const held = holdIn(phaseOf(lot)) === "AWARD";
        expect(held).toBe(lot.award !== null && holdsLimit(lot.award));
      }),
    );
  });
});

test("an auction can't settle with open lots, pending decisions or undeclared winners (D28)", () => {
  expect(salePhases.map((phase) => settleProblem(phase, "DECLARED"))).toEqual([
    "OPEN",
    "UNDECIDED",
    "UNDECIDED",
    "UNDECIDED",
    "UNDECIDED",
    "UNDECIDED",
    "UNDECIDED",
    null,
    "AWARD_ENDED",
    "AWARD_ENDED",
    null,
    null,
  ]);
  expect(settleProblem("AWARDED", "PENDING")).toBe("NOT_DECLARED");
});

test("an offer expires right after its deadline", () => {
  const offer = { status: "OPEN", untilMs: 1_000 } as const;
  expect(offerStatusAt(1_000, offer)).toBe("OPEN");
  expect(offerStatusAt(1_001, offer)).toBe("EXPIRED");
  expect(offerStatusAt(1_001, { ...offer, status: "ACCEPTED" })).toBe("ACCEPTED");
});
