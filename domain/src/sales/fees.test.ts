import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allInCost,
  buyersPremiumCents,
  defaultFees,
  feeScheduleOf,
  feeScheduleProblem,
  feeTableOf,
} from "./fees.ts";
import type { FeeSchedule } from "./fees.ts";
import { maxCents } from "../money.ts";

describe("the default buyer's premium", () => {
  test.each([
    [0, 100],
    [500, 100],
    [1_000, 100],
    [1_500, 150],
    [10_000, 1_000],
    [10_100, 1_005],
    [50_000, 3_000],
    [100_000, 4_250],
  ])("on $%d it is $%d", (hammer, premium) => {
    expect(buyersPremiumCents(defaultFees, hammer * 100)).toBe(premium * 100);
  });
});

test("the all-in cost adds hammer, premium and document fee", () => {
  expect(allInCost(defaultFees, 12_250_00)).toEqual({
    hammerCents: 12_250_00,
    premiumCents: 1_112_50,
    docFeeCents: 150_00,
    totalCents: 13_512_50,
  });
});

const anySchedule: fc.Arbitrary<FeeSchedule> = fc
  .record({
    bounds: fc.uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 4 }),
    rates: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 5, maxLength: 5 }),
    minPremiumCents: fc.integer({ min: 0, max: 500_00 }),
    docFeeCents: fc.integer({ min: 0, max: 500_00 }),
    taxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ bounds, rates, ...amounts }) => ({
    ...amounts,
    premiumBrackets: [0, ...bounds.toSorted((a, b) => a - b)].map((fromCents, index) => ({
      fromCents,
      basisPoints: rates[index] ?? 0,
    })),
  }));

test("a higher hammer price never costs less, under any schedule", () => {
  const price = fc.integer({ min: 0, max: 20_000_000 });
  fc.assert(
    fc.property(anySchedule, price, price, (schedule, hammer, more) => {
      expect(feeScheduleProblem(schedule)).toBeNull();
      const lower = allInCost(schedule, hammer);
      const higher = allInCost(schedule, hammer + more);
      expect(higher.totalCents - lower.totalCents).toBeGreaterThanOrEqual(more);
      expect(lower.premiumCents).toBeGreaterThanOrEqual(schedule.minPremiumCents);
      expect(Number.isInteger(lower.totalCents)).toBe(true);
    }),
  );
});

test("a single bracket's premium is its share of the price, to the cent", () => {
  const schedule = {
    ...defaultFees,
    premiumBrackets: [{ fromCents: 0, basisPoints: 725 }],
    minPremiumCents: 0,
  };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents / 1_000 }), (hammer) => {
      expect(Math.abs(buyersPremiumCents(schedule, hammer) - hammer * 0.0725)).toBeLessThan(0.51);
    }),
  );
});

describe("feeScheduleProblem", () => {
  const bracket = (fromCents: number, basisPoints: number) => ({ fromCents, basisPoints });
  test.each<[string, Partial<FeeSchedule>, string | null]>([
    ["the default", {}, null],
    ["no brackets", { premiumBrackets: [] }, "NO_BRACKET"],
    ["a first bracket above 0", { premiumBrackets: [bracket(1, 100)] }, "FIRST_NOT_ZERO"],
    [
      "a repeated bound",
      { premiumBrackets: [bracket(0, 100), bracket(5, 1), bracket(5, 1)] },
      "FROM_NOT_ASCENDING",
    ],
    [
      "a second bound of 0",
      { premiumBrackets: [bracket(0, 100), bracket(0, 1)] },
      "FROM_NOT_ASCENDING",
    ],
    ["more than 100 %", { premiumBrackets: [bracket(0, 10_001)] }, "BAD_RATE"],
    ["a negative rate", { premiumBrackets: [bracket(0, -1)] }, "BAD_RATE"],
    ["a tax above 100 %", { taxBasisPoints: 10_001 }, "BAD_RATE"],
    ["a hundredth of a basis point", { premiumBrackets: [bracket(0, 0.01)] }, "BAD_RATE"],
    ["a negative bound", { premiumBrackets: [bracket(-5, 100)] }, "BAD_AMOUNT"],
    ["a negative fee", { docFeeCents: -1 }, "BAD_AMOUNT"],
    ["half a cent", { minPremiumCents: 0.5 }, "BAD_AMOUNT"],
  ])("%s", (_, change, problem) => {
    expect(feeScheduleProblem({ ...defaultFees, ...change })).toBe(problem);
  });
});

test("converts between table and schedule without loss", () => {
  const rates = fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10);
  const schedules = fc.record({
    premiumBrackets: fc
      .uniqueArray(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 5 })
      .map((froms) => [0, ...froms].sort((one, other) => one - other))
      .chain((froms) =>
        fc.tuple(
          ...froms.map((fromCents) => rates.map((basisPoints) => ({ fromCents, basisPoints }))),
        ),
      ),
    minPremiumCents: fc.integer({ min: 0, max: 1_000_000 }),
    docFeeCents: fc.integer({ min: 0, max: 1_000_000 }),
    taxBasisPoints: rates,
  });
  fc.assert(
    fc.property(schedules, (schedule) => {
      expect(feeScheduleOf(feeTableOf(schedule))).toEqual(schedule);
    }),
  );
});
