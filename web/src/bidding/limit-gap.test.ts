import { expect, test } from "vitest";
import { limitFor } from "./limit-gap.tsx";

const hold = (kind: "LEADING" | "UNPAID_AWARD", inventoryId: number, amount: number) => ({
  kind,
  inventoryId,
  name: "2019 Peterbilt 579",
  amount,
});

test.each([
  ["fits", 25_000, [], null],
  ["is above the limit", 43_050, [], 43_050],
  ["is above what other holds leave", 20_000, [hold("UNPAID_AWARD", 8, 10_000)], 30_000],
  ["raises the bidder's own maximum", 25_000, [hold("LEADING", 7, 20_000)], null],
  ["raises it beyond the limit", 26_000, [hold("LEADING", 7, 20_000)], 26_000],
  ["is on a lot that was won", 20_000, [hold("UNPAID_AWARD", 7, 10_000)], 30_000],
])("the limit that a bid needs when it %s", (_what, amount, holds, needed) => {
  const used = holds.reduce((sum, one) => sum + one.amount, 0);
  expect(limitFor(amount, { limit: 25_000, available: 25_000 - used, holds }, 7)).toBe(needed);
});
