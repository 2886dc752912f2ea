import type { PricesMessage } from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import { pricesTopic } from "@gavelyard/contract/topics";
import { Audience, topicMessage, type Subscriber, type TopicMessage } from "./audience.ts";
import type { LiveLimits } from "./limits.ts";
import type { Deliveries } from "./lot-channel.ts";
import { SharedReads, type LotSource } from "./lot-reads.ts";

/** Changes within this time, in ms, are sent as one message, with each lot once. */
const PUBLISH_EVERY_MS = 250;
/** How far back a new subscriber gets changes: longer than a page takes to load, in ms. */
const RECENT_MS = 60_000;
const MAX_RECENT = 100;

/**
 * The topic of all lots' prices, for lists. However many lots change, a subscriber gets a few
 * messages a second, which are read once and framed once for all.
 */
export class PriceChannel {
  readonly #source: LotSource;
  readonly #limits: LiveLimits;
  readonly #deliveries: Deliveries;
  readonly #now: () => number;
  readonly #audience = new Audience(pricesTopic);
  readonly #members = new Set<Subscriber>();
  /** Members that need the first message: new ones, and those that fell behind. */
  readonly #waiting = new Set<Subscriber>();
  readonly #first = new SharedReads<"first", TopicMessage>(() => this.#readFirst());
  /** Units whose lots changed since the last message. */
  #due = new Set<number>();
  /** Whether any lot may have changed since the last message. */
  #allDue = false;
  /** Units whose lots changed lately, with the time in ms, oldest first. */
  readonly #recent = new Map<number, number>();
  /** Since when `#recent` is complete, in ms. */
  #recentSinceMs: number;
  #publishedAtMs = -Infinity;
  #isScheduled = false;
  #messages = 0;

  constructor(options: {
    readonly source: LotSource;
    readonly limits: LiveLimits;
    readonly deliveries: Deliveries;
    readonly now: () => number;
  }) {
    this.#source = options.source;
    this.#limits = options.limits;
    this.#deliveries = options.deliveries;
    this.#now = options.now;
    this.#recentSinceMs = options.now();
  }

  /** Notes that a unit's lot changed; `inventoryId` is the unit's. */
  note(inventoryId: number): void {
    this.#recent.delete(inventoryId);
    this.#recent.set(inventoryId, this.#now());
    this.#forgetOld();
    if (this.#members.size === 0) return;
    this.#due.add(inventoryId);
    this.#schedule();
  }

  /** Notes that any lot may have changed: subscribers then request what they show again. */
  noteAll(): void {
    this.#recent.clear();
    this.#recentSinceMs = this.#now();
    if (this.#members.size === 0) return;
    this.#allDue = true;
    this.#schedule();
  }

  join(subscriber: Subscriber): void {
    this.#members.add(subscriber);
    this.#welcome(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.#members.delete(subscriber);
    this.#waiting.delete(subscriber);
    this.#audience.remove(subscriber);
  }

  /** Readmits subscribers that caught up, and retries failed reads. */
  tend(): void {
    for (const subscriber of this.#waiting) {
      if (subscriber.connection.buffered() <= this.#limits.conflateBytes / 4) {
        this.#waiting.delete(subscriber);
        this.#welcome(subscriber);
      }
    }
  }

  #welcome(subscriber: Subscriber): void {
    // In the audience before the read, so that nothing is missed; clients ignore what they know.
    this.#audience.add(subscriber);
    this.#first.read("first").then(
      (message) => {
        if (!this.#members.has(subscriber) || this.#isBehind(subscriber)) return;
        this.#deliveries.delivered += 1;
        subscriber.connection.send(this.#audience.prepare(subscriber, [message]));
      },
      () => {
        if (this.#members.has(subscriber)) this.#waiting.add(subscriber);
      },
    );
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const waitMs = Math.max(0, this.#publishedAtMs + PUBLISH_EVERY_MS - this.#now());
    setTimeout(() => unawaited(this.#publish()), waitMs);
  }

  async #publish(): Promise<void> {
    const [due, allDue] = [this.#due, this.#allDue];
    this.#due = new Set();
    this.#allDue = false;
    this.#publishedAtMs = this.#now();
    try {
      const { lots, serverTime } = await this.#source.prices([...due]);
      this.#broadcast({
        v: 1,
        type: "PRICES",
        lots,
        serverTime,
        ...(allDue && { since: serverTime }),
      });
    } catch {
      // The database is away; try again with the next message.
      for (const inventoryId of due) this.#due.add(inventoryId);
      this.#allDue ||= allDue;
    }
    this.#isScheduled = false;
    if (this.#due.size > 0 || this.#allDue) this.#schedule();
  }

  async #readFirst(): Promise<TopicMessage> {
    this.#forgetOld();
    const agoMs = this.#now() - this.#recentSinceMs;
    const { lots, serverTime } = await this.#source.prices([...this.#recent.keys()]);
    const since = new Date(Date.parse(serverTime) - agoMs).toISOString();
    return this.#asTopic({ v: 1, type: "PRICES", lots, serverTime, since });
  }

  #broadcast(message: PricesMessage): void {
    this.#audience.forEach([this.#asTopic(message)], (subscriber, bytes) => {
      if (this.#isBehind(subscriber)) return;
      this.#deliveries.delivered += 1;
      subscriber.connection.send(bytes);
    });
  }

  #asTopic(message: PricesMessage): TopicMessage {
    return topicMessage(`prices-${++this.#messages}`, message);
  }

  /** Leaves a subscriber with too many buffered bytes out until it catches up. */
  #isBehind(subscriber: Subscriber): boolean {
    if (subscriber.connection.buffered() <= this.#limits.conflateBytes) return false;
    this.#audience.remove(subscriber);
    this.#waiting.add(subscriber);
    this.#deliveries.conflated += 1;
    return true;
  }

  #forgetOld(): void {
    const sinceMs = this.#now() - RECENT_MS;
    for (const [inventoryId, atMs] of this.#recent) {
      if (atMs > sinceMs && this.#recent.size <= MAX_RECENT) return;
      this.#recent.delete(inventoryId);
      this.#recentSinceMs = atMs;
    }
  }
}
