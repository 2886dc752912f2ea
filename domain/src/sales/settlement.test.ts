import { describe, expect, test } from "vitest";
import {
  awardStatuses,
  holdsLimit,
  inventoryStatuses,
  lotOutcome,
  lotOutcomes,
  lotStateAfterClose,
  mayMoveAward,
  mayMoveInventory,
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

  test("allow these transitions and no others", () => {
    const moves = awardStatuses.flatMap((from) =>
      awardStatuses.filter((to) => mayMoveAward(from, to)).map((to) => `${from} ${to}`),
    );
    expect(moves).toEqual(allowed);
  });

  test("hold the limit until paid or ended, and never again", () => {
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
    ["SOLD", "PENDING_DECISION", true],
    ["SOLD", "UNSOLD", false],
    ["PAID", "UNSOLD", false],
    ["PAID", "RELEASED", true],
    ["UNSOLD", "IN_AUCTION", true],
    ["ARCHIVED", "AVAILABLE", false],
  ] as const)("%s to %s: %j", (from, to, may) => {
    expect(mayMoveInventory(from, to)).toBe(may);
  });

  test("get the status of their lot's outcome", () => {
    for (const outcome of lotOutcomes) {
      expect(mayMoveInventory("IN_AUCTION", lotStateAfterClose(outcome)), outcome).toBe(true);
    }
    expect(lotStateAfterClose("RESERVE_NOT_MET")).toBe("PENDING_DECISION");
  });

  test("end only in the archive", () => {
    const ends = inventoryStatuses.filter(
      (from) => !inventoryStatuses.some((to) => mayMoveInventory(from, to)),
    );
    expect(ends).toEqual(["ARCHIVED"]);
  });
});
