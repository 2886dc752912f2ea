import type { SessionPrincipal } from "../http/access.ts";

/** Resolution of the least-recently-used order. */
const USED_WITHIN_MS = 1_000;

/**
 * A cached session. Times are of `performance.now()`, which changes of the wall clock don't affect.
 */
interface Entry {
  readonly principal: SessionPrincipal;
  readonly validUntilMs: number;
  /** When it was last moved to the end of the order. */
  placedAtMs: number;
}

/**
 * LRU cache of valid tokens, so that a call needn't read its session. To store a token, pass the
 * mark taken before its session was read: it isn't stored if any entry was invalidated since.
 */
export class SessionCache {
  readonly #entries = new Map<string, Entry>();
  readonly #tokensOf = new Map<number, Set<string>>();
  readonly #capacity: number;
  #mark = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Version to read before a session and pass to `keep`. */
  get mark(): number {
    return this.#mark;
  }

  find(token: string, nowMs: number): SessionPrincipal | null {
    const entry = this.#entries.get(token);
    if (entry === undefined) return null;
    if (entry.validUntilMs <= nowMs) {
      this.#entries.delete(token);
      this.#forgetToken(token, entry.principal.userId);
      return null;
    }
    if (nowMs - entry.placedAtMs >= USED_WITHIN_MS) {
      this.#entries.delete(token);
      this.#entries.set(token, entry);
      entry.placedAtMs = nowMs;
    }
    return entry.principal;
  }

  keep(token: string, principal: SessionPrincipal, validUntilMs: number, mark: number): void {
    if (mark !== this.#mark) return;
    this.#entries.delete(token);
    this.#entries.set(token, { principal, validUntilMs, placedAtMs: Number.NEGATIVE_INFINITY });
    const tokens = this.#tokensOf.get(principal.userId) ?? new Set();
    this.#tokensOf.set(principal.userId, tokens.add(token));
    const oldest =
      this.#entries.size > this.#capacity ? this.#entries.entries().next().value : undefined;
    if (oldest !== undefined) {
      this.#entries.delete(oldest[0]);
      this.#forgetToken(oldest[0], oldest[1].principal.userId);
    }
  }

  dropUser(userId: number): void {
    this.#mark++;
    for (const token of this.#tokensOf.get(userId) ?? []) this.#entries.delete(token);
    this.#tokensOf.delete(userId);
  }

  clear(): void {
    this.#mark++;
    this.#entries.clear();
    this.#tokensOf.clear();
  }

  #forgetToken(token: string, userId: number): void {
    const tokens = this.#tokensOf.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.#tokensOf.delete(userId);
  }
}
