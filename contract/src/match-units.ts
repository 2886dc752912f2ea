import { milesBetween } from "@gavelyard/domain/miles-between";
import { facetFields, type FacetField, type InventoryFilter } from "./inventory-filter.ts";

/** The filter of a saved search, with the point from which its distance is measured. */
export type SavedFilter = Omit<InventoryFilter, "page" | "size" | "sort">;

/** Numeric fields and their filters; money in dollars. */
const bounds = {
  year: ["yearFrom", "yearTo"],
  price: ["priceFrom", "priceTo"],
  odometer: ["odometerFrom", "odometerTo"],
  engineHours: ["engineHoursFrom", "engineHoursTo"],
  horsepower: ["horsepowerFrom", "horsepowerTo"],
  gvwrLb: ["gvwrLbFrom", "gvwrLbTo"],
  trailerLengthFt: ["trailerLengthFtFrom", "trailerLengthFtTo"],
  grade: ["gradeFrom", null],
} as const satisfies Readonly<
  Record<string, readonly [keyof SavedFilter, keyof SavedFilter | null]>
>;
const flags = ["featured", "apu", "carbCompliant"] as const;

type BoundField = keyof typeof bounds;

/** A unit with an open lot, as input for matching. */
export interface SearchableUnit {
  /** Values as text, without the sale's stage, since an open lot changes its stage over time. */
  readonly facets: Readonly<Record<Exclude<FacetField, "auctionStatus">, string | null>>;
  readonly numbers: Readonly<Record<BoundField, number | null>>;
  readonly flags: Readonly<Record<(typeof flags)[number], boolean>>;
  readonly model: string;
  readonly auctionId: number;
  readonly words: readonly string[];
  /** Location of the yard in degrees; null when unknown. */
  readonly lat: number | null;
  readonly lng: number | null;
}

/** A bit set of unit indexes, 32 per number. */
type Bits = Uint32Array;

const fieldsOfBounds = Object.keys(bounds).filter((name): name is BoundField =>
  Object.hasOwn(bounds, name),
);

/**
 * A batch of units to match with many searches. Each search takes a few operations on bit sets
 * instead of a check of every unit. Filters work as in lists (D48), except that LIVE and UPCOMING
 * count as the same.
 */
export class UnitBatch {
  readonly #units: SearchableUnit[] = [];
  readonly #size: number;
  readonly #all: Bits;
  readonly #facets = new Map<string, Bits>();
  readonly #words = new Map<string, number[]>();
  /** All words in order; null until the next search needs them. */
  #vocabulary: readonly string[] | null = null;
  readonly #prefixes = new Map<string, Bits>();
  readonly #places = new Map<string, { lat: number; lng: number; bits: Bits }>();

  /** `size`: how many units there will be, for callers who add them one by one. */
  constructor(units: readonly SearchableUnit[], size = units.length) {
    this.#size = size;
    this.#all = this.#none();
    for (const unit of units) this.add(unit);
  }

