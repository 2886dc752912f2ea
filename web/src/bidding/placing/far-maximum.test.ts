import { expect, test } from "vitest";
import { isFarMaximum } from "./far-maximum.ts";

test.each([
  ["a tenth of the digits too many, by the guide", 277_000, 16_300, 30_000, true],
  ["a high maximum early on a lot is usual", 38_000, 1_000, 42_000, false],
  ["twice the guide is still near", 60_000, 16_300, 30_000, false],
  ["without a guide, by the next bid", 163_000, 16_300, null, true],
  ["without a guide, a few times the next bid", 60_000, 16_300, null, false],
  ["a price beyond the guide isn't mistyped", 90_000, 70_000, 30_000, false],
] as const)("%s", (_what, maximum, minNextBid, guideHigh, isFar) => {
  expect(isFarMaximum(maximum, minNextBid, guideHigh)).toBe(isFar);
});
