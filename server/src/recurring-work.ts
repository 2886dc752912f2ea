import type { Logger } from "pino";

export interface Recurring {
  /** Log message of a failed run: "closing lots failed". */
  readonly failure: string;
  readonly log: Logger;
  /**
   * Runs once. Stop early when `isStopped` returns true. Returns the ms until the next run, which
   * `wake` can bring forward.
   */
  readonly run: (isStopped: () => boolean) => Promise<number>;
  /** Ms to wait after a failed run. */
  readonly afterFailureMs: number;
}

/** Background work of a process, one run at a time until it is stopped. */
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

  /** Starts a run within `inMs`, or right after the current one. */
  wake(inMs = 0): void {
    const at = performance.now() + inMs;
    if (this.#stopped || at >= this.#dueAt) return;
    this.#dueAt = at;
    if (this.#running === null) this.#arm();
  }

  /** Starts no more runs and waits for the current one. */
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
