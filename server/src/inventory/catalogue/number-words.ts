import { addUnit, noUnits, type Bits } from "./bits.ts";
import { inBlocks } from "./in-order.ts";

/** Bytes for the words of one unit: a stock number of 17 characters, a VIN and its two ends. */
const SLOT = 48;
/** Marks the first byte of a word, so that a search finds only the starts of words. */
const START = 0x80;

/** The words of all units' stock numbers and VINs, most of them in one buffer. */
export class NumberWords {
  #slots = Buffer.alloc(0);
  /** Words that don't fit into a slot, by unit. */
  readonly #others = new Map<number, readonly string[]>();

  get bytes(): number {
    return this.#slots.length;
  }

  grow(size: number): void {
    const slots = Buffer.alloc(size * SLOT);
    slots.set(this.#slots);
    this.#slots = slots;
  }

  put(unit: number, words: readonly string[]): void {
    const bytes = Buffer.from(words.join(""));
    const slot = this.#slots.subarray(unit * SLOT, (unit + 1) * SLOT).fill(0);
    this.#others.delete(unit);
    if (bytes.length > SLOT || bytes.some((byte) => byte >= START)) {
      this.#others.set(unit, words);
      return;
    }
    slot.set(bytes);
    let start = 0;
    for (const word of words) {
      slot[start] = (slot[start] ?? 0) | START;
      start += word.length;
    }
  }

  /** Returns the units that have a word starting like this. A single letter can find most units. */
  *units(start: string): Generator<undefined, Bits> {
    const end = this.#slots.length / SLOT;
    const found = noUnits(end);
    const bytes = Buffer.from(start);
    bytes[0] = (bytes[0] ?? 0) | START;
    yield* inBlocks(end, (from, to) => {
      const slots = this.#slots.subarray(from * SLOT, to * SLOT);
      for (let at = slots.indexOf(bytes); at >= 0;) {
        const slot = Math.floor(at / SLOT);
        addUnit(found, from + slot);
        at = slots.indexOf(bytes, (slot + 1) * SLOT);
      }
    });
    for (const [unit, words] of this.#others)
      if (words.some((word) => word.startsWith(start))) addUnit(found, unit);
    return found;
  }
}
