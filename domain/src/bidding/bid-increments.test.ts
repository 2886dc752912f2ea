import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  defaultIncrements,
  incrementAt,
  incrementTableProblem,
  maxIncrementSteps,
  minNextBidCents,
} from "./bid-increments.ts";
import type { IncrementTable } from "./bid-increments.ts";

const dollars = (amount: number) => amount * 100;

describe("incrementAt with the default table (D19)", () => {
  test.each([
    [0, 10],
    [99, 10],
    [100, 25],
    [999, 25],
    [1_000, 50],
    [4_999, 50],
    [5_000, 100],
    [24_999, 100],
    [25_000, 250],
    [49_999, 250],
    [50_000, 500],
    [99_999, 500],
    [100_000, 1_000],
    [5_000_000, 1_000],
  ])("at $%d the increment is $%d", (price, step) => {
    expect(incrementAt(defaultIncrements, dollars(price))).toBe(dollars(step));
  });

  test("throws for a price that the table doesn't cover", () => {
    expect(() => incrementAt(defaultIncrements, -1)).toThrow(RangeError);
    expect(() => incrementAt([], 0)).toThrow(RangeError);
  });

  test("uses the last row at or below the price, in any table", () => {
    const anyTable = fc
      .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 8 })
      .map((bounds): IncrementTable =>
        [0, ...bounds.toSorted((a, b) => a - b)].map((from, index) => ({
          fromCents: dollars(from),
          stepCents: dollars(index + 1),
        })),
      );
    fc.assert(
      fc.property(anyTable, fc.integer({ min: 0, max: 200_000 }), (table, price) => {
        expect(incrementTableProblem(table)).toBeNull();
        const boundsReached = table.filter(({ fromCents }) => fromCents <= price).length;
        expect(incrementAt(table, price)).toBe(dollars(boundsReached));
      }),
    );
  });
});

describe("minNextBidCents", () => {
  const lot = { startingCents: dollars(500), table: defaultIncrements };
  test.each([
    [null, 500],
    [500, 525],
    [975, 1_000],
    [1_000, 1_050],
    [100_000, 101_000],
    [500.5, 526],
  ])("at a price of %j, it is $%d", (price, minimum) => {
    const priceCents = price === null ? null : dollars(price);
    expect(minNextBidCents({ ...lot, priceCents })).toBe(dollars(minimum));
  });

  test("is in whole dollars for a starting price with cents, as bids are", () => {
    const cents = { ...lot, startingCents: 500_01, priceCents: null };
    expect(minNextBidCents(cents)).toBe(dollars(501));
  });
});

describe("incrementTableProblem", () => {
  test("accepts the default table", () => {
    expect(incrementTableProblem(defaultIncrements)).toBeNull();
  });

  test.each<[string, [number, number][], object]>([
    ["no rows", [], { code: "EMPTY" }],
    ["a first row above 0", [[100, 100]], { code: "FIRST_NOT_ZERO", index: 0 }],
    [
      "a repeated bound",
      [
        [0, 100],
        [500, 100],
        [500, 200],
      ],
      { code: "FROM_NOT_ASCENDING", index: 2 },
    ],
    [
      "a falling bound",
      [
        [0, 100],
        [500, 100],
        [400, 200],
      ],
      { code: "FROM_NOT_ASCENDING", index: 2 },
    ],
    [
      "an increment of 0",
      [
        [0, 100],
        [500, 0],
      ],
      { code: "STEP_NOT_POSITIVE", index: 1 },
    ],
    ["a negative increment", [[0, -100]], { code: "STEP_NOT_POSITIVE", index: 0 }],
    ["cents in an increment", [[0, 150]], { code: "NOT_WHOLE_DOLLARS", index: 0 }],
    [
      "cents in a bound",
      [
        [0, 100],
        [550, 100],
      ],
      { code: "NOT_WHOLE_DOLLARS", index: 1 },
    ],
    ["NaN", [[0, Number.NaN]], { code: "NOT_WHOLE_DOLLARS", index: 0 }],
  ])("refuses %s", (_, steps, problem) => {
    const table = steps.map(([fromCents, stepCents]) => ({ fromCents, stepCents }));
    expect(incrementTableProblem(table)).toEqual(problem);
  });

  test("rejects more than the maximum rows", () => {
    const table = Array.from({ length: maxIncrementSteps + 1 }, (_, index) => ({
      fromCents: dollars(index),
      stepCents: dollars(1),
    }));
    expect(incrementTableProblem(table)).toEqual({ code: "TOO_LONG" });
    expect(
      incrementTableProblem(
        table.slice(1).map((step, index) => ({ ...step, fromCents: dollars(index) })),
      ),
    ).toBeNull();
  });
});
