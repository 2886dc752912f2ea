/**
 * Limits of live connections. A client that exceeds one gets an ERROR that says which, and is
 * disconnected.
 */
export interface LiveLimits {
  /** Maximum size of a STOMP frame, head and body together, in bytes. */
  readonly frameBytes: number;
  readonly subscriptions: number;
  /**
   * Frames a second from one client. Its first SUBSCRIBEs, as many as `subscriptions` allows, don't
   * count, and neither does one UNSUBSCRIBE for each SUBSCRIBE.
   */
  readonly framesASecond: number;
  /** Acknowledgements a second from one client, which can acknowledge every message. */
  readonly acksASecond: number;
  /**
   * Messages, pings and pongs from one client, at once and then each second. Each message in a
   * SockJS list counts, and a large one counts once for each 4 KiB. A page that opens and ends all
   * its subscriptions and acknowledges for a second sends fewer.
   */
  readonly messagesAtOnce: number;
  readonly messagesASecond: number;
  readonly connectionsANetwork: number;
  /** Timeout for CONNECT, in ms. */
  readonly connectMs: number;
  /** Buffered bytes of a subscriber past which its lots send only their newest state. */
  readonly conflateBytes: number;
  /** Buffered bytes past which a subscriber is disconnected. */
  readonly cutBytes: number;
  /** Time that a subscriber may stay behind, in ms. */
  readonly behindMs: number;
  /** Silence after which a connection that promised heartbeats is closed, in ms. */
  readonly silenceMs: number;
}

export type MessageLimits = Pick<LiveLimits, "messagesAtOnce" | "messagesASecond">;

export const defaultLimits: LiveLimits = {
  frameBytes: 65_536,
  subscriptions: 100,
  framesASecond: 20,
  acksASecond: 200,
  messagesAtOnce: 600,
  messagesASecond: 400,
  // Each open page has one, and phone carriers share an address among many people.
  connectionsANetwork: 300,
  connectMs: 10_000,
  conflateBytes: 262_144,
  cutBytes: 1_048_576,
  behindMs: 10_000,
  silenceMs: 10_000,
};

/** A rate limit: a token bucket that holds `atOnce` tokens, by default a second's worth. */
export class Allowance {
  readonly #aSecond: number;
  readonly #atOnce: number;
  #left: number;
  #atMs: number;

  constructor(aSecond: number, nowMs: number, atOnce = aSecond) {
    this.#aSecond = aSecond;
    this.#atOnce = atOnce;
    this.#left = atOnce;
    this.#atMs = nowMs;
  }

  /** Takes tokens; false when too few are left. */
  take(nowMs: number, tokens = 1): boolean {
    const refill = ((nowMs - this.#atMs) / 1_000) * this.#aSecond;
    this.#left = Math.min(this.#atOnce, this.#left + Math.max(0, refill));
    this.#atMs = nowMs;
    if (this.#left < tokens) return false;
    this.#left -= tokens;
    return true;
  }
}
