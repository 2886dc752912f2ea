import type { LotMessage, LotPrice } from "@gavelyard/contract/realtime";

export interface LotSource {
  /** Reads the lot's current state; null when the unit is in no auction. */
  snapshot(inventoryId: number): Promise<LotMessage | null>;
  /** Reads the messages of the rows after `seq`, in order, at most `limit`. */
  since(inventoryId: number, seq: number, limit: number): Promise<LotMessage[]>;
  /** Reads the current lots of units as lists show them, and the time of the read. */
  prices(
    inventoryIds: readonly number[],
  ): Promise<{ readonly lots: LotPrice[]; readonly serverTime: string }>;
}

interface Pending<T> {
  running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Shares reads between simultaneous callers, such as a crowd that reconnects. A call during a read
 * gets the next read, so that no result is older than its call.
 */
export class SharedReads<Key, T> {
  readonly #read: (key: Key) => Promise<T>;
  readonly #pending = new Map<Key, Pending<T>>();

  constructor(read: (key: Key) => Promise<T>) {
    this.#read = read;
  }

  /** Returns a read that begins now or, while one is running, after it. */
  read(key: Key): Promise<T> {
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      pending.next ??= pending.running.then(
        () => this.#begin(key),
        () => this.#begin(key),
      );
      return pending.next;
    }
    return this.#begin(key);
  }

  #begin(key: Key): Promise<T> {
    const running = this.#read(key);
    const pending: Pending<T> = { running, next: null };
    this.#pending.set(key, pending);
    const forget = () => {
      if (pending.next === null && this.#pending.get(key) === pending) this.#pending.delete(key);
    };
    running.then(forget, forget);
    return running;
  }
}
