import type { LotMessage } from "@gavelyard/contract/realtime";
import { lotTopic } from "@gavelyard/contract/topics";
import { Audience, topicMessage, type Subscriber, type TopicMessage } from "./audience.ts";
import type { LiveLimits } from "./limits.ts";
import { SharedReads, type LotSource } from "./lot-reads.ts";
import { LotRoom, REPLAY_ROWS } from "./lot-room.ts";

const REPAIR_ROWS = 500;

export interface Deliveries {
  delivered: number;
  /** Subscribers that fell behind and got the newest state instead of each message. */
  conflated: number;
}

/** Result of a subscription to a lot. `gone`: it ended while the ledger was read. */
export type Joined = "joined" | "gone" | "unknown";

/**
 * One lot's topic. Brings new subscribers up to date without gaps or repeats, and keeps slow ones
 * from delaying the others.
 */
export class LotChannel {
  readonly #limits: LiveLimits;
  readonly #deliveries: Deliveries;
  readonly #room: LotRoom;
  readonly #audience: Audience;
  readonly #snapshots: SharedReads<"state", LotMessage | null>;
  readonly #missed: SharedReads<number, LotMessage[]>;
  /** Subscribers that wait for a read of the ledger, with the messages published since. */
  readonly #joining = new Map<Subscriber, LotMessage[]>();
  /** Subscribers ahead of the broadcast, with the newest `seq` that each has. */
  readonly #ahead = new Map<Subscriber, number>();
  /** Subscribers that fell behind, with the time when they did, in ms. */
  readonly #slow = new Map<Subscriber, number>();
  readonly #now: () => number;
  #states = 0;

