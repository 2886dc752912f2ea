import { nameKey } from "@gavelyard/domain/inventory/makes";
import { wordsOfNames } from "@gavelyard/domain/inventory/search-words";
import { LRUCache } from "lru-cache";
import { addAll, addUnit, noUnits, removeUnit, withCodes, type Bits, type Codes } from "./bits.ts";

/** Array types of codes, each with the number of codes that it holds. */
const codeArrays = [
  { most: 2 ** 8, Codes: Uint8Array },
  { most: 2 ** 16, Codes: Uint16Array },
  { most: 2 ** 32, Codes: Uint32Array },
] as const;

/** Memory of a column for sets of units by value; some 30 of a million units. */
const SETS_BYTES = 4 * 2 ** 20;
/** Up to so many values, their kept sets are put together; for more, a pass over all units is faster. */
const FEW = 8;

/**
 * A dictionary-encoded text column. Has a code for each unit, 0 for null, and counts the published
 * units per code.
 */
export class TextColumn {
  readonly values: (string | null)[] = [null];
  readonly published: number[] = [0];
  codes: Codes = new Uint8Array(0);
  readonly #codes = new Map<string, number>();
  /** The words of each value, each after a space; filled on first use. */
  readonly #words: string[] = [];
  /** The key of each value's name, the last line; filled on first use. */
  readonly #nameKeys: string[] = [];
  /** Units by code, made on first use. */
  readonly #sets = new LRUCache<number, Bits>({
    maxSize: SETS_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength,
  });

  get bytes(): number {
    return this.codes.byteLength + this.#sets.calculatedSize;
  }

  /** Returns a text's code, or undefined if no unit ever had it. */
  codeOf(value: string): number | undefined {
    return this.#codes.get(value);
  }

  set(unit: number, value: string | null): void {
    let code = value === null ? 0 : this.#codes.get(value);
    if (code === undefined && value !== null) {
      code = this.values.push(value) - 1;
      this.published.push(0);
      this.#codes.set(value, code);
      if (codeArrays.some(({ most }) => most === code)) this.grow(this.codes.length);
    }
    this.#move(unit, code ?? 0);
  }

  #move(unit: number, code: number): void {
    if (this.#sets.size > 0) {
      const before = this.#sets.peek(this.codes[unit] ?? 0);
      if (before !== undefined) removeUnit(before, unit);
      const after = this.#sets.peek(code);
      if (after !== undefined) addUnit(after, unit);
    }
    this.codes[unit] = code;
  }

  count(unit: number, change: 1 | -1): void {
    const code = this.codes[unit] ?? 0;
    this.published[code] = (this.published[code] ?? 0) + change;
  }

  grow(size: number): void {
    const { Codes } = codeArrays.find(({ most }) => this.values.length <= most) ?? codeArrays[2];
    const codes = new Codes(size);
    codes.set(this.codes);
    this.codes = codes;
    this.#sets.clear();
  }

  /** Returns the units whose value is wanted. Callers must not change this set. */
  units(isWanted: (value: string) => boolean): Bits {
    return this.#withCodes(
      this.values.flatMap((value, code) => (value !== null && isWanted(value) ? [code] : [])),
    );
  }

  /** Returns the units with a word that starts like this. Callers must not change this set. */
  unitsWithWord(start: string): Bits {
    for (const value of this.values.slice(this.#words.length))
      this.#words.push(` ${wordsOfNames(value ?? "").join(" ")}`);
    return this.#withCodes(
      this.#words.flatMap((words, code) => (words.includes(` ${start}`) ? [code] : [])),
    );
  }

  /** Returns the units whose name, the last line, has one of these keys. Callers must not change this set. */
  unitsNamed(keys: ReadonlySet<string>): Bits {
    for (const value of this.values.slice(this.#nameKeys.length))
      this.#nameKeys.push(nameKey(value?.slice(value.lastIndexOf("\n") + 1) ?? ""));
    return this.#withCodes(this.#nameKeys.flatMap((key, code) => (keys.has(key) ? [code] : [])));
  }

  #withCodes(codes: readonly number[]): Bits {
    const [only = 0] = codes;
    if (codes.length === 1) return this.#withCode(only);
    if (codes.length > FEW) return withCodes(this.codes, codes, this.values.length);
    const all = noUnits(this.codes.length);
    for (const code of codes) addAll(all, this.#withCode(code));
    return all;
  }

  #withCode(code: number): Bits {
    const kept = this.#sets.get(code);
    if (kept !== undefined) return kept;
    const made = withCodes(this.codes, [code], this.values.length);
    this.#sets.set(code, made);
    return made;
  }
}
