/** Values computed faster than this are not cached. */
const CHEAP_MS = 8;
/** How long a value is cached, as a multiple of the time it took to compute. */
const REUSE_FACTOR = 25;
const REUSE_AT_MOST_MS = 10_000;
const KEPT_AT_MOST = 200;

interface Kept<T> {
  readonly answer: Promise<T>;
  until: number;
}

/**
 * Caches values for a time in proportion to their cost, and never computes a value twice at once.
 * So counts over a small marketplace are always exact; over a million units they are up to 10
 * seconds old.
 */
export class AdaptiveCache<T> {
  readonly #kept = new Map<string, Kept<T>>();

  get(key: string, compute: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.until > startedAt) return kept.answer;
    const entry: Kept<T> = { answer: compute(), until: Number.POSITIVE_INFINITY };
    this.#kept.set(key, entry);
    const forget = () => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    };
    entry.answer.then(() => this.#judge(entry, startedAt, forget), forget);
    if (this.#kept.size > KEPT_AT_MOST) this.#forgetOldest();
    return entry.answer;
  }

  /** Sets how long a computed value is cached; drops cheap ones. */
  #judge(entry: Kept<T>, startedAt: number, forget: () => void): void {
    const now = performance.now();
    const took = now - startedAt;
    if (took < CHEAP_MS) forget();
    else entry.until = now + Math.min(took * REUSE_FACTOR, REUSE_AT_MOST_MS);
  }

  #forgetOldest(): void {
    const oldest = this.#kept.keys().next();
    if (!oldest.done) this.#kept.delete(oldest.value);
  }
}
