import type { LotMessage } from "@gavelyard/contract/realtime";
import { pricesTopic } from "@gavelyard/contract/topics";
import { Audience, topicMessage, type Subscriber } from "./audience.ts";
import type { LiveLimits } from "./limits.ts";
import { LotChannel, type Deliveries, type Joined } from "./lot-channel.ts";
import type { LotSource } from "./lot-reads.ts";
import { PriceChannel } from "./price-channel.ts";

export interface HubOptions {
  readonly source: LotSource;
  readonly limits: LiveLimits;
  readonly now: () => number;
  /** Called when a lot can't be brought up to date; the hub retries. */
  readonly onError: (error: unknown) => void;
}

export class Hub {
  readonly #options: HubOptions;
  readonly #lots = new Map<number, LotChannel>();
  readonly #topics = new Map<string, Audience>();
  readonly #deliveries: Deliveries = { delivered: 0, conflated: 0 };
  readonly #prices: PriceChannel;
  #messageId = 0;
  #refreshing: Promise<void> | null = null;

  constructor(options: HubOptions) {
    this.#options = options;
    const { source, limits, now } = options;
    this.#prices = new PriceChannel({ source, limits, now, deliveries: this.#deliveries });
  }

  get deliveries(): Readonly<Deliveries> {
    return this.#deliveries;
  }

  get lotsWatched(): number {
    return this.#lots.size;
  }

  watchersOf(inventoryId: number): number {
    return this.#lots.get(inventoryId)?.watchers ?? 0;
  }

  get unitsWatched(): Iterable<number> {
    return this.#lots.keys();
  }

  publishUnder(prefix: string, message: object): void {
    for (const channel of this.#topics.keys()) {
      if (channel.startsWith(prefix)) this.publish(channel, message);
    }
  }

  publishLot(inventoryId: number, messages: () => readonly LotMessage[]): void {
    this.#prices.note(inventoryId);
    const lot = this.#lots.get(inventoryId);
    if (lot !== undefined) for (const message of messages()) lot.publish(message);
  }

  /** Reads the missing rows after another process wrote rows up to `seq`. */
  catchUp(inventoryId: number, seq: number): void {
    this.#prices.note(inventoryId);
    this.#lots.get(inventoryId)?.catchUpTo(seq).catch(this.#options.onError);
  }

  /** Has subscribers of the prices read again what they show. */
  outdatePrices(): void {
    this.#prices.noteAll();
  }

  /** Compares every watched lot with the ledger, since events may have been missed. */
  refreshAll(): Promise<void> {
    this.#refreshing ??= this.#refreshEach().finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  publish(channel: string, message: object): void {
    const audience = this.#topics.get(channel);
    if (audience === undefined) return;
    audience.forEach([topicMessage(`m-${++this.#messageId}`, message)], (subscriber, bytes) => {
      if (subscriber.connection.buffered() > this.#options.limits.cutBytes) {
        return subscriber.cut();
      }
      this.#deliveries.delivered += 1;
      subscriber.connection.send(bytes);
    });
  }

  /** Subscribes to a channel; `destination` is its name on the wire. */
  subscribe(channel: string, destination: string, subscriber: Subscriber): void {
    if (channel === pricesTopic) return this.#prices.join(subscriber);
    let audience = this.#topics.get(channel);
    if (audience === undefined) {
      audience = new Audience(destination);
      this.#topics.set(channel, audience);
    }
    audience.add(subscriber);
  }

  unsubscribe(channel: string, subscriber: Subscriber): void {
    if (channel === pricesTopic) return this.#prices.leave(subscriber);
    const audience = this.#topics.get(channel);
    if (audience === undefined) return;
    audience.remove(subscriber);
    if (audience.isEmpty) this.#topics.delete(channel);
  }

  async subscribeLot(
    inventoryId: number,
    subscriber: Subscriber,
    lastSeq: number | null,
  ): Promise<Joined> {
    let lot = this.#lots.get(inventoryId);
    if (lot === undefined) {
      const { source, limits, now } = this.#options;
      lot = new LotChannel(inventoryId, { source, limits, now, deliveries: this.#deliveries });
      this.#lots.set(inventoryId, lot);
    }
    try {
      return await lot.join(subscriber, lastSeq);
    } finally {
      this.#forgetIfEmpty(inventoryId, lot);
    }
  }

  unsubscribeLot(inventoryId: number, subscriber: Subscriber): void {
    const lot = this.#lots.get(inventoryId);
    if (lot === undefined) return;
    lot.leave(subscriber);
    this.#forgetIfEmpty(inventoryId, lot);
  }

  tend(nowMs: number): void {
    this.#prices.tend();
    for (const [inventoryId, lot] of this.#lots) {
      lot.tend(nowMs);
      this.#forgetIfEmpty(inventoryId, lot);
    }
  }

  async #refreshEach(): Promise<void> {
    for (const lot of this.#lots.values()) {
      await lot.refresh().catch(this.#options.onError);
    }
  }

  #forgetIfEmpty(inventoryId: number, lot: LotChannel): void {
    if (lot.isEmpty && this.#lots.get(inventoryId) === lot) this.#lots.delete(inventoryId);
  }
}
