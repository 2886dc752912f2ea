import type { BidReceipt } from "@gavelyard/contract/bidding";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Bus } from "../events/bus.ts";
import { conflict, HttpError } from "../http/errors.ts";
import type { BidOrder, OrderAnswer } from "./batch.ts";
import { Lane } from "./lane.ts";

/** Orders that may wait; past it the desk sheds at once instead of growing slow. */
const MAX_WAITING = 4_000;
/** An order is answered within this time, if only by a 503 (its key makes asking again safe). */
const ANSWER_WITHIN_MS = 2_000;

interface Waiting {
  readonly order: BidOrder;
  readonly resolve: (answer: OrderAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Told to bidders when the desk cannot decide now. */
function deskBusy(): HttpError {
  return new HttpError(503, "The bid desk cannot take your bid right now. Try again in a moment.", {
    retryAfterSec: 1,
  });
}

/**
 * The one place where bids are decided. All orders that wait are decided together in one
 * transaction, across lots, and answered only after its commit (D22).
 */
export class BidDesk {
  readonly #lane: Lane;
  readonly #log: Logger;
  readonly #running = new Set<string>();
  #waiting: Waiting[] = [];
  #working: Promise<void> | null = null;
  #closed = false;

  constructor(options: { url: string; bus: Bus; log: Logger }) {
    this.#lane = new Lane(options.url, options.bus);
    this.#log = options.log;
  }

  /**
   * Places a bid; resolves when it is on disk.
   * @throws HttpError 400, 403, 404, 409 as refused; 422 for a key used otherwise; 503 when the
   *   desk cannot answer in time
   */
  async place(order: BidOrder): Promise<BidReceipt> {
    const key = order.idempotencyKey === null ? null : `${order.userId}:${order.idempotencyKey}`;
    if (key !== null && this.#running.has(key)) {
      throw conflict("This bid is still being decided. Ask again with the same key in a moment.");
    }
    if (this.#closed || this.#waiting.length >= MAX_WAITING) throw deskBusy();
    if (key !== null) this.#running.add(key);
    try {
      const answer = await this.#answerInTime(order);
      if (answer.kind === "refused") throw answer.error;
      if (answer.kind === "accepted") return answer.receipt;
      return await this.#lane.receiptOf(answer.ledgerId);
    } finally {
      if (key !== null) this.#running.delete(key);
    }
  }

  /** Decides what waits and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#working;
    await this.#lane.close();
  }

  #answerInTime(order: BidOrder): Promise<OrderAnswer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(deskBusy()), ANSWER_WITHIN_MS);
      this.#waiting.push({
        order,
        resolve: (answer) => {
          clearTimeout(timer);
          resolve(answer);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
      this.#working ??= this.#work();
    });
  }

  async #work(): Promise<void> {
    // What arrives in the same turn of the loop belongs to the same batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, Lane.MAX_BATCH);
      await this.#decide(batch);
    }
    this.#working = null;
  }

  async #decide(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#lane.decide(batch.map((waiting) => waiting.order));
      batch.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === undefined) waiting.reject(new Error("a bid was left without an answer"));
        else waiting.resolve(answer);
      });
    } catch (error) {
      if (batch.length > 1 && this.#lane.connected) {
        // One bad order must not harm the others.
        for (const waiting of batch) await this.#decide([waiting]);
        return;
      }
      this.#log.error({ err: error }, "a batch of bids failed");
      for (const waiting of batch)
        waiting.reject(this.#lane.connected ? toError(error) : deskBusy());
      if (!this.#lane.connected) await sleep(50);
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
