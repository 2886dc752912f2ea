const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a webhook is retried before its delivery fails (D51). */
export const WEBHOOK_RETRY_MS = 24 * HOUR_MS;

/** Delays after each failed attempt; the last one repeats. */
const waitsMs = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
] as const;

/**
 * Returns when to retry a delivery after an attempt failed at `nowMs`; null once that's more than
 * 24 hours after it was first due.
 */
export function nextAttemptMs(
  { attempts, startedAtMs }: { readonly attempts: number; readonly startedAtMs: number },
  nowMs: number,
): number | null {
  const waitMs = waitsMs[Math.min(Math.max(attempts, 1), waitsMs.length) - 1] ?? HOUR_MS;
  const nextMs = nowMs + waitMs;
  return nextMs - startedAtMs > WEBHOOK_RETRY_MS ? null : nextMs;
}
