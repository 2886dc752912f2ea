import type { Context } from "../context.ts";
import { findSignals } from "./find-signals.ts";

/** Lots close one after the other, so that what follows a close waits for a few more. */
const AFTER_CLOSE_MS = 5_000;
/** Lots that are live change hints too. */
const ANEW_MS = 10 * 60_000;

/** Works hints out after lots closed, and now and then, until stopped. Every process may run one. */
export class SignalFinder {
  readonly #context: Pick<Context, "pool" | "bus" | "log">;
  #timer: NodeJS.Timeout | undefined;
  #soon = false;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(context: Pick<Context, "pool" | "bus" | "log">) {
    this.#context = context;
    context.bus.listen({
      onEvent: (event) => {
        if (event.type === "lot-closed") this.#wake();
      },
      onGap: () => this.#wake(),
    });
  }

  start(): void {
    this.#wake();
  }

  /** Lets what is under way finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  /** A second close does not put off what the first one asked for. */
  #wake(): void {
    if (this.#stopped || this.#soon) return;
    this.#soon = true;
    this.#wait(AFTER_CLOSE_MS);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#soon = false;
      // One after the other: a close meanwhile has set the next timer already.
      this.#working = this.#working.then(() => this.#find());
    }, ms);
  }

  async #find(): Promise<void> {
    await findSignals(this.#context).catch((error: unknown) =>
      this.#context.log.error({ err: error }, "signals could not be worked out"),
    );
    if (!this.#stopped && !this.#soon) this.#wait(ANEW_MS);
  }
}
