/**
 * A random generator. The same seed gives the same sequence, so that demos are identical
 * everywhere.
 */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** Returns a bell-shaped random number around 0, from -3 to 3. */
  bell(): number {
    return this.next() + this.next() + this.next() + this.next() + this.next() + this.next() - 3;
  }

  yes(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError for an empty list */
  pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.next() * from.length)];
    if (picked === undefined) throw new RangeError("Nothing to pick from");
    return picked;
  }

  /** Picks up to `count` distinct elements, in the list's order. */
  some<T>(from: readonly T[], count: number): T[] {
    const order = this.shuffled(from.map((_, index) => index)).slice(0, count);
    const chosen = new Set(order);
    return from.filter((_, index) => chosen.has(index));
  }

  shuffled<T>(from: readonly T[]): T[] {
    const keyed = from.map((value) => ({ value, key: this.next() }));
    return keyed.sort((one, other) => one.key - other.key).map(({ value }) => value);
  }
}
