const CHEAP_MS = 8;
/** How long a value is cached, as a multiple of the time it took to compute. */
const REUSE_FACTOR = 25;
const MAX_REUSE_MS = 10_000;
const MAX_ENTRIES = 200;

interface CacheEntry<T> {
  readonly answer: Promise<T>;
  until: number;
}

/**
 * Caches values for a time in proportion to their cost, and never computes a value twice at once.
 * Counts over a small marketplace are always exact; over a million units they are up to 10 seconds
 * old.
 */
export class AdaptiveCache<T> {
  readonly #entries = new Map<string, CacheEntry<T>>();

  get(key: string, compute: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const cached = this.#entries.get(key);
    if (cached !== undefined && cached.until > startedAt) return cached.answer;
    const entry: CacheEntry<T> = { answer: compute(), until: Number.POSITIVE_INFINITY };
    this.#entries.set(key, entry);
    const drop = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    entry.answer.then(() => this.#setLifetime(entry, startedAt, drop), drop);
    if (this.#entries.size > MAX_ENTRIES) this.#dropOldest();
    return entry.answer;
  }

  /** Sets how long a computed value is cached; drops cheap ones. */
  #setLifetime(entry: CacheEntry<T>, startedAt: number, drop: () => void): void {
    const now = performance.now();
    const took = now - startedAt;
    if (took < CHEAP_MS) drop();
    else entry.until = now + Math.min(took * REUSE_FACTOR, MAX_REUSE_MS);
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}
