import type { MakeInts } from "./workspace.ts";

/** A set of units: one bit each, by ID. All sets of a catalog have the same length. */
export type Bits = Int32Array;

const UNITS_PER_WORD = 32;
/** Makes an array outside a search's memory. */
const newInts: MakeInts = (length) => new Int32Array(length);

/** Returns an empty set with room for units below `end`. */
export const noUnits = (end: number): Bits => new Int32Array(Math.ceil(end / UNITS_PER_WORD));

export const hasUnit = (bits: Bits, unit: number) =>
  (((bits[unit >>> 5] ?? 0) >>> (unit & 31)) & 1) === 1;

export function addUnit(bits: Bits, unit: number): void {
  const word = unit >>> 5;
  bits[word] = (bits[word] ?? 0) | (1 << (unit & 31));
}

export function removeUnit(bits: Bits, unit: number): void {
  const word = unit >>> 5;
  bits[word] = (bits[word] ?? 0) & ~(1 << (unit & 31));
}

/** Returns the units that are in both sets. */
export function inBoth(one: Bits, other: Bits, ints = newInts): Bits {
  const both = ints(one.length);
  for (let word = 0; word < one.length; word += 1)
    both[word] = (one[word] ?? 0) & (other[word] ?? 0);
  return both;
}

/** Returns the units that are in the first set only. */
export function inFirst(one: Bits, other: Bits, ints = newInts): Bits {
  const first = ints(one.length);
  for (let word = 0; word < one.length; word += 1)
    first[word] = (one[word] ?? 0) & ~(other[word] ?? 0);
  return first;
}

export function addAll(bits: Bits, others: Bits): void {
  for (let word = 0; word < bits.length; word += 1)
    bits[word] = (bits[word] ?? 0) | (others[word] ?? 0);
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Returns the units with one of these codes, none of which is 0; all codes are below `end`. */
export function withCodes(codes: Codes, wanted: readonly number[], end: number): Bits {
  const isWanted = new Uint8Array(end);
  for (const code of wanted) isWanted[code] = 1;
  const bits = noUnits(codes.length);
  for (let word = 0, unit = 0; word < bits.length; word += 1) {
    let found = 0;
    for (let place = 0; place < UNITS_PER_WORD; place += 1, unit += 1)
      found |= (isWanted[codes[unit] ?? 0] ?? 0) << place;
    bits[word] = found;
  }
  return bits;
}

/** Returns the units of `bits` with a number in a range. Without a number, a unit is in no range. */
export function between(
  bits: Bits,
  values: Float64Array | Float32Array,
  min: number,
  max: number,
  ints = newInts,
): Bits {
  const inRange = ints(bits.length);
  for (let word = 0; word < bits.length; word += 1) {
    let left = bits[word] ?? 0;
    let found = 0;
    while (left !== 0) {
      const bit = left & -left;
      const value = values[unitAt(word, bit)] ?? Number.NaN;
      if (value >= min && value <= max) found |= bit;
      left ^= bit;
    }
    inRange[word] = found;
  }
  return inRange;
}

/** Returns the units of a set, sorted by ID. */
export function unitsIn(bits: Bits, ints = newInts, size = sizeOf(bits)): Int32Array {
  const units = ints(size);
  let count = 0;
  for (let word = 0; word < bits.length; word += 1) {
    let left = bits[word] ?? 0;
    while (left !== 0) {
      const bit = left & -left;
      units[count++] = unitAt(word, bit);
      left ^= bit;
    }
  }
  return units;
}

const unitAt = (word: number, bit: number) => word * UNITS_PER_WORD + 31 - Math.clz32(bit);

/** Counts the units of a set: in each word, sums of ever more bits side by side. */
export function sizeOf(bits: Bits): number {
  let size = 0;
  for (const word of bits) {
    const pairs = word - ((word >>> 1) & 0x55555555);
    const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
    size += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return size;
}