  constructor(
    inventoryId: number,
    options: {
      readonly source: LotSource;
      readonly limits: LiveLimits;
      readonly deliveries: Deliveries;
      readonly now: () => number;
    },
  ) {
    const { source } = options;
    this.#limits = options.limits;
    this.#deliveries = options.deliveries;
    this.#now = options.now;
    this.#audience = new Audience(lotTopic(inventoryId));
    this.#snapshots = new SharedReads(() => source.snapshot(inventoryId));
    this.#missed = new SharedReads((seq) => source.since(inventoryId, seq, REPLAY_ROWS + 1));
    this.#room = new LotRoom({
      since: (seq) => source.since(inventoryId, seq, REPAIR_ROWS),
      broadcast: (messages) => this.#broadcast(messages),
    });
  }

  get isEmpty(): boolean {
    return (
      this.#audience.isEmpty &&
      this.#joining.size === 0 &&
      this.#ahead.size === 0 &&
      this.#slow.size === 0
    );
  }

  get watchers(): number {
    return this.#audience.size + this.#joining.size + this.#ahead.size + this.#slow.size;
  }

  publish(message: LotMessage): void {
    this.#room.publish(message);
  }

  async catchUpTo(seq: number): Promise<void> {
    await this.#room.catchUpTo(seq);
  }

  /** Compares the lot with the ledger, and sends subscribers what is new. */
  async refresh(): Promise<void> {
    await this.#snapshot();
    await this.#room.mendGap();
  }

  /**
   * Adds a subscriber. It gets the rows after `lastSeq`, or else the current state, and then every
   * later message exactly once. Rejects when the ledger can't be read.
   */
  async join(subscriber: Subscriber, lastSeq: number | null): Promise<Joined> {
    const meanwhile: LotMessage[] = [];
    // Registered before the read, so that messages published from now on are kept for it.
    this.#joining.set(subscriber, meanwhile);
    try {
      for (;;) {
        const first = await this.#firstMessages(lastSeq);
        if (this.#joining.get(subscriber) !== meanwhile) return "gone";
        const newest = first?.at(-1);
        if (first === null || newest === undefined) return "unknown";
        // Another subscriber's newer snapshot may have moved the stream past the rows read here.
        if (newest.seq < this.#streamedAfter(meanwhile)) continue;
        this.#joining.delete(subscriber);
        this.#welcome(subscriber, first, meanwhile, newest.seq);
        return "joined";
      }
    } finally {
      if (this.#joining.get(subscriber) === meanwhile) this.#joining.delete(subscriber);
    }
  }

  leave(subscriber: Subscriber): void {
    this.#joining.delete(subscriber);
    this.#ahead.delete(subscriber);
    this.#slow.delete(subscriber);
    this.#audience.remove(subscriber);
  }

  /** Readmits subscribers that caught up, disconnects the others, and retries failed reads. */
  tend(nowMs: number): void {
    for (const [subscriber, since] of this.#slow) {
      const waiting = subscriber.connection.buffered();
      if (waiting > this.#limits.cutBytes || nowMs - since > this.#limits.behindMs) {
        this.#slow.delete(subscriber);
        subscriber.cut();
      } else if (waiting <= this.#limits.conflateBytes / 4) {
        this.#slow.delete(subscriber);
        // Without a valid `seq` it gets the state, which replaces all that it missed.
        this.join(subscriber, -1).catch(() => subscriber.cut());
      }
    }
    this.#room.mendGap().catch(() => {});
  }

  #welcome(
    subscriber: Subscriber,
    first: readonly LotMessage[],
    meanwhile: readonly LotMessage[],
    seq: number,
  ): void {
    const later = isRestart(meanwhile) ? meanwhile : meanwhile.filter(isNews(seq));
    const messages = [...first, ...later];
    const knows = messages.at(-1)?.seq ?? seq;
    if (knows > this.#room.publishedSeq) this.#ahead.set(subscriber, knows);
    else this.#audience.add(subscriber);
    this.#publishTo(subscriber, messages);
  }

  /** Returns the `seq` from which the stream covers a new subscriber. */
  #streamedAfter(meanwhile: readonly LotMessage[]): number {
    if (isRestart(meanwhile)) return 0;
    const row = meanwhile.find(({ type }) => type !== "STATE");
    return row === undefined ? this.#room.publishedSeq : row.seq - 1;
  }

  /** Reads the first messages of a new subscriber; null when the lot doesn't exist. */
  async #firstMessages(lastSeq: number | null): Promise<readonly LotMessage[] | null> {
    if (lastSeq !== null && lastSeq >= 0) {
      const replayed = this.#room.replay(lastSeq);
      if (replayed !== null && replayed.length <= REPLAY_ROWS) return replayed;
      const missed = await this.#missed.read(lastSeq);
      if (missed.length <= REPLAY_ROWS && missed[0]?.seq === lastSeq + 1) {
        for (const newest of missed.slice(-1)) this.#room.reach(newest);
        return missed;
      }
    }
    const state = await this.#snapshot();
    if (state === null) return null;
    return [lastSeq !== null && state.seq !== lastSeq ? { ...state, resync: true } : state];
  }

  async #snapshot(): Promise<LotMessage | null> {
    const lastSeqThen = this.#room.lastSeq;
    const state = await this.#snapshots.read("state");
    if (state !== null) this.#room.learn(state, lastSeqThen);
    return state;
  }

  #broadcast(messages: readonly LotMessage[]): void {
    const restart = isRestart(messages);
    for (const meanwhile of this.#joining.values()) {
      if (restart) meanwhile.length = 0;
      meanwhile.push(...messages);
    }
    const caughtUp: Subscriber[] = [];
    for (const [subscriber, knows] of this.#ahead) {
      const later = restart ? messages : messages.filter(isNews(knows));
      if (later.length > 0) this.#publishTo(subscriber, later);
      if (restart || this.#room.publishedSeq >= knows) caughtUp.push(subscriber);
    }
    if (!this.#audience.isEmpty) {
      const count = messages.length;
      this.#audience.forEach(this.#asTopic(messages), (subscriber, bytes) => {
        if (this.#isBehind(subscriber)) return;
        this.#deliveries.delivered += count;
        subscriber.connection.send(bytes);
      });
    }
    for (const subscriber of caughtUp) {
      if (this.#ahead.delete(subscriber)) this.#audience.add(subscriber);
    }
  }

  #publishTo(subscriber: Subscriber, messages: readonly LotMessage[]): void {
    if (this.#isBehind(subscriber)) return;
    this.#deliveries.delivered += messages.length;
    subscriber.connection.send(this.#audience.prepare(subscriber, this.#asTopic(messages)));
  }

  /** Encodes messages. A STATE can repeat a `seq`, so its message id also has a counter. */
  #asTopic(messages: readonly LotMessage[]): TopicMessage[] {
    return messages.map((message) => {
      const row = `${message.inventoryId}-${message.seq}`;
      return topicMessage(message.type === "STATE" ? `${row}-s${++this.#states}` : row, message);
    });
  }

  /** Moves a subscriber with too many buffered bytes out of the stream until it catches up. */
  #isBehind(subscriber: Subscriber): boolean {
    if (subscriber.connection.buffered() <= this.#limits.conflateBytes) return false;
    this.#ahead.delete(subscriber);
    this.#audience.remove(subscriber);
    this.#slow.set(subscriber, this.#now());
    this.#deliveries.conflated += 1;
    return true;
  }
}

/** Whether the lot's rows are numbered from 1 again. */
function isRestart([first]: readonly LotMessage[]): boolean {
  return first?.resync === true;
}

/** Returns a test for messages that are news to a subscriber with all rows up to `seq`. */
function isNews(seq: number): (message: LotMessage) => boolean {
  return (message) => message.seq > seq || (message.type === "STATE" && message.seq === seq);
}
