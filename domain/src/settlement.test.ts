import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  awardStatuses,
  holdsLimit,
  inventoryStatuses,
  lotOutcome,
  lotOutcomes,
  lotStateAfterClose,
  lotStateAfterDecision,
  mayMoveAward,
  mayMoveInventory,
  maySettle,
  reserveDecisions,
} from "./settlement.ts";

test.each([
  [null, null, null, "NO_BIDS"],
  [null, null, 5_000_00, "NO_BIDS"],
  [7, 100_00, null, "SOLD"],
  [7, 4_999_00, 5_000_00, "RESERVE_NOT_MET"],
  [7, 5_000_00, 5_000_00, "SOLD"],
  [7, 5_100_00, 5_000_00, "SOLD"],
])(
  "leader %j, price %j, reserve %j: %s (D20, D27)",
  (leaderId, priceCents, reserveCents, outcome) => {
    expect(lotOutcome({ leaderId, priceCents, reserveCents })).toBe(outcome);
  },
);

describe("awards (D27 to D29)", () => {
  const allowed = [
    "PENDING DECLARED",
    "PENDING VOID",
    "DECLARED PAID",
    "DECLARED DEFAULTED",
    "DECLARED VOID",
  ];

  test("move along these ways and no other", () => {
    const moves = awardStatuses.flatMap((from) =>
      awardStatuses.filter((to) => mayMoveAward(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves).toEqual(allowed);
  });

  test("hold the limit until they are paid or taken back, and never again", () => {
    expect(awardStatuses.filter(holdsLimit)).toEqual(["PENDING", "DECLARED"]);
    for (const from of awardStatuses) {
      for (const to of awardStatuses) {
        if (mayMoveAward(from, to) && !holdsLimit(from)) expect(holdsLimit(to)).toBe(false);
      }
    }
  });
});

describe("units", () => {
  test.each([
    ["IN_AUCTION", "SOLD", true],
    ["IN_AUCTION", "PENDING_DECISION", true],
    ["IN_AUCTION", "ARCHIVED", false],
    ["PENDING_DECISION", "IN_AUCTION", false],
    ["SOLD", "PAID", true],
    ["SOLD", "RELEASED", false],
    ["SOLD", "WITHDRAWN", false],
    ["PAID", "UNSOLD", false],
    ["PAID", "RELEASED", true],
    ["UNSOLD", "IN_AUCTION", true],
    ["ARCHIVED", "AVAILABLE", false],
  ] as const)("%s to %s: %j", (from, to, may) => {
    expect(mayMoveInventory(from, to)).toBe(may);
  });

  test("go where the outcome of a lot and staff's decision send them", () => {
    for (const outcome of lotOutcomes) {
      expect(mayMoveInventory("IN_AUCTION", lotStateAfterClose(outcome)), outcome).toBe(true);
    }
    expect(lotStateAfterClose("RESERVE_NOT_MET")).toBe("PENDING_DECISION");
    expect(reserveDecisions.map(lotStateAfterDecision)).toEqual([
      "SOLD",
      "PENDING_DECISION",
      "UNSOLD",
    ]);
  });

  test("come to the books' end only, whatever happens to them", () => {
    const ends = inventoryStatuses.filter(
      (from) => !inventoryStatuses.some((to) => mayMoveInventory(from, to)),
    );
    expect(ends).toEqual(["ARCHIVED"]);
  });
});

describe("maySettle (D28)", () => {
  test.each([
    ["no lot", [], true],
    ["a sold one", [{ outcome: "SOLD", inventoryStatus: "SOLD" }], true],
    ["an open one", [{ outcome: null, inventoryStatus: "IN_AUCTION" }], false],
    [
      "one under its reserve that waits",
      [{ outcome: "RESERVE_NOT_MET", inventoryStatus: "PENDING_DECISION" }],
      false,
    ],
    [
      "one under its reserve, declined",
      [{ outcome: "RESERVE_NOT_MET", inventoryStatus: "UNSOLD" }],
      true,
    ],
    [
      "an unsold one that is in the next auction",
      [{ outcome: "NO_BIDS", inventoryStatus: "IN_AUCTION" }],
      true,
    ],
  ] as const)("an auction of %s: %j", (_, lots, may) => {
    expect(maySettle(lots)).toBe(may);
  });

  test("one lot that is not done keeps any auction open", () => {
    const done = fc.constantFrom(
      { outcome: "SOLD", inventoryStatus: "PAID" } as const,
      { outcome: "NO_BIDS", inventoryStatus: "UNSOLD" } as const,
      { outcome: "RESERVE_NOT_MET", inventoryStatus: "SOLD" } as const,
    );
    fc.assert(
      fc.property(fc.array(done), fc.nat(), (lots, place) => {
        expect(maySettle(lots)).toBe(true);
        const open = { outcome: null, inventoryStatus: "IN_AUCTION" } as const;
        const at = place % (lots.length + 1);
        expect(maySettle([...lots.slice(0, at), open, ...lots.slice(at)])).toBe(false);
      }),
    );
  });
});
