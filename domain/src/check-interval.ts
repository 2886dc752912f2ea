/** How long to wait when the auctions could not be read, in ms (specification section 9). */
export const checkIntervalWithoutDataMs = 60_000;

/** The longest wait between two checks, in ms: nothing starts or ends soon (specification section 9). */
export const longestCheckIntervalMs = 300_000;

/** Wait `everyMs` when the next start or end is at most `withinMs` away (specification section 9). */
const intervals = [
  { withinMs: 30_000, everyMs: 5_000 },
  { withinMs: 120_000, everyMs: 15_000 },
  { withinMs: 600_000, everyMs: 60_000 },
] as const;

/**
 * How long a client waits before it compares the auctions' statuses again, in ms (specification
 * section 9): shorter as the next start or end comes closer, 5 min when nothing lies ahead (an empty
 * list too), 60 s without data (`auctions` null). Missing times are passed over.
 */
export function statusCheckIntervalMs(
  nowMs: number,
  auctions: readonly { readonly startMs: number | null; readonly endMs: number | null }[] | null,
): number {
  if (auctions === null) return checkIntervalWithoutDataMs;
  let nextMs = Infinity;
  for (const { startMs, endMs } of auctions) {
    for (const momentMs of [startMs, endMs]) {
      // An auction is live at its very end (D16), so the end itself still lies ahead then.
      if (momentMs !== null && momentMs >= nowMs) nextMs = Math.min(nextMs, momentMs);
    }
  }
  const interval = intervals.find(({ withinMs }) => nextMs - nowMs <= withinMs);
  return interval?.everyMs ?? longestCheckIntervalMs;
}
