import { english } from "@gavelyard/messages/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  fingerprintOf,
  lateReason,
  MIN_SCORE,
  newAccountReason,
  oneYardReason,
  retractionReason,
  seldomWinsReason,
  sharedMarks,
  sharedReason,
  signalsOf,
  type BidderFacts,
  type LateFacts,
  type SharedFacts,
  type SignalFacts,
  type YardFacts,
} from "./shill-signals.ts";

const bidder: BidderFacts = {
  userId: 7,
  bids: 40,
  retractions: 0,
  lots: 12,
  closedLots: 12,
  wins: 4,
  ageDays: 200,
  lotIds: [3, 2, 1],
};
const atYard: YardFacts = {
  userId: 7,
  yardId: 2,
  lots: 10,
  closedLots: 10,
  wins: 0,
  lotsInAll: 11,
  yards: 4,
  lotIds: [9],
};
const pair: SharedFacts = {
  userId: 7,
  otherId: 8,
  isStaff: false,
  marks: ["IP"],
  lots: 1,
  lotIds: [5],
};
const late: LateFacts = { userId: 7, winnerId: 8, lots: 3, raisedCents: 120_000, lotIds: [5] };
const nothing: SignalFacts = { bidders: [], yards: [], shared: [], late: [] };

describe("one yard", () => {
  test.each([
    ["many lots at one yard, none won", {}, 25],
    ["twice as many", { lots: 20, closedLots: 20, lotsInAll: 20 }, 35],
    ["one in ten won", { wins: 1 }, 25],
    ["more won", { wins: 2 }, null],
    ["as many lots at other yards", { lotsInAll: 20 }, null],
    ["few lots", { closedLots: 7 }, null],
    ["no other yards", { yards: 1 }, null],
  ])("%s", (_what, change, points) => {
    expect(oneYardReason({ ...atYard, ...change })?.points ?? null).toBe(points);
  });
});

describe("retractions", () => {
  test.each([
    [40, 4, 20],
    [40, 10, 30],
    [40, 3, 15],
    [10, 1, 15],
    [1, 1, 15],
    [4, 2, 30],
    [40, 0, null],
  ])("%i bids, %i retracted", (bids, retractions, points) => {
    expect(retractionReason({ ...bidder, bids, retractions })?.points ?? null).toBe(points);
  });
});

describe("seldom wins", () => {
  test.each([
    [40, 12, 0, 20],
    [40, 12, 1, 15],
    [59, 12, 2, null],
    [60, 12, 2, 15],
    [40, 9, 0, null],
    [29, 12, 0, null],
  ])("%i bids on %i closed lots, %i won", (bids, closedLots, wins, points) => {
    expect(seldomWinsReason({ ...bidder, bids, closedLots, wins })?.points ?? null).toBe(points);
  });
});

describe("a new account", () => {
  test.each([
    [0.2, 10, 0, 10],
    [6.9, 10, 0, 10],
    [7, 10, 0, null],
    [1, 9, 0, null],
    [1, 10, 1, null],
  ])("%d days old, %i bids, %i won", (ageDays, bids, wins, points) => {
    expect(newAccountReason({ ...bidder, ageDays, bids, wins })?.points ?? null).toBe(points);
  });

  test("isn't shown by itself", () => {
    const fresh = { ...bidder, ageDays: 1, bids: 12, wins: 0, closedLots: 2 };
    expect(signalsOf({ ...nothing, bidders: [fresh] })).toEqual([]);
  });
});

describe("shared contact data", () => {
  test.each([
    [["IP"], 1, 15],
    [["DEVICE", "IP"], 1, 30],
    [["PHONE"], 1, 35],
    [["PHONE", "ADDRESS"], 3, 51],
    [["PHONE", "ADDRESS", "DEVICE", "IP"], 30, 60],
    [[], 3, null],
    [["IP"], 0, null],
  ] as const)("%s on %i lots", (marks, lots, points) => {
    expect(sharedReason({ ...pair, marks, lots })?.points ?? null).toBe(points);
  });

  test("is described in words with its numbers", () => {
    const both = sharedReason({ ...pair, marks: ["ADDRESS", "PHONE"], lots: 2 });
    expect(both && english(both.text)).toBe(
      "Same phone number and postal address as another account; both bid on 2 lots.",
    );
    const withStaff = sharedReason({ ...pair, isStaff: true, marks: ["DEVICE", "IP"] });
    expect(withStaff).toMatchObject({ rule: "STAFF_CONTACT", points: 30 });
    expect(withStaff && english(withStaff.text)).toBe(
      "Same device as a member of staff; bid on 1 lot.",
    );
  });
});

