import type { LotMessage } from "@gavelyard/contract/realtime";

/** Where a lot's rows are read that were not heard. */
export interface LotSource {
  /** The lot's state now; null when the unit is in no auction. */
  snapshot(inventoryId: number): Promise<LotMessage | null>;
  /** Messages of the rows after `seq`, in order, at most `limit`. */
  since(inventoryId: number, seq: number, limit: number): Promise<LotMessage[]>;
}

interface Pending<T> {
  running: Promise<T>;
  next: Promise<T> | null;
}

/**
 * Shares reads between those who ask at once, such as a crowd that reconnects: who asks while a read
 * runs gets the next one, so that each answer is as new as its question.
 */
export class SharedReads<Key, T> {
  readonly #read: (key: Key) => Promise<T>;
  readonly #pending = new Map<Key, Pending<T>>();

  constructor(read: (key: Key) => Promise<T>) {
    this.#read = read;
  }

  /** A read that begins now or later. */
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
