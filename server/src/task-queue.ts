import { msg } from "@gavelyard/messages/text";
import { Refusal } from "./refusal.ts";

/** Runs some tasks at once and lets some wait, for work that would otherwise take all cores. */
export class TaskQueue {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  get running(): number {
    return this.#running;
  }

  /** Runs `work` when a slot is free. @throws Refusal 503 when the queue is full */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
    else {
      if (this.#waiting.length >= this.#waitingAtMost) {
        throw new Refusal("busy", msg("We're processing too many files. Try again in a moment."), {
          retryAfterSec: 2,
        });
      }
      // A finishing call passes its slot on, so `#running` stays as it is.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
