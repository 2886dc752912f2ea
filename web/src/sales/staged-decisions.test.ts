import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { expect, test } from "vitest";
import { gapToReserve, lotsByShare, shareOfReserve, sumToDecide } from "./staged-decisions.ts";

const bid = (amount: number, reserve: number | null): WinningBid => ({
  inventoryId: 1,
  bidId: 1,
  userId: 1,
  amount,
  reserve,
  reserveMet: false,
  status: "PENDING_DECISION",
  phase: "UNDECIDED",
  lotId: amount,
  lotNumber: "1",
  name: "2019 Peterbilt 579",
  bidderName: "Dana",
  bidderEmail: "dana@example.com",
  awardId: null,
  basis: null,
  declaredAt: null,
  paymentDueAt: null,
  invoiceId: null,
  offer: null,
  negotiation: null,
  nextBidder: null,
  runnersUp: [],
});

test.each([
  [8_000, 10_000, 80],
  [7_999.99, 10_000, 79],
  [10_000, 10_000, 100],
  [100, null, null],
])("a bid of %j is of a reserve of %j %j %%", (amount, reserve, share) => {
  expect(shareOfReserve(bid(amount, reserve))).toBe(share);
});

test("a rule divides the lots with a reserve, and takes none without", () => {
  const bids = [bid(7_999, 10_000), bid(8_000, 10_000), bid(100, null)];
  const amounts = (side: "below" | "from") => lotsByShare(bids, side, 80).map((one) => one.amount);
  expect(amounts("below")).toEqual([7_999]);
  expect(amounts("from")).toEqual([8_000]);
});

test("amounts in cents are exact", () => {
  expect(gapToReserve(bid(3_000, 4_225.35))).toBe(1_225.35);
  expect(sumToDecide([bid(0.1, null), bid(0.2, null)])).toBe(0.3);
});
