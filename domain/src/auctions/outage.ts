/** How long bids must be impossible before it counts as an outage (D36). */
export const OUTAGE_MS = 3_000;
/** Extra time for a lot whose close fell into an outage, on top of the outage's length (D36). */
export const AFTER_OUTAGE_MS = 30_000;

/**
 * Returns the close of a lot after an outage, in ms. Only a close during the outage moves (D36).
 */
export function closeAfterOutage(closesAtMs: number, fromMs: number, toMs: number): number {
  const lengthMs = toMs - fromMs;
  const isWithin = closesAtMs >= fromMs && closesAtMs <= toMs;
  return isWithin && lengthMs >= OUTAGE_MS ? closesAtMs + lengthMs + AFTER_OUTAGE_MS : closesAtMs;
}
