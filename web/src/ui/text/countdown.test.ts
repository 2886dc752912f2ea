import { expect, test } from "vitest";
import { shownSeconds } from "./countdown.tsx";

test.each([
  [-5_000, 0],
  [0, 0],
  [1, 1],
  [9_300, 10],
  [61_000, 61],
  [3_600_000, 3_600],
  [3_661_000, 3_660],
  [90_000_000, 90_000],
  [93_599_000, 90_000],
])("%i ms left are shown as %i s", (leftMs, shown) => {
  expect(shownSeconds(leftMs)).toBe(shown);
});
