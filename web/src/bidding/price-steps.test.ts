import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import { describe, expect, test } from "vitest";
import { priceSteps } from "./price-steps.ts";

const row = (seq: number, amount: number | null, second: number, extended = false): HistoryRow => ({
  id: seq,
  bidId: seq,
  seq,
  inventoryId: 1,
  kind: amount === null ? "CLOSE" : "BID",
  amount,
  bidderAlias: null,
  retracted: false,
  extended,
  placedAt: new Date(second * 1_000).toISOString(),
  mine: false,
});

describe("the steps of a price", () => {
  test("hold each price until the next one", () => {
    const history = [row(4, 300, 40, true), row(3, 150, 20), row(2, 200, 10), row(1, 100, 0)];
    expect(priceSteps(history)).toEqual({
      path: "M0 100H25V50H50V75H100V0",
      extensions: [100],
      lowest: 100,
      highest: 300,
      firstAt: new Date(0).toISOString(),
      lastAt: new Date(40_000).toISOString(),
    });
  });

  test("skip rows without a price", () => {
    expect(priceSteps([row(3, null, 30), row(2, 200, 10), row(1, 100, 0)])?.path).toBe(
      "M0 100H100V0",
    );
  });

  test("draw equal times and equal prices without dividing by zero", () => {
    expect(priceSteps([row(2, 200, 0), row(1, 100, 0)])?.path).toBe("M0 100H100V0");
    expect(priceSteps([row(2, 100, 9), row(1, 100, 0)])?.path).toBe("M0 0H100V0");
  });

  test("need two prices", () => {
    expect(priceSteps([])).toBeNull();
    expect(priceSteps([row(2, null, 5), row(1, 100, 0)])).toBeNull();
  });
});
