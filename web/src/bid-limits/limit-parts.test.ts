import type { BidLimitStatus } from "@gavelyard/contract/bidding/bid-limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdKinds, limitParts } from "./limit-parts.ts";

const hold = fc.record({
  kind: fc.constantFrom(...holdKinds.map(({ kind }) => kind)),
  inventoryId: fc.integer({ min: 1 }),
  name: fc.string(),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
});
const status = (limit: number, holds: BidLimitStatus["holds"]): BidLimitStatus => {
  const used = holds.reduce((sum, { amount }) => sum + amount, 0);
  return { userId: 1, limit, used, available: Math.max(0, limit - used), holds };
};

describe("the parts of a limit", () => {
  test("contain each hold once, add up to the used amount, and fit the bar", () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.array(hold, { maxLength: 20 }), (limit, holds) => {
        const parts = limitParts(status(limit, holds));
        const lots = parts.flatMap((part) => part.lots);
        expect(lots).toHaveLength(holds.length);
        expect(parts.reduce((sum, { total }) => sum + total, 0)).toBe(
          holds.reduce((sum, { amount }) => sum + amount, 0),
        );
        const percent = lots.reduce((sum, lot) => sum + lot.percent, 0);
        expect(percent).toBeLessThanOrEqual(100 + 1e-9);
      }),
    );
  });

  test("are grouped by kind, largest lot first", () => {
    const of = (kind: (typeof holdKinds)[number]["kind"], amount: number) => ({
      kind,
      inventoryId: amount,
      name: "Unit",
      amount,
    });
    const parts = limitParts(
      status(10_000, [of("UNPAID_AWARD", 2_000), of("LEADING", 1_000), of("LEADING", 3_000)]),
    );
    expect(parts.map(({ words, total }) => [words, total])).toEqual([
      ["High bids, up to your maximums", 4_000],
      ["Won, not paid yet", 2_000],
    ]);
    expect(parts[0]?.lots.map(({ percent }) => percent)).toEqual([30, 10]);
  });

  test("fill the bar when the holds exceed the limit", () => {
    const lot = { kind: "LEADING", inventoryId: 1, name: "Unit", amount: 4_000 } as const;
    expect(limitParts(status(1_000, [lot]))[0]?.lots[0]?.percent).toBe(100);
    expect(limitParts(status(0, []))).toEqual([]);
  });
});
