/** Statuses of an auction in the API and on screens (specification section 4, D16). */
export const auctionStatuses = ["LIVE", "UPCOMING", "EXPIRED", "UNKNOWN"] as const;
export type AuctionStatus = (typeof auctionStatuses)[number];

/**
 * Returns the status of an auction at `nowMs` (specification section 4, D16): LIVE from start to
 * end, both inclusive, UPCOMING before, EXPIRED after, UNKNOWN when a time is missing or NaN. Times
 * are ms UTC; `endMs` is the close of the latest lot (D17).
 */
export function auctionStatusAt(
  nowMs: number,
  auction: { readonly startMs: number | null; readonly endMs: number | null },
): AuctionStatus {
  const { startMs, endMs } = auction;
  if (startMs === null || endMs === null || Number.isNaN(startMs) || Number.isNaN(endMs)) {
    return "UNKNOWN";
  }
  if (nowMs < startMs) return "UPCOMING";
  return nowMs <= endMs ? "LIVE" : "EXPIRED";
}
