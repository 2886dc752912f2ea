import type { Context } from "../context.ts";
import { closeLots } from "./close-lots.ts";
import { nextCloseInMs } from "./close-sql.ts";

/** Looked at this often even when nothing was heard, since other processes change closing times. */
const LOOK_AGAIN_MS = 1_000;
const AFTER_FAILURE_MS = 500;
/** A lot is open until its instant is over (D16), so the look comes a moment after it. */
const AFTER_CLOSE_MS = 2;

/** Closes lots when their time is up, to a few ms, until stopped. Every process runs one. */
export class Closer {
  readonly #context: Context;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
    context.bus.listen({
      onEvent: (event) => {
        if (event.type === "lots-rescheduled") this.#wake();
      },
      onGap: () => this.#wake(),
    });
  }

  start(): void {
    this.#wake();
  }

  /** Lets a close that is under way finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #wake(): void {
    if (this.#stopped || this.#working !== null) return;
    clearTimeout(this.#timer);
    this.#working = this.#closeDue()
      .catch((error: unknown) => {
        this.#context.log.error({ err: error }, "closing lots failed");
        return AFTER_FAILURE_MS;
      })
      .then((waitMs) => {
        this.#working = null;
        if (!this.#stopped) this.#timer = setTimeout(() => this.#wake(), waitMs);
      });
  }

  /** Closes all that is due; answers how long to wait, in ms. */
  async #closeDue(): Promise<number> {
    while (!this.#stopped && (await closeLots(this.#context)) > 0);
    const next = await nextCloseInMs(this.#context.pool);
    if (next === null) return LOOK_AGAIN_MS;
    // Another process may hold a lot that is due; it is not ours then, so the wait is never zero.
    return Math.min(LOOK_AGAIN_MS, Math.max(next + AFTER_CLOSE_MS, AFTER_CLOSE_MS * 5));
  }
}
