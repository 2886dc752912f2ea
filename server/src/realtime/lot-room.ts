import type { LotMessage } from "@gavelyard/contract/realtime";

/** Rows that a subscriber who was away is told one by one; past it a snapshot stands for them. */
export const REPLAY_ROWS = 200;
/** A lot that gets several messages within this time, in ms, is told of them together. */
const BATCH_MS = 5;

export interface LotRoomOptions {
  /** Messages after `seq`, in order, as many as one read gives. */
  readonly since: (seq: number) => Promise<readonly LotMessage[]>;
  /** Sends messages to all members: in the order of `seq`, each once, or a STATE. */
  readonly broadcast: (messages: readonly LotMessage[]) => void;
}

/**
 * The order of one lot's messages in this process: what arrives twice is dropped, what was missed is
 * read from the ledger before anything after it is sent.
 */
export class LotRoom {
  readonly #options: LotRoomOptions;
  /** Messages that came before one that they follow. */
  readonly #early = new Map<number, LotMessage>();
  /** The newest rows, without a gap up to `lastSeq`. */
  #history: LotMessage[] = [];
  /** Newest row in order; null until somebody knows where the lot stands. */
  #lastSeq: number | null = null;
  /** Newest row that members were sent. */
  #toldSeq = 0;
  /** Newest row known to be on disk. */
  #knownSeq = 0;
  /** What members know of the lot. */
  #told: LotMessage | null = null;
  #outgoing: LotMessage[] = [];
  #flushScheduled = false;
  #flushedAtMs = -Infinity;
  #repair: Promise<void> | null = null;

  constructor(options: LotRoomOptions) {
    this.#options = options;
  }

  get lastSeq(): number | null {
    return this.#lastSeq;
  }

  get toldSeq(): number {
    return this.#toldSeq;
  }

  /** Rows after `seq` that are still in memory; null when not all of them are, or there are none. */
  replay(seq: number): readonly LotMessage[] | null {
    const first = this.#history[0]?.seq;
    if (first === undefined || this.#lastSeq === null) return null;
    return seq + 1 >= first && seq < this.#lastSeq ? this.#history.slice(seq + 1 - first) : null;
  }

  /** Takes a row that was just written. */
  publish(message: LotMessage): void {
    this.#knownSeq = Math.max(this.#knownSeq, message.seq);
    if (this.#lastSeq !== null && message.seq <= this.#lastSeq) return;
    this.#early.set(message.seq, message);
    this.#release();
    if (this.#early.size > 0) this.#mend();
  }

  /**
   * Takes a snapshot that was asked for when `lastSeqThen` was the newest row. Members hear of it
   * when it differs from what they know though no row tells why: a lot moved in time, or a new lot
   * of the same unit, whose rows are counted again.
   */
  learn(state: LotMessage, lastSeqThen: number | null): void {
    if (this.#lastSeq === null) {
      this.reach(state);
    } else if (lastSeqThen !== null && state.seq < lastSeqThen) {
      this.#early.clear();
      this.#history = [];
      this.#outgoing = [];
      this.#knownSeq = 0;
      this.#begin(state);
      this.#options.broadcast([{ ...state, resync: true }]);
    } else if (state.seq > this.#lastSeq) {
      this.reach(state);
    } else if (state.seq === this.#toldSeq && this.#outgoing.length === 0) {
      if (this.#told !== null && sameState(this.#told, state)) return;
      this.#told = state;
      this.#options.broadcast([state]);
    }
  }

  /** Takes the newest row that somebody read: where the room begins, or how far it must come. */
  reach(row: LotMessage): void {
    if (this.#lastSeq === null) {
      this.#begin(row);
      this.#release();
    }
    this.#knownSeq = Math.max(this.#knownSeq, row.seq);
    this.#mend();
  }

  /** Rows up to `seq` are on disk: reads those that were not heard. */
  async catchUpTo(seq: number): Promise<void> {
    this.#knownSeq = Math.max(this.#knownSeq, seq);
    while (this.#lastSeq !== null && this.#lastSeq < this.#knownSeq) {
      const before = this.#lastSeq;
      this.#repair ??= this.#readMissing(before).finally(() => (this.#repair = null));
      await this.#repair;
      if (this.#lastSeq === before) return;
    }
  }

  /** Tries again what an earlier failure left unread. */
  async mendGap(): Promise<void> {
    await this.catchUpTo(this.#knownSeq);
  }

  #begin(state: LotMessage): void {
    this.#lastSeq = this.#toldSeq = state.seq;
    this.#knownSeq = Math.max(this.#knownSeq, state.seq);
    this.#told = state;
  }

  #mend(): void {
    // A failed read is tried again by the tick, and by the next message.
    this.catchUpTo(this.#knownSeq).catch(() => {});
  }

  async #readMissing(after: number): Promise<void> {
    const rows = await this.#options.since(after);
    for (const row of rows) {
      if (this.#lastSeq !== null && row.seq > this.#lastSeq) this.#early.set(row.seq, row);
    }
    this.#release();
  }

  /** Passes on the messages that follow what was passed on before. */
  #release(): void {
    if (this.#lastSeq === null) return;
    for (;;) {
      const next = this.#early.get(this.#lastSeq + 1);
      if (next === undefined) break;
      this.#early.delete(next.seq);
      this.#lastSeq = next.seq;
      this.#history.push(next);
      this.#outgoing.push(next);
    }
    if (this.#history.length > 2 * REPLAY_ROWS) this.#history = this.#history.slice(-REPLAY_ROWS);
    for (const seq of this.#early.keys()) if (seq <= this.#lastSeq) this.#early.delete(seq);
    if (this.#outgoing.length > 0) this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    const waitMs = this.#flushedAtMs + BATCH_MS - performance.now();
    if (waitMs > 0) setTimeout(() => this.#flush(), waitMs);
    else queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    this.#flushScheduled = false;
    const messages = this.#outgoing;
    const newest = messages.at(-1);
    if (newest === undefined) return;
    this.#outgoing = [];
    this.#flushedAtMs = performance.now();
    this.#toldSeq = newest.seq;
    this.#told = newest;
    this.#options.broadcast(messages);
  }
}

/** Whether two messages say the same of a lot; how it came to be so does not count. */
function sameState(one: LotMessage, other: LotMessage): boolean {
  return (
    one.closesAt === other.closesAt &&
    one.status === other.status &&
    one.amount === other.amount &&
    one.bidderAlias === other.bidderAlias &&
    one.minNextBid === other.minNextBid &&
    one.reserveState === other.reserveState &&
    one.outcome === other.outcome
  );
}