  add(unit: SearchableUnit): void {
    const index = this.#units.push(unit) - 1;
    add(this.#all, index);
    for (const [field, value] of [...Object.entries(unit.facets), ["model", unit.model]] as const)
      if (value !== null) add(this.#named(`${field}\n${value}`), index);
    for (const flag of flags) add(this.#named(`${flag}\n${unit.flags[flag]}`), index);
    add(this.#named(`auctionId\n${unit.auctionId}`), index);
    for (const word of unit.words) {
      const known = this.#words.get(word);
      if (known === undefined) this.#words.set(word, [index]);
      else known.push(index);
    }
    this.#vocabulary = null;
    this.#prefixes.clear();
    const { lat, lng } = unit;
    if (lat === null || lng === null) return;
    const place = this.#places.get(`${lat} ${lng}`) ?? { lat, lng, bits: this.#none() };
    this.#places.set(`${lat} ${lng}`, place);
    add(place.bits, index);
  }

  /**
   * Returns the indexes of the units that match a filter, in order. A ZIP code must already be
   * resolved to a point.
   */
  matching(filter: SavedFilter): number[] {
    const stages = filter.auctionStatus ?? [];
    if (stages.length > 0 && stages.every((stage) => stage === "EXPIRED")) return [];
    const left = this.#all.slice();
    for (const field of [...facetFields, "model"] as const) {
      const chosen = filter[field] ?? [];
      if (field === "auctionStatus" || chosen.length === 0) continue;
      intersect(left, this.#union(chosen.map((value) => this.#facets.get(`${field}\n${value}`))));
    }
    for (const field of [...flags, "auctionId"] as const) {
      if (filter[field] === undefined) continue;
      intersect(left, this.#facets.get(`${field}\n${filter[field]}`) ?? this.#none());
    }
    for (const word of wordsOf(filter.q ?? "")) intersect(left, this.#withWord(word));
    this.#keepInReach(left, filter);
    for (const field of fieldsOfBounds) {
      const [from, to] = bounds[field];
      const least = filter[from];
      const most = to === null ? undefined : filter[to];
      if (least === undefined && most === undefined) continue;
      keep(left, (index) => {
        const number = this.#units[index]?.numbers[field] ?? null;
        return (
          number !== null &&
          (least === undefined || number >= least) &&
          (most === undefined || number <= most)
        );
      });
    }
    return indexesOf(left);
  }

  #none(): Bits {
    return new Uint32Array(Math.ceil(this.#size / 32));
  }

  #named(name: string): Bits {
    const bits = this.#facets.get(name) ?? this.#none();
    this.#facets.set(name, bits);
    return bits;
  }

  #union(sets: readonly (Bits | undefined)[]): Bits {
    const union = this.#none();
    for (const set of sets) if (set !== undefined) unite(union, set);
    return union;
  }

  /**
   * Returns units with a word that starts like this. `F-150` also finds units with both parts, the
   * second of which the database indexes as -150.
   */
  #withWord(word: string): Bits {
    const whole = this.#beginning(word);
    const parts = word.split(/[.-]+/);
    if (parts.length === 1) return whole;
    const both = this.#all.slice();
    for (const part of parts)
      intersect(both, this.#union([this.#beginning(part), this.#beginning(`-${part}`)]));
    unite(both, whole);
    return both;
  }

  #beginning(prefix: string): Bits {
    const known = this.#prefixes.get(prefix);
    if (known !== undefined) return known;
    const bits = this.#none();
    const vocabulary = (this.#vocabulary ??= [...this.#words.keys()].toSorted());
    for (let at = firstFrom(vocabulary, prefix); at < vocabulary.length; at++) {
      const word = vocabulary[at] ?? "";
      if (!word.startsWith(prefix)) break;
      for (const index of this.#words.get(word) ?? []) add(bits, index);
    }
    // Clears the cache when it is full, since people can type any number of prefixes.
    if (this.#prefixes.size >= 2_000) this.#prefixes.clear();
    this.#prefixes.set(prefix, bits);
    return bits;
  }

  #keepInReach(left: Bits, { lat, lng, withinMiles }: SavedFilter): void {
    if (withinMiles === undefined || lat === undefined || lng === undefined) return;
    const near = [...this.#places.values()].filter(
      (place) => milesBetween(place, { lat, lng }) <= withinMiles,
    );
    intersect(left, this.#union(near.map(({ bits }) => bits)));
  }
}

/** Maximum words of a text that narrow a search, as in lists. */
const MAX_WORDS = 12;

function wordsOf(typed: string): string[] {
  return typed
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}.-]+/u)
    .map((word) => word.replace(/^[.-]+|[.-]+$/g, ""))
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
}

function add(bits: Bits, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31));
}

function intersect(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0);
}

function unite(bits: Bits, other: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0);
}

function keep(bits: Bits, isKept: (index: number) => boolean): void {
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const low = word & -word;
      const index = at * 32 + (31 - Math.clz32(low));
      if (!isKept(index)) bits[at] = (bits[at] ?? 0) ^ low;
      word ^= low;
    }
  }
}

function indexesOf(bits: Bits): number[] {
  const indexes: number[] = [];
  keep(bits, (index) => {
    indexes.push(index);
    return true;
  });
  return indexes;
}

/** Returns the index of the first sorted word that is not before `prefix`. */
function firstFrom(sorted: readonly string[], prefix: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? "") < prefix) from = middle + 1;
    else to = middle;
  }
  return from;
}
