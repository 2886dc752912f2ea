import type { OwnBid } from "@gavelyard/contract/bidding/bidding";
import type { LotPrice } from "@gavelyard/contract/realtime";

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

/** Returns a bid's status with the newest state of its lot. */
export function statusNow(
  { status, bidderAlias, inventory: { id, lot } }: OwnBid,
  prices: ReadonlyMap<number, LotPrice>,
): OwnBid["status"] {
  const price = prices.get(id);
  if (status !== "WINNING" && status !== "OUTBID") return status;
  if (price === undefined || price.lotId !== lot?.lotId || price.seq < lot.seq) return status;
  return price.leaderAlias === bidderAlias ? "WINNING" : "OUTBID";
}