test.each([
  [1, null],
  [2, 20],
  [4, 30],
  [40, 40],
])("late raises on %i lots", (lots, points) => {
  const reason = lateReason({ ...late, lots });
  expect(reason?.points ?? null).toBe(points);
  if (reason !== null) expect(english(reason.text)).toContain("$1,200");
});

describe("a hint", () => {
  test("adds up all reasons, strongest first", () => {
    const [signal] = signalsOf({
      bidders: [{ ...bidder, wins: 0, ageDays: 2, retractions: 6 }],
      yards: [atYard],
      shared: [pair],
      late: [late],
    });
    expect(signal).toMatchObject({ userId: 7, score: 100 });
    expect(signal?.reasons.map(({ rule }) => rule)).toEqual([
      "LATE_RAISES",
      "ONE_YARD",
      "RETRACTIONS",
      "SELDOM_WINS",
      "SHARED_CONTACT",
      "NEW_ACCOUNT",
    ]);
  });

  test("keeps its fingerprint when numbers change, and gets another with a new reason", () => {
    const before = signalsOf({ ...nothing, shared: [pair] });
    const more = signalsOf({ ...nothing, shared: [{ ...pair, lots: 9 }] });
    const further = signalsOf({ ...nothing, shared: [pair, { ...pair, otherId: 9 }] });
    const names = [before, more, further].map(([signal]) =>
      fingerprintOf(signal ?? { reasons: [] }),
    );
    expect(names[1]).toEqual(names[0]);
    expect(names[2]).toEqual([...(names[0] ?? []), "SHARED_CONTACT:9:"]);
  });

  test("has reasons and a score from the minimum to 100, and more facts never lower it", () => {
    const count = fc.nat(60);
    const one = fc
      .record({ bids: count, retractions: count, lots: count, closedLots: count, wins: count })
      .chain((facts) =>
        fc.record({
          user: fc.constantFrom(1, 2, 3),
          age: fc.double({ min: 0, max: 30, noNaN: true }),
          marks: fc.uniqueArray(fc.constantFrom(...sharedMarks)),
          facts: fc.constant(facts),
        }),
      );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), (list) => {
        const facts: SignalFacts = {
          bidders: list.map(({ user, age, facts: f }) => ({
            ...f,
            userId: user,
            ageDays: age,
            lotIds: [],
          })),
          yards: list.map(({ user, facts: f }) => ({ ...atYard, ...f, userId: user })),
          shared: list.map(({ user, marks, facts: f }) => ({
            ...pair,
            userId: user,
            marks,
            lots: f.lots,
          })),
          late: list.map(({ user, facts: f }) => ({ ...late, userId: user, lots: f.lots })),
        };
        const all = signalsOf(facts);
        for (const { score, reasons } of all) {
          expect(score).toBeGreaterThanOrEqual(MIN_SCORE);
          expect(score).toBeLessThanOrEqual(100);
          expect(reasons.length).toBeGreaterThan(0);
          for (const { points, text } of reasons) {
            expect(points).toBeGreaterThan(0);
            expect(english(text)).toMatch(/\d.*\.$/);
          }
        }
        const scoreIn = (signals: typeof all, userId: number) =>
          signals.find((signal) => signal.userId === userId)?.score ?? 0;
        const fewer = signalsOf({ ...facts, shared: [] });
        for (const userId of [1, 2, 3]) {
          expect(scoreIn(all, userId)).toBeGreaterThanOrEqual(scoreIn(fewer, userId));
        }
        expect(all.map(({ score }) => score)).toEqual(
          all.map(({ score }) => score).toSorted((a, b) => b - a),
        );
      }),
    );
  });
});
