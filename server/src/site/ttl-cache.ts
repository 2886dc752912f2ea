/**
 * Caches the result of `read` for `ms`. Concurrent callers share one read. A failed read isn't
 * cached.
 */
export function ttlCache<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly answer: Promise<T>; readonly untilMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (kept !== null && nowMs < kept.untilMs) return kept.answer;
    const answer = read();
    const reading = { answer, untilMs: nowMs + ms };
    kept = reading;
    answer.catch(() => {
      if (kept === reading) kept = null;
    });
    return answer;
  };
}
