/**
 * Reads something at most once within `ms`, for answers that everybody asks for. Callers meanwhile share
 * one reading; a reading that failed is kept for nobody.
 */
export function freshFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
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
