import { describe, expect, test } from "vitest";
import { inventoryStatuses } from "../sales/settlement.ts";
import { isBarred, refuseSellerChange } from "./seller.ts";

describe("who acts for a seller (D93)", () => {
  test.each([
    ["a member", null, true],
    ["who left while the lot was open", 1_001, true],
    ["who left as the lot opened", 1_000, true],
    ["who left before the lot opened", 999, false],
  ])("%s", (_who, leftAtMs, barred) => {
    expect(isBarred(leftAtMs, 1_000)).toBe(barred);
  });
});

describe("a unit moves to another seller (D93)", () => {
  test.each(inventoryStatuses)("%s: never after a bid, nor once it was sold", (status) => {
    const isFree = ["DRAFT", "AVAILABLE", "IN_AUCTION", "UNSOLD", "WITHDRAWN"].includes(status);
    expect(refuseSellerChange({ status, hasBids: false })).toBe(isFree ? null : "SOLD");
    expect(refuseSellerChange({ status, hasBids: true })).toBe("HAS_BIDS");
  });
});
