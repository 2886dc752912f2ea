/** A standing queue has not been empty for this long; a shorter one is a burst. */
const STANDING_AFTER_MS = 1_000;
/** How much one turn counts in the measured pace. */
const PACE_WEIGHT = 0.1;
/** A pause longer than this says nothing more about the pace. */
const LONGEST_PACE_MS = 1_000;
const WAITING_AT_MOST = 1_000;
/** A shorter pause is no standstill. */
const STANDSTILL_MS = 100;
/** Who waits already is served a little late rather than sent away after all. */
const LATE_FACTOR = 2;
/** How often those who wait are looked through. */
const LOOK_EVERY_MS = 100;

/** How many turns at once, and how long somebody may have to wait for one. */
export interface LineRules {
  readonly atOnce: number;
  /** While the queue comes and goes, as when a crowd arrives at one moment. */
  readonly burstMs: number;
  /** While the queue stands, since more come than can be served. */
  readonly standingMs: number;
}

export interface LineFigures {
  readonly running: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: number;
}

interface Waiter {
  readonly sinceMs: number;
  readonly settle: (started: boolean) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * A queue before work that can be done only so fast. From the pace at which turns end it foretells
 * how long a newcomer would wait, and refuses at once who would wait too long.
 */
export class AdmissionLine {
  readonly #rules: LineRules;
  readonly #mayStart: () => boolean;
  readonly #onChange: () => void;
  readonly #waiting = new Set<Waiter>();
  #running = 0;
  #refused = 0;
  /** Ms between the ends of turns while all were taken. */
  #paceMs = 0;
  /** When a turn ended last, or the last free one was taken. */
  #lastStepMs = 0;
  #queuedSinceMs = 0;
  #lookedMs = 0;

  /** `mayStart` says whether others leave room now; `onChange` is told when a turn has ended. */
  constructor(rules: LineRules, mayStart: () => boolean, onChange: () => void) {
    this.#rules = rules;
    this.#mayStart = mayStart;
    this.#onChange = onChange;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a newcomer would get a turn in time; counts a refusal otherwise. */
  hasRoom(): boolean {
    if (this.#isFree()) return true;
    if (this.#waiting.size < WAITING_AT_MOST && this.#foretoldMs() <= this.#patienceMs())
      return true;
    this.#refused += 1;
    return false;
  }

  /** Waits for a turn, which ends with `leave`; false when it does not come in time. */
  async enter(): Promise<boolean> {
    if (this.#isFree()) {
      this.#start();
      return true;
    }
    if (!this.hasRoom()) return false;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#sendAway(waiter), this.#latestMs());
      const waiter = { settle: resolve, timer, sinceMs: performance.now() };
      if (this.#waiting.size === 0) this.#queuedSinceMs = waiter.sinceMs;
      this.#waiting.add(waiter);
    });
  }

  leave(): void {
    const now = performance.now();
    if (this.#running === this.#rules.atOnce) {
      const stepMs = Math.min(now - this.#lastStepMs, LONGEST_PACE_MS);
      this.#paceMs += (stepMs - this.#paceMs) * PACE_WEIGHT;
    }
    this.#lastStepMs = now;
    this.#running -= 1;
    this.#onChange();
    if (now - this.#lookedMs >= LOOK_EVERY_MS) this.#sendHopelessAway(now);
  }

  /** Gives free turns to those who wait longest. */
  startNext(): void {
    while (this.#running < this.#rules.atOnce && this.#mayStart()) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      this.#waiting.delete(next);
      clearTimeout(next.timer);
      this.#start();
      next.settle(true);
    }
  }

  figures(): LineFigures {
    return { running: this.#running, waiting: this.#waiting.size, refused: this.#refused };
  }

  /** Whose turn would come too late, since turns take longer than when they came, need not wait for that. */
  #sendHopelessAway(now: number): void {
    this.#lookedMs = now;
    let place = 0;
    for (const waiter of this.#waiting) {
      const waitMs = now - waiter.sinceMs + (place + 1) * this.#paceMs;
      if (waitMs > this.#latestMs()) this.#sendAway(waiter);
      else place += 1;
    }
  }

  #sendAway(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.#waiting.delete(waiter);
    this.#refused += 1;
    waiter.settle(false);
  }

  /** How long anybody waits at most. */
  #latestMs(): number {
    return this.#rules.burstMs * LATE_FACTOR;
  }

  #isFree(): boolean {
    return this.#waiting.size === 0 && this.#running < this.#rules.atOnce && this.#mayStart();
  }

  #start(): void {
    this.#running += 1;
    if (this.#running === this.#rules.atOnce) this.#lastStepMs = performance.now();
  }

  /** How long one who came now would wait, at the pace seen last; a standstill counts as it lasts. */
  #foretoldMs(): number {
    const now = performance.now();
    const isFull = this.#running === this.#rules.atOnce;
    const queuedSinceMs = this.#waiting.size === 0 ? now : this.#queuedSinceMs;
    const stoodSinceMs = isFull ? this.#lastStepMs : Math.max(this.#lastStepMs, queuedSinceMs);
    const standstillMs = now - stoodSinceMs;
    const paceMs =
      standstillMs < STANDSTILL_MS ? this.#paceMs : Math.max(this.#paceMs, standstillMs);
    return (this.#waiting.size + 1) * paceMs;
  }

  #patienceMs(): number {
    const { burstMs, standingMs } = this.#rules;
    const stands =
      this.#waiting.size > 0 && performance.now() - this.#queuedSinceMs > STANDING_AFTER_MS;
    return stands ? standingMs : burstMs;
  }
}
