/** A queue that isn't empty for this long is a standing queue; a shorter one is a burst. */
const STANDING_AFTER_MS = 1_000;
/** Weight of the latest slot in the moving average of the pace. */
const PACE_WEIGHT = 0.1;
/** Longer pauses count as this long in the pace. */
const LONGEST_PACE_MS = 1_000;
const MAX_WAITING = 1_000;
/** Shortest pause that counts as a stall. */
const MIN_STALL_MS = 100;
/** A call that is already queued may wait this many times longer before it is rejected. */
const LATE_FACTOR = 2;
const CHECK_INTERVAL_MS = 100;

/** Limits of a queue: concurrent slots, and how long a call may wait for one. */
export interface QueueRules {
  readonly slots: number;
  /** Maximum wait during a burst, as when a crowd arrives at once. */
  readonly burstMs: number;
  /** Maximum wait in a standing queue, when more calls come than can be served. */
  readonly standingMs: number;
}

export interface QueueFigures {
  readonly running: number;
  readonly waiting: number;
  /** Rejected since the process started. */
  readonly refused: number;
}

interface Waiter {
  readonly sinceMs: number;
  readonly settle: (started: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A queue for work of limited throughput. It predicts a newcomer's wait from the pace at which
 * slots end, and rejects at once if the wait would be too long.
 */
export class AdmissionQueue {
  readonly #rules: QueueRules;
  readonly #mayStart: () => boolean;
  readonly #onChange: () => void;
  readonly #waiting = new Set<Waiter>();
  #running = 0;
  #refused = 0;
  /** Average ms between the ends of slots while all are taken. */
  #paceMs = 0;
  /** When the last slot ended, or the last free one was taken. */
  #lastStepMs = 0;
  #queuedSinceMs = 0;
  #checkedMs = 0;

  /**
   * `mayStart` returns whether other queues leave room now; `onChange` is called when a slot ends.
   */
  constructor(rules: QueueRules, mayStart: () => boolean, onChange: () => void) {
    this.#rules = rules;
    this.#mayStart = mayStart;
    this.#onChange = onChange;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Returns whether a newcomer would get a slot in time; otherwise counts a rejection. */
  hasRoom(): boolean {
    if (this.#isFree()) return true;
    if (this.#waiting.size < MAX_WAITING && this.#predictedWaitMs() <= this.#maxWaitMs())
      return true;
    this.#refused += 1;
    return false;
  }

  /**
   * Waits for a slot. Returns true once it is taken, to be ended with `leave`; false if it doesn't
   * come in time.
   */
  async enter(): Promise<boolean> {
    if (this.#isFree()) {
      this.#start();
      return true;
    }
    if (!this.hasRoom()) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#reject(waiter), this.#maxQueuedWaitMs());
      const waiter = { settle: resolve, timer, sinceMs: performance.now() };
      if (this.#waiting.size === 0) this.#queuedSinceMs = waiter.sinceMs;
      this.#waiting.add(waiter);
    });
  }

  leave(): void {
    const now = performance.now();
    if (this.#running === this.#rules.slots) {
      const stepMs = Math.min(now - this.#lastStepMs, LONGEST_PACE_MS);
      this.#paceMs += (stepMs - this.#paceMs) * PACE_WEIGHT;
    }
    this.#lastStepMs = now;
    this.#running -= 1;
    this.#onChange();
    if (now - this.#checkedMs >= CHECK_INTERVAL_MS) this.#rejectLate(now);
  }

  /** Starts the calls that have waited longest, while slots are free. */
  startNext(): void {
    while (this.#running < this.#rules.slots && this.#mayStart()) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      clearTimeout(next.timer);
      this.#start();
      next.settle(true);
    }
  }

  figures(): QueueFigures {
    return { running: this.#running, waiting: this.#waiting.size, refused: this.#refused };
  }

  /**
   * Rejects queued calls that would wait too long at the current pace, which may have slowed down
   * since they came.
   */
  #rejectLate(now: number): void {
    this.#checkedMs = now;
    let place = 0;
    for (const waiter of this.#waiting) {
      const waitMs = now - waiter.sinceMs + (place + 1) * this.#paceMs;
      if (waitMs > this.#maxQueuedWaitMs()) this.#reject(waiter);
      else place += 1;
    }
  }

  #reject(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.#waiting.delete(waiter);
    this.#refused += 1;
    waiter.settle(false);
  }

  /** Maximum wait of a call that is queued already. */
  #maxQueuedWaitMs(): number {
    return this.#rules.burstMs * LATE_FACTOR;
  }

  #isFree(): boolean {
    return this.#waiting.size === 0 && this.#running < this.#rules.slots && this.#mayStart();
  }

  #start(): void {
    this.#running += 1;
    if (this.#running === this.#rules.slots) this.#lastStepMs = performance.now();
  }

  /**
   * Predicts the wait of a newcomer from the latest pace. A stall slows the pace down while it
   * lasts.
   */
  #predictedWaitMs(): number {
    const now = performance.now();
    const isFull = this.#running === this.#rules.slots;
    const queuedSinceMs = this.#waiting.size === 0 ? now : this.#queuedSinceMs;
    const stalledSinceMs = isFull ? this.#lastStepMs : Math.max(this.#lastStepMs, queuedSinceMs);
    const stallMs = now - stalledSinceMs;
    const paceMs = stallMs < MIN_STALL_MS ? this.#paceMs : Math.max(this.#paceMs, stallMs);
    return (this.#waiting.size + 1) * paceMs;
  }

  #maxWaitMs(): number {
    const { burstMs, standingMs } = this.#rules;
    const isStanding =
      this.#waiting.size > 0 && performance.now() - this.#queuedSinceMs > STANDING_AFTER_MS;
    return isStanding ? standingMs : burstMs;
  }
}
