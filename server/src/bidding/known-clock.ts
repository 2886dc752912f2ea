/** So long the database's clock is counted on from when it was heard. */
const COUNTED_ON_MS = 1_000;

/** The database's clock, counted on between one answer of the database and the next. */
export class KnownClock {
  readonly #steadyMs: () => number;
  #heard: { readonly databaseMs: number; readonly atMs: number } | null = null;
  #toldMs = 0;

  /** `steadyMs` counts milliseconds and is never set. */
  constructor(steadyMs: () => number = () => performance.now()) {
    this.#steadyMs = steadyMs;
  }

  /**
   * Never ahead of the database's clock as long as that is not set back, and never behind what was told
   * before; null when too long nothing was heard. Milliseconds since the epoch.
   */
  get nowMs(): number | null {
    if (this.#heard === null) return null;
    const sinceMs = this.#steadyMs() - this.#heard.atMs;
    if (sinceMs > COUNTED_ON_MS) return null;
    this.#toldMs = Math.max(this.#toldMs, Math.floor(this.#heard.databaseMs + sinceMs));
    return this.#toldMs;
  }

  /** Takes up what the database's clock said, just now or a moment ago. */
  hear(databaseMs: number): void {
    this.#heard = { databaseMs, atMs: this.#steadyMs() };
  }

  forget(): void {
    this.#heard = null;
    this.#toldMs = 0;
  }
}
