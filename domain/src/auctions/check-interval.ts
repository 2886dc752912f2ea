/** Interval when the auctions could not be loaded, in ms (specification section 9). */
export const checkIntervalWithoutDataMs = 60_000;

/** Maximum interval, in ms, when nothing starts or ends soon (specification section 9). */
export const longestCheckIntervalMs = 300_000;

/**
 * Check every `everyMs` when the next start or end is at most `withinMs` away (specification
 * section 9).
 */
const intervals = [
  { withinMs: 30_000, everyMs: 5_000 },
  { withinMs: 120_000, everyMs: 15_000 },
  { withinMs: 600_000, everyMs: 60_000 },
] as const;

/**
 * Returns how long a client waits before it checks the auctions' statuses again, in ms
 * (specification section 9): less as the next start or end approaches, 5 min when nothing is ahead
 * (also for an empty list), 60 s without data (`auctions` null). Missing times are skipped.
 */
export function statusCheckIntervalMs(
  nowMs: number,
  auctions: readonly { readonly startMs: number | null; readonly endMs: number | null }[] | null,
): number {
  if (auctions === null) return checkIntervalWithoutDataMs;
  let nextMs = Infinity;
  for (const { startMs, endMs } of auctions) {
    for (const momentMs of [startMs, endMs]) {
      // An auction is still live at the instant of its end (D16), so that instant counts as ahead.
      if (momentMs !== null && momentMs >= nowMs) nextMs = Math.min(nextMs, momentMs);
    }
  }
  const interval = intervals.find(({ withinMs }) => nextMs - nowMs <= withinMs);
  return interval?.everyMs ?? longestCheckIntervalMs;
}
