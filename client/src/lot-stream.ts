import { lotTopic } from "@gavelyard/contract/topics";
import type { LotMessage } from "@gavelyard/contract/realtime";
import type { Topic } from "./topic.ts";

const messageTypes: ReadonlySet<unknown> = new Set<LotMessage["type"]>([
  "BID",
  "RETRACTED",
  "EXTENDED",
  "STATE",
  "CLOSED",
]);

/** Called with the server time of a response, and when it was requested and received. */
export type ObserveServerTime = (
  serverTime: string,
  sentAtMs: number,
  receivedAtMs: number,
) => void;

/**
 * Messages of one lot: passes on each row once and in order, and reports missing rows, which are
 * requested again and never skipped (D22).
 */
export class LotStream implements Topic {
  readonly destination: string;
  readonly handlers = new Set<(message: LotMessage) => void>();
  readonly opensWithState = true;
  readonly #inventoryId: number;
  readonly #observeServerTime: ObserveServerTime;
  #lastSeq: number | null = null;
  /** Whether the last message had a gap too. */
  #gapAgain = false;
  /**
   * When the lot was last requested, while the response is pending; in ms of this device's clock.
   */
  #requestedAtMs: number | null = null;

  constructor(inventoryId: number, observeServerTime: ObserveServerTime = () => {}) {
    this.#inventoryId = inventoryId;
    this.#observeServerTime = observeServerTime;
    this.destination = lotTopic(inventoryId);
  }

  ask(): Readonly<Record<string, string>> {
    this.#requestedAtMs = Date.now();
    return this.#lastSeq === null ? {} : { "last-seq": String(this.#lastSeq) };
  }

  take(body: unknown): "taken" | "gap" {
    if (!isLotMessage(body) || body.inventoryId !== this.#inventoryId) return "taken";
    this.#observe(body);
    if (this.#isKnown(body)) return "taken";
    if (this.#leavesGap(body)) {
      // After a second gap, the server may lack rows since `lastSeq`; request the whole state.
      if (this.#gapAgain) this.#lastSeq = null;
      this.#gapAgain = !this.#gapAgain;
      return "gap";
    }
    this.#gapAgain = false;
    this.#lastSeq = body.seq;
    for (const handler of this.handlers) handler(body);
    return "taken";
  }

  #isKnown({ type, seq, resync }: LotMessage): boolean {
    if (this.#lastSeq === null || resync === true) return false;
    return type === "STATE" ? seq < this.#lastSeq : seq <= this.#lastSeq;
  }

  #leavesGap({ type, seq }: LotMessage): boolean {
    return type !== "STATE" && this.#lastSeq !== null && seq > this.#lastSeq + 1;
  }

  #observe({ type, serverTime }: LotMessage): void {
    const requestedAtMs = this.#requestedAtMs;
    this.#requestedAtMs = null;
    if (requestedAtMs !== null && type === "STATE")
      this.#observeServerTime(serverTime, requestedAtMs, Date.now());
  }
}

/** Returns whether this page understands a message; a newer server may send other types. */
function isLotMessage(body: unknown): body is LotMessage {
  return (
    typeof body === "object" &&
    body !== null &&
    "v" in body &&
    body.v === 1 &&
    "type" in body &&
    messageTypes.has(body.type) &&
    "seq" in body &&
    Number.isSafeInteger(body.seq)
  );
}
