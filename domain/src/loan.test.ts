import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loanCost } from "./loan.ts";

describe("the cost of a loan", () => {
  test.each([
    [5_000_000, 9, 60, 103_792],
    [2_000_000, 0, 48, 41_667],
    [10_000_000, 12, 12, 888_488],
    [0, 8, 36, 0],
  ])("%i cents at %i %% over %i months is %i a month", (principal, apr, months, monthly) => {
    expect(loanCost(principal, apr, months).monthlyCents).toBe(monthly);
  });

  test("repays the principal, month by month", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 200_000_000 }),
        fc.double({ min: 0.1, max: 60, noNaN: true }),
        fc.integer({ min: 1, max: 84 }),
        (principal, apr, months) => {
          const { monthlyCents, totalCents, interestCents } = loanCost(principal, apr, months);
          let owed = principal;
          for (let month = 0; month < months; month += 1) {
            owed = owed * (1 + apr / 1_200) - monthlyCents;
          }
          // Rounding may leave half a cent a month, plus interest on it.
          expect(Math.abs(owed)).toBeLessThan(months * (1 + apr / 1_200) ** months);
          expect(interestCents).toBe(totalCents - principal);
          expect(interestCents).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
