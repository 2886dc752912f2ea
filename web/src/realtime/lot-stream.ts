import { lotTopic } from "@gavelyard/contract/topics";
import type { LotMessage } from "@gavelyard/contract/realtime";
import { observeServerTime } from "../clock.ts";
import type { Topic } from "./topic.ts";

const messageTypes: ReadonlySet<unknown> = new Set<LotMessage["type"]>([
  "BID",
  "RETRACTED",
  "EXTENDED",
  "STATE",
  "CLOSED",
]);

/**
 * What this tab has heard of one lot: passes on each row once and in order, and says when rows are
 * missing, since a gap is asked for and never guessed over (D22).
 */
export class LotStream implements Topic {
  readonly destination: string;
  readonly handlers = new Set<(message: LotMessage) => void>();
  readonly opensWithState = true;
  readonly #inventoryId: number;
  /** The newest row heard. */
  #lastSeq: number | null = null;
  /** Whether the rows that were asked for last time came with a gap again. */
  #gapAgain = false;
  /** When the lot was asked for, while the answer is awaited; in ms of this device's clock. */
  #askedAtMs: number | null = null;

  constructor(inventoryId: number) {
    this.#inventoryId = inventoryId;
    this.destination = lotTopic(inventoryId);
  }

  ask(): Readonly<Record<string, string>> {
    this.#askedAtMs = Date.now();
    return this.#lastSeq === null ? {} : { "last-seq": String(this.#lastSeq) };
  }

  take(body: unknown): "taken" | "gap" {
    if (!isLotMessage(body) || body.inventoryId !== this.#inventoryId) return "taken";
    this.#observe(body);
    if (this.#isKnown(body)) return "taken";
    if (this.#leavesGap(body)) {
      // What is known may be of no use to the server: then its state is asked for instead.
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

  /** The state that answers a question was read between the question and its arrival. */
  #observe({ type, serverTime }: LotMessage): void {
    const askedAtMs = this.#askedAtMs;
    this.#askedAtMs = null;
    if (askedAtMs !== null && type === "STATE")
      observeServerTime(serverTime, askedAtMs, Date.now());
  }
}

/** Whether this is a message that this page understands; a newer server may send others. */
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
