/**
 * Caches the result of `read` for `ms`. Concurrent callers share one read. A failed read isn't
 * cached.
 */
export function ttlCache<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly answer: Promise<T>; readonly untilMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (cached !== null && nowMs < cached.untilMs) return cached.answer;
    const answer = read();
    const reading = { answer, untilMs: nowMs + ms };
    cached = reading;
    answer.catch(() => {
      if (cached === reading) cached = null;
    });
    return answer;
  };
}
