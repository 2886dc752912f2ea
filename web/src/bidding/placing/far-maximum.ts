/** Times the price guide's upper end, or a next bid above it, from which a maximum is probably mistyped. */
const GUIDE_TIMES = 2;
/** Times the next bid, for units without a price guide. */
const NEXT_BID_TIMES = 5;

/**
 * Returns whether a maximum bid is so far above what similar units sell for, or without a guide
 * above the next bid, that a digit may be too many. `guideHigh` is null without a guide.
 */
export const isFarMaximum = (
  maximum: number,
  minNextBid: number,
  guideHigh: number | null,
): boolean =>
  guideHigh === null
    ? maximum > NEXT_BID_TIMES * minNextBid
    : maximum > GUIDE_TIMES * Math.max(guideHigh, minNextBid);
