/** The bounds of live connections; beyond one a client gets an ERROR that names it, and is closed. */
export interface LiveLimits {
  /** Bytes of one STOMP frame, its head and its body together. */
  readonly frameBytes: number;
  readonly subscriptions: number;
  /**
   * Frames a second from one client. Its first SUBSCRIBEs, as many as it may hold, are free, and so
   * is an UNSUBSCRIBE for each SUBSCRIBE.
   */
  readonly framesASecond: number;
  /** Acknowledgements a second from one client, which sends one for each message if it likes. */
  readonly acksASecond: number;
  readonly connectionsAnAddress: number;
  /** Time to CONNECT, in ms. */
  readonly connectMs: number;
  /** Bytes not taken by a subscriber past which its lots are told by their newest state only. */
  readonly conflateBytes: number;
  /** Bytes not taken past which a subscriber is cut. */
  readonly cutBytes: number;
  /** Time that a subscriber may stay behind, in ms. */
  readonly behindMs: number;
  /** Time after which a connection that should beat and does not is closed, in ms. */
  readonly silenceMs: number;
}

export const defaultLimits: LiveLimits = {
  frameBytes: 65_536,
  subscriptions: 100,
  framesASecond: 20,
  acksASecond: 200,
  connectionsAnAddress: 50,
  connectMs: 10_000,
  conflateBytes: 262_144,
  cutBytes: 1_048_576,
  behindMs: 10_000,
  silenceMs: 10_000,
};

/** An allowance that refills steadily up to its size. */
export class Allowance {
  readonly #aSecond: number;
  #left: number;
  #atMs: number;

  constructor(aSecond: number, nowMs: number) {
    this.#aSecond = aSecond;
    this.#left = aSecond;
    this.#atMs = nowMs;
  }

  /** Takes one; false when none is left. */
  take(nowMs: number): boolean {
    const refill = ((nowMs - this.#atMs) / 1_000) * this.#aSecond;
    this.#left = Math.min(this.#aSecond, this.#left + Math.max(0, refill));
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
