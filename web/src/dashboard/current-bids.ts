import type { OwnBid } from "@gavelyard/contract/bidding";

/** One bid for each unit: the one that tells where I stand, the leading one or else the newest. */
export function currentBids(bids: readonly OwnBid[]): OwnBid[] {
  const byUnit = new Map<number, OwnBid>();
  for (const bid of bids) {
    const known = byUnit.get(bid.inventoryId);
    if (known === undefined || (bid.status === "WINNING" && known.status !== "WINNING")) {
      byUnit.set(bid.inventoryId, bid);
    }
  }
  return [...byUnit.values()];
}
