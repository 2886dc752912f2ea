import { milesBetween } from "@gavelyard/domain/miles-between";
import { nameKey } from "@gavelyard/domain/inventory/makes";
import { typedWords } from "@gavelyard/domain/inventory/search-words";
import { Spellings } from "@gavelyard/domain/inventory/spellings";
import {
  facetFields,
  flagFields,
  type FacetField,
  type InventoryFilter,
} from "./inventory-filter.ts";

/** The filter of a saved search; its ZIP code is already resolved to a point. */
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

type BoundField = keyof typeof bounds;

export interface SearchableUnit {
  /** Values as text, without the sale's stage, which changes with time. */
  readonly facets: Readonly<Record<Exclude<FacetField, "auctionStatus">, string | null>>;
  readonly numbers: Readonly<Record<BoundField, number | null>>;
  readonly flags: Readonly<Record<(typeof flagFields)[number], boolean>>;
  readonly model: string;
  readonly auctionId: number;
  /** From `wordsOfUnit`. */
  readonly words: readonly string[];
  /** The yard's; null when unknown. */
  readonly lat: number | null;
  readonly lng: number | null;
}

/** A bit set of unit indexes, 32 to a number. */
type Bits = Uint32Array;

const fieldsOfBounds = Object.keys(bounds).filter((name): name is BoundField =>
  Object.hasOwn(bounds, name),
);

/**
 * A batch of units to match against many searches, each with a few operations on bit sets instead
 * of a check of every unit. Filters work as in lists (D48), but LIVE and UPCOMING count as the
 * same.
 */
export class UnitBatch {
  readonly #units: SearchableUnit[] = [];
  readonly #size: number;
  readonly #spellings: Spellings;
  readonly #all: Bits;
  readonly #facets = new Map<string, Bits>();
  readonly #words = new Map<string, number[]>();
  /** All words, sorted; null until a search needs them. */
  #vocabulary: readonly string[] | null = null;
  readonly #prefixes = new Map<string, Bits>();
  readonly #places = new Map<string, { lat: number; lng: number; bits: Bits }>();

  /** `size` is how many units there will be, if they are added one by one. */
  constructor(
    units: readonly SearchableUnit[],
    size = units.length,
    spellings: Spellings = new Spellings(),
  ) {
    this.#size = size;
    this.#spellings = spellings;
    this.#all = this.#emptySet();
    for (const unit of units) this.add(unit);
  }

  add(unit: SearchableUnit): void {
    const index = this.#units.push(unit) - 1;
    add(this.#all, index);
    for (const field of facetFields) {
      const value = field === "auctionStatus" ? null : unit.facets[field];
      if (value !== null) add(this.#named(`${field}\n${this.#meant(field, value)}`), index);
    }
    add(this.#named(`model\n${nameKey(unit.model)}`), index);
    for (const flag of flagFields) add(this.#named(`${flag}\n${unit.flags[flag]}`), index);
    add(this.#named(`auctionId\n${unit.auctionId}`), index);
    for (const word of unit.words) {
      const indexes = this.#words.get(word);
      if (indexes === undefined) this.#words.set(word, [index]);
      else indexes.push(index);
    }
    this.#vocabulary = null;
    this.#prefixes.clear();
    const { lat, lng } = unit;
    if (lat === null || lng === null) return;
    const place = this.#places.get(`${lat} ${lng}`) ?? { lat, lng, bits: this.#emptySet() };
    this.#places.set(`${lat} ${lng}`, place);
    add(place.bits, index);
  }

  /** Returns the indexes of the units that match, ascending. A ZIP code must already be a point. */
  matching(filter: SavedFilter): number[] {
    const stages = filter.auctionStatus ?? [];
    if (stages.length > 0 && stages.every((stage) => stage === "EXPIRED")) return [];
    const matches = this.#all.slice();
    for (const field of facetFields) {
      const chosen = filter[field] ?? [];
      if (field === "auctionStatus" || chosen.length === 0) continue;
      const values = chosen.map((value) => this.#meant(field, value));
      intersect(
        matches,
        this.#union(values.map((value) => this.#facets.get(`${field}\n${value}`))),
      );
    }
    const models = (filter.model ?? []).flatMap((name) => this.#spellings.modelKeys(name));
    if (models.length > 0)
      intersect(matches, this.#union(models.map((key) => this.#facets.get(`model\n${key}`))));
    for (const field of [...flagFields, "auctionId"] as const) {
      if (filter[field] === undefined) continue;
      intersect(matches, this.#facets.get(`${field}\n${filter[field]}`) ?? this.#emptySet());
    }
    for (const meanings of this.#spellings.meaningsOf(typedWords(filter.q ?? "")))
      intersect(matches, this.#union(meanings.map((word) => this.#withPrefix(word))));
    this.#keepNear(matches, filter);
    for (const field of fieldsOfBounds) {
      const [from, to] = bounds[field];
      const min = filter[from];
      const max = to === null ? undefined : filter[to];
      if (min === undefined && max === undefined) continue;
      keep(matches, (index) => {
        const number = this.#units[index]?.numbers[field] ?? null;
        return (
          number !== null &&
          (min === undefined || number >= min) &&
          (max === undefined || number <= max)
        );
      });
    }
    return indexesOf(matches);
  }

  /** A make has one name, however it is spelled. */
  #meant(field: string, value: string | number): string {
    const text = String(value);
    return field === "manufacturer" ? nameKey(this.#spellings.make(text)) : text;
  }

  #emptySet(): Bits {
    return new Uint32Array(Math.ceil(this.#size / 32));
  }

  #named(name: string): Bits {
    const bits = this.#facets.get(name) ?? this.#emptySet();
    this.#facets.set(name, bits);
    return bits;
  }

  #union(sets: readonly (Bits | undefined)[]): Bits {
    const union = this.#emptySet();
    for (const set of sets) if (set !== undefined) unite(union, set);
    return union;
  }

  /** Units with a word that starts like this. */
  #withPrefix(prefix: string): Bits {
    const cached = this.#prefixes.get(prefix);
    if (cached !== undefined) return cached;
    const bits = this.#emptySet();
    const vocabulary = (this.#vocabulary ??= [...this.#words.keys()].toSorted());
    for (let at = firstFrom(vocabulary, prefix); at < vocabulary.length; at++) {
      const word = vocabulary[at] ?? "";
      if (!word.startsWith(prefix)) break;
      for (const index of this.#words.get(word) ?? []) add(bits, index);
    }
    // People can type any number of prefixes.
    if (this.#prefixes.size >= 2_000) this.#prefixes.clear();
    this.#prefixes.set(prefix, bits);
    return bits;
  }

  #keepNear(matches: Bits, { lat, lng, withinMiles }: SavedFilter): void {
    if (withinMiles === undefined || lat === undefined || lng === undefined) return;
    const near = [...this.#places.values()].filter(
      (place) => milesBetween(place, { lat, lng }) <= withinMiles,
    );
    intersect(matches, this.#union(near.map(({ bits }) => bits)));
  }
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

function firstFrom(sorted: readonly string[], prefix: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? "") < prefix) from = middle + 1;
    else to = middle;
  }
  return from;
}
