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
const ANSWER_WITHIN_MS = 1_800;

/** Told to bidders whose bid the desk did not take up. */
function notPlaced(): HttpError {
  return new HttpError(
    503,
    "Your bid was not placed: the bid desk cannot take it right now. Try again in a moment.",
    { retryAfterSec: 1 },
  );
}

/** Told to bidders whose bid may be on disk, since its commit was sent and never answered. */
function inDoubt(): HttpError {
  return new HttpError(
    503,
    "We cannot say yet whether your bid was placed. Look at the lot, or send the same bid again: it is never placed twice.",
    { retryAfterSec: 1 },
  );
}

/** An order until it is answered. */
class Waiting {
  readonly order: BidOrder;
  readonly #settle: { resolve: (answer: OrderAnswer) => void; reject: (error: Error) => void };
  readonly #timer: NodeJS.Timeout;
  #state: "waiting" | "taken" | "answered" = "waiting";

  constructor(
    order: BidOrder,
    settle: { resolve: (answer: OrderAnswer) => void; reject: (error: Error) => void },
  ) {
    this.order = order;
    this.#settle = settle;
    this.#timer = setTimeout(() => this.giveUp(), ANSWER_WITHIN_MS);
  }

  get answered(): boolean {
    return this.#state === "answered";
  }

  /** Takes the order up, unless its bidder was sent away already: then it must never be placed. */
  take(): boolean {
    if (this.#state === "waiting") this.#state = "taken";
    return this.#state === "taken";
  }

  resolve(answer: OrderAnswer): void {
    this.#end();
    this.#settle.resolve(answer);
  }

  reject(error: Error): void {
    this.#end();
    this.#settle.reject(error);
  }

  /** Says what is certain: that it was not placed, unless a commit was on its way. */
  giveUp(): void {
    if (!this.answered) this.reject(this.#state === "taken" ? inDoubt() : notPlaced());
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#state = "answered";
  }
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
    if (this.#closed || this.#waiting.length >= MAX_WAITING) throw notPlaced();
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
      this.#waiting.push(new Waiting(order, { resolve, reject }));
      this.#working ??= this.#work();
    });
  }

  async #work(): Promise<void> {
    // What arrives in the same turn of the loop belongs to the same batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, Lane.MAX_BATCH).filter(({ answered }) => !answered);
      if (batch.length > 0) await this.#decide(batch);
    }
    this.#working = null;
  }

  async #decide(batch: readonly Waiting[]): Promise<void> {
    let taken: readonly Waiting[] = [];
    const take = () => {
      taken = batch.filter((waiting) => waiting.take());
      return taken.map(({ order }) => order);
    };
    try {
      const answers = await this.#lane.decide(
        batch.map((waiting) => waiting.order),
        take,
      );
      taken.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === undefined) waiting.reject(new Error("a bid was left without an answer"));
        else if (!waiting.answered) waiting.resolve(answer);
      });
    } catch (error) {
      const left = batch.filter(({ answered }) => !answered);
      if (left.length > 1 && this.#lane.connected) {
        // One bad order must not harm the others.
        for (const waiting of left) await this.#decide([waiting]);
        return;
      }
      this.#log.error({ err: error }, "a batch of bids failed");
      for (const waiting of left) {
        if (this.#lane.connected) waiting.reject(toError(error));
        else waiting.giveUp();
      }
      if (!this.#lane.connected) await sleep(50);
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
