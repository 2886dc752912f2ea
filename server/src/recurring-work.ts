import type { Logger } from "pino";

/** What is done again and again. */
export interface Recurring {
  /** Said in the log when a run fails: "closing lots failed". */
  readonly failure: string;
  readonly log: Logger;
  /**
   * One run. `isStopped` tells whether to come to an end. Answers how long to wait for the next run, in
   * ms; `wake` may ask for it sooner.
   */
  readonly run: (isStopped: () => boolean) => Promise<number>;
  /** How long to wait after a run that failed, in ms. */
  readonly afterFailureMs: number;
}

/** Work that every process does in the background, one run at a time, until stopped. */
export class RecurringWork {
  readonly #work: Recurring;
  #timer: NodeJS.Timeout | undefined;
  /** When the next run is due, by `performance.now()`. */
  #dueAt = Number.POSITIVE_INFINITY;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(work: Recurring) {
    this.#work = work;
  }

  /** Sees to it that a run begins within so many ms, or after the one that goes on now. */
  wake(inMs = 0): void {
    const at = performance.now() + inMs;
    if (this.#stopped || at >= this.#dueAt) return;
    this.#dueAt = at;
    if (this.#running === null) this.#arm();
  }

  /** Begins no more runs and lets the one that goes on finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#dueAt = Number.POSITIVE_INFINITY;
        this.#running = this.#run();
      },
      Math.max(0, this.#dueAt - performance.now()),
    );
  }

  async #run(): Promise<void> {
    const { run, log, failure, afterFailureMs } = this.#work;
    const waitMs = await run(() => this.#stopped).catch((error: unknown) => {
      log.error({ err: error }, failure);
      return afterFailureMs;
    });
    this.#running = null;
    if (this.#stopped) return;
    this.#dueAt = Math.min(this.#dueAt, performance.now() + waitMs);
    this.#arm();
  }
}
