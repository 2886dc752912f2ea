import type { LotMessage } from "@gavelyard/contract/realtime";

/** Maximum rows that are replayed to a returning subscriber; beyond it, a snapshot is sent. */
export const REPLAY_ROWS = 200;
/** Messages of one lot within this time, in ms, are sent as one batch. */
const BATCH_MS = 5;

export interface LotRoomOptions {
  /** Reads the messages after `seq`, in order, as many as one read returns. */
  readonly since: (seq: number) => Promise<readonly LotMessage[]>;
  /** Sends messages to all members: each once in the order of `seq`, or a STATE. */
  readonly broadcast: (messages: readonly LotMessage[]) => void;
}

/**
 * Orders one lot's messages in this process. Drops duplicates, and reads missed rows from the
 * ledger before any later row is sent.
 */
export class LotRoom {
  readonly #options: LotRoomOptions;
  /** Messages that arrived before an earlier row. */
  readonly #early = new Map<number, LotMessage>();
  /** The newest rows, without a gap, up to `lastSeq`. */
  #history: LotMessage[] = [];
  /** Newest row in order; null until the first row or state is read. */
  #lastSeq: number | null = null;
  #publishedSeq = 0;
  /** Newest committed row that this process has learned of. */
  #knownSeq = 0;
  #lastSent: LotMessage | null = null;
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

  get publishedSeq(): number {
    return this.#publishedSeq;
  }

  /** Returns the rows after `seq` from memory; null when some are missing, or none exist. */
  replay(seq: number): readonly LotMessage[] | null {
    const first = this.#history[0]?.seq;
    if (first === undefined || this.#lastSeq === null) return null;
    return seq + 1 >= first && seq < this.#lastSeq ? this.#history.slice(seq + 1 - first) : null;
  }

  publish(message: LotMessage): void {
    this.#knownSeq = Math.max(this.#knownSeq, message.seq);
    if (this.#lastSeq !== null && message.seq <= this.#lastSeq) return;
    this.#early.set(message.seq, message);
    this.#release();
    if (this.#early.size > 0) this.#mend();
  }

  /**
   * Takes a snapshot that was requested when `lastSeqThen` was the newest row. It is broadcast when
   * no row explains its difference to what members have: the lot was rescheduled, or the unit has a
   * new lot, whose rows are numbered from 1 again.
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
    } else if (state.seq === this.#publishedSeq && this.#outgoing.length === 0) {
      if (this.#lastSent !== null && sameState(this.#lastSent, state)) return;
      this.#lastSent = state;
      this.#options.broadcast([state]);
    }
  }

  /**
   * Takes a row that was read from the ledger: the room's first row, or how far it must catch up.
   */
  reach(row: LotMessage): void {
    if (this.#lastSeq === null) {
      this.#begin(row);
      this.#release();
    }
    this.#knownSeq = Math.max(this.#knownSeq, row.seq);
    this.#mend();
  }

  /** Reads the missing rows up to `seq`, which are committed. */
  async catchUpTo(seq: number): Promise<void> {
    this.#knownSeq = Math.max(this.#knownSeq, seq);
    while (this.#lastSeq !== null && this.#lastSeq < this.#knownSeq) {
      const before = this.#lastSeq;
      this.#repair ??= this.#readMissing(before).finally(() => (this.#repair = null));
      await this.#repair;
      if (this.#lastSeq === before) return;
    }
  }

  async mendGap(): Promise<void> {
    await this.catchUpTo(this.#knownSeq);
  }

  #begin(state: LotMessage): void {
    this.#lastSeq = this.#publishedSeq = state.seq;
    this.#knownSeq = Math.max(this.#knownSeq, state.seq);
    this.#lastSent = state;
  }

  #mend(): void {
    // A failed read is retried on the next tick, and on the next message.
    this.catchUpTo(this.#knownSeq).catch(() => {});
  }

  async #readMissing(after: number): Promise<void> {
    const rows = await this.#options.since(after);
    for (const row of rows) {
      if (this.#lastSeq !== null && row.seq > this.#lastSeq) this.#early.set(row.seq, row);
    }
    this.#release();
  }

  /** Queues the messages that follow `lastSeq` without a gap. */
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
    this.#publishedSeq = newest.seq;
    this.#lastSent = newest;
    this.#options.broadcast(messages);
  }
}

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
