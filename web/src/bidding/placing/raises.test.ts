import { expect, test } from "vitest";
import { raisesOf } from "./raises.ts";

test.each([
  [16_300, 100, [500, 1_000], 18_000],
  [900, 25, [125, 250], 1_500],
  [10, 10, [50, 100], 200],
  [41_250, 250, [1_250, 2_500], 45_000],
  [18_000, 100, [500, 1_000], 20_000],
])("at $%d with an increment of $%d: add %j, or go to $%d", (amount, increment, add, to) => {
  expect(raisesOf(amount, increment)).toEqual({ add, to });
});
