import type { BidReceipt } from "@gavelyard/contract/bidding";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Bus } from "../events/bus.ts";
import { conflict } from "../http/errors.ts";
import type { BidOrder, OrderAnswer } from "./batch.ts";
import { Known } from "./known.ts";
import { InDoubt, Lane } from "./lane.ts";
import { notPlaced, Waiting } from "./waiting.ts";

/** Orders that may wait; past it the desk sheds at once instead of growing slow. */
const MAX_WAITING = 4_000;
/** Batches of one lane at once. */
const MOST_BATCHES = 2;
/** A batch costs as much as some ten bids, so few do not follow another batch: they wait for its end. */
const LEAST_BEHIND = 24;

/**
 * The one place where bids are decided. All orders that wait are decided together in one transaction,
 * across units, and answered only after its commit (D22). Orders on a unit of a batch that is under way
 * wait for it, so bids on one unit are decided in the order in which they came.
 */
export class BidDesk {
  /** Batches follow one another on the first; the second is for while it locks, or waits for somebody's lock. */
  readonly #lanes: readonly [Lane, Lane];
  readonly #log: Logger;
  readonly #running = new Set<string>();
  /** Units of the batches under way. */
  readonly #busy = new Set<number>();
  #waiting: Waiting[] = [];
  /** How many of those that wait are on units of no batch. */
  #elsewhere = 0;
  #starting = false;
  #closed = false;
  #idle: (() => void) | null = null;

  constructor({ url, bus, log }: { url: string; bus: Bus; log: Logger }) {
    const known = new Known();
    this.#lanes = [new Lane(url, bus, known), new Lane(url, bus, known)];
    this.#log = log;
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
      return await this.#lanes[0].receiptOf(answer.ledgerId);
    } finally {
      if (key !== null) this.#running.delete(key);
    }
  }

  /** Decides what waits and closes the connections. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#isIdle()) {
      await new Promise<void>((resolve) => (this.#idle = resolve));
    }
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  #answerInTime(order: BidOrder): Promise<OrderAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(new Waiting(order, { resolve, reject }));
      if (!this.#busy.has(order.inventoryId)) this.#elsewhere += 1;
      this.#start();
    });
  }

  /** Starts batches soon: what arrives in the same turn of the loop belongs to the same batch. */
  #start(): void {
    if (this.#starting || this.#nextLane() === null) return;
    this.#starting = true;
    setImmediate(() => {
      this.#starting = false;
      this.#startNow();
    });
  }

  #startNow(): void {
    for (let lane = this.#nextLane(); lane !== null; lane = this.#nextLane()) {
      void this.#work(lane, this.#takeBatch(lane));
    }
  }

  #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#busy.size === 0;
  }

  /** The lane that takes what waits; null while that waits for the end of a batch. */
  #nextLane(): Lane | null {
    const working = this.#lanes.filter((lane) => lane.batches > 0 && !lane.stalled);
    if (this.#elsewhere < (working.length === 0 ? 1 : LEAST_BEHIND)) return null;
    const flowing = working.find((lane) => !lane.locking);
    if (flowing !== undefined) return flowing.batches < MOST_BATCHES ? flowing : null;
    return this.#lanes.find((lane) => lane.batches === 0) ?? null;
  }

  /** Takes what waits on units of no other batch, or half of it where the rest can follow at once. */
  #takeBatch(lane: Lane): Waiting[] {
    const shared = lane.batches === 0 && this.#elsewhere >= 2 * LEAST_BEHIND;
    const enough = shared ? this.#elsewhere / 2 : Lane.MAX_BATCH;
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const units = new Set<number>();
    for (const waiting of this.#waiting) {
      const { inventoryId } = waiting.order;
      if (waiting.answered) continue;
      const full = batch.length === Lane.MAX_BATCH;
      const further = batch.length >= enough && !units.has(inventoryId);
      if (full || further || this.#busy.has(inventoryId)) left.push(waiting);
      else {
        batch.push(waiting);
        units.add(inventoryId);
      }
    }
    for (const unit of units) this.#busy.add(unit);
    this.#setWaiting(left);
    return batch;
  }

  #setWaiting(waiting: Waiting[]): void {
    this.#waiting = waiting;
    this.#elsewhere = waiting.filter(({ order }) => !this.#busy.has(order.inventoryId)).length;
  }

  async #work(lane: Lane, batch: readonly Waiting[]): Promise<void> {
    // What waits may take the other lane then.
    const stalled = setInterval(() => this.#start(), Lane.STALLED_AFTER_MS);
    if (batch.length > 0) await this.#decide(lane, batch);
    clearInterval(stalled);
    for (const { order } of batch) this.#busy.delete(order.inventoryId);
    this.#setWaiting(this.#waiting);
    if (this.#isIdle()) this.#idle?.();
    this.#start();
  }

  async #decide(lane: Lane, batch: readonly Waiting[]): Promise<void> {
    let taken: readonly Waiting[] = [];
    const take = () => {
      taken = batch.filter((waiting) => waiting.take());
      return taken.map(({ order }) => order);
    };
    try {
      const answers = await lane.decide(
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
      const inDoubt = !lane.connected || error instanceof InDoubt;
      if (left.length > 1 && !inDoubt) {
        // One bad order must not harm the others.
        for (const waiting of left) await this.#decide(lane, [waiting]);
        return;
      }
      this.#log.error({ err: error }, "a batch of bids failed");
      for (const waiting of left) {
        if (inDoubt) waiting.giveUp();
        else waiting.reject(toError(error));
      }
      if (!lane.connected) await sleep(50);
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
