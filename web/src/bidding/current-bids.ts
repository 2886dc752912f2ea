import type { OwnBid } from "@gavelyard/contract/bidding";

/** Returns the bid that decides each unit's status: the leading one, else the newest. */
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
