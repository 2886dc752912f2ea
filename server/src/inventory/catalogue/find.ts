import {
  facetFields,
  flagFields,
  saleStages,
  type FacetField,
  type Facets,
  type InventoryFilter,
} from "@gavelyard/contract/inventory/inventory-filter";
import { nameKey } from "@gavelyard/domain/inventory/makes";
import { typedWords } from "@gavelyard/domain/inventory/search-words";
import { addAll, between, inBoth, inFirst, sizeOf, unitsIn, type Bits } from "./bits.ts";
import { inBlocks, inOrder } from "./in-order.ts";
import { namingFields } from "./sql.ts";
import type { TextColumn } from "./text-column.ts";
import { inEnglish, inOneSpelling, type Units } from "./units.ts";
import type { Workspace } from "./workspace.ts";

export interface Search {
  /**
   * Filter with its location resolved to a point by `located`. With size 0, the result is all units
   * instead of a page.
   */
  readonly filter: InventoryFilter;
  readonly statuses?: readonly string[];
  readonly after?: number;
  /** The only units that may be found. Facets don't heed it. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Units that may not be found. Facets don't heed it. */
  readonly except?: ReadonlySet<number> | undefined;
  /** Facets heed it, as other filters. */
  readonly yardId?: number | undefined;
  /**
   * Miles from the filter's point to each yard, by yard ID; null if the yard's location is unknown.
   */
  readonly milesByYard: ReadonlyMap<string, number | null>;
  readonly withFacets?: boolean;
}

/**
 * Sort keys: `RANK` exceeds any time in ms, and `LAST` any other key, so units without a value sort
 * last.
 */
const RANK = 1e13;
const LAST = 4 * RANK;

/** Result of a search. */
export class Found {
  /** Units found, on all pages. */
  total = 0;
  /** All units, sorted by ID, if the size is 0. */
  units: Int32Array = new Int32Array(0);
  page: readonly number[] = [];
  facets: Facets | null = null;
  readonly #all: Units;
  readonly #search: Search;
  readonly #workspace: Workspace;

  constructor(all: Units, search: Search, workspace: Workspace) {
    this.#all = all;
    this.#search = search;
    this.#workspace = workspace;
  }

  /** Searches in steps, between which other work can run. */
  *steps(): Generator<undefined> {
    const others = yield* this.#withoutFacets();
    const chosen = yield* this.#chosenFacets();
    const { ints } = this.#workspace;
    let matching = others;
    for (const bits of chosen.values()) matching = inBoth(matching, bits, ints);
    const all = unitsIn(matching, ints);
    const { only, except } = this.#search;
    const units =
      only === undefined && except === undefined
        ? all
        : all.filter((unit) => (only?.has(unit) ?? true) && !except?.has(unit));
    this.total = units.length;
    yield;
    if (this.#search.filter.size === 0) this.units = units.slice();
    else yield* this.#putInOrder(units);
    if (this.#search.withFacets === true) yield* this.#countFacets(others, chosen, matching, units);
  }

  *#putInOrder(units: Int32Array): Generator<undefined> {
    const { page, size } = this.#search.filter;
    const { keyOf, descending } = this.#order();
    // The sort is stable, so reversing the input puts the newer of two equal units first.
    if (descending) units.reverse();
    const keys = this.#workspace.floats(units.length);
    yield* inBlocks(units.length, (from, to) => setKeys(keys, units, keyOf, from, to));
    this.page = yield* inOrder(units, keys, page * size, (page + 1) * size, this.#workspace);
  }

  /**
   * Returns the miles from the filter's point to a unit; null without a point or a yard location.
   */
  miles(unit: number): number | null {
    return this.#search.milesByYard.get(valueOf(this.#all.texts.yard, unit)) ?? null;
  }

  /**
   * Counts the units per facet value. Each facet ignores its own selection and applies all others.
   */
  *#countFacets(
    others: Bits,
    chosen: ReadonlyMap<FacetField, Bits>,
    matching: Bits,
    matchingUnits: Int32Array,
  ): Generator<undefined> {
    const { shown, texts } = this.#all;
    const { ints } = this.#workspace;
    const published = sizeOf(shown);
    /** All counted units are published. If they are most of them, it is faster to subtract the rest. */
    const toCount = (bits: Bits, size: number, units?: Int32Array) => {
      const isFew = size * 2 <= published;
      return isFew
        ? { units: units ?? unitsIn(bits, ints, size), isFew }
        : { units: unitsIn(inFirst(shown, bits, ints), ints, published - size), isFew };
    };
    const ofMatching = toCount(matching, this.total, matchingUnits);
    const facets: Facets = {};
    const { used } = this.#workspace;
    for (const field of facetFields) {
      let counted = ofMatching;
      if (chosen.has(field)) {
        let bits = others;
        for (const [other, ofOther] of chosen)
          if (other !== field) bits = inBoth(bits, ofOther, ints);
        counted = toCount(bits, sizeOf(bits));
      }
      const { units, isFew } = counted;
      const column = texts[field];
      const counts = isFew
        ? new Int32Array(column.values.length)
        : Int32Array.from(column.published);
      yield* inBlocks(units.length, (from, to) =>
        count(counts, column.codes, units, isFew ? 1 : -1, from, to),
      );
      facets[field] = valuesOf(field, column, counts);
      this.#workspace.clearFrom(used);
    }
    this.facets = facets;
  }

  /** Returns the units that meet all conditions except for the chosen facets. */
  *#withoutFacets(): Generator<undefined, Bits> {
    const { filter, statuses, after, milesByYard, yardId } = this.#search;
    const { shown, texts, numberWords, spellings } = this.#all;
    const { ints } = this.#workspace;
    let found =
      statuses === undefined ? shown : texts.status.units((value) => statuses.includes(value));
    for (const [word = "", ...names] of spellings.meaningsOf(typedWords(filter.q ?? ""))) {
      const named = yield* numberWords.units(word);
      for (const field of namingFields) {
        yield;
        addAll(named, texts[field].unitsWithWord(word));
      }
      for (const name of names) addAll(named, texts.makeModel.unitsWithWord(name));
      found = inBoth(found, named, ints);
    }
    for (const flag of flagFields)
      if (filter[flag] !== undefined)
        found = inBoth(
          found,
          texts[flag].units((value) => value === String(filter[flag])),
          ints,
        );
    yield;
    if (yardId !== undefined)
      found = inBoth(
        found,
        texts.yard.units((yard) => yard === String(yardId)),
        ints,
      );
    if (filter.withinMiles !== undefined) {
      const most = filter.withinMiles;
      found = inBoth(
        found,
        texts.yard.units((yard) => (milesByYard.get(yard) ?? Infinity) <= most),
        ints,
      );
    }
    const ranges: readonly (readonly [keyof Units["numbers"], number?, number?])[] = [
      ["auctionId", filter.auctionId, filter.auctionId],
      ["lotOrder", ...lotOrders(filter.lotNumber)],
      ["year", filter.yearFrom, filter.yearTo],
      ["priceCents", toCents(filter.priceFrom), toCents(filter.priceTo)],
      ["odometer", filter.odometerFrom, filter.odometerTo],
      ["engineHours", filter.engineHoursFrom, filter.engineHoursTo],
      ["horsepower", filter.horsepowerFrom, filter.horsepowerTo],
      ["gvwrLb", filter.gvwrLbFrom, filter.gvwrLbTo],
      ["trailerLengthFt", filter.trailerLengthFtFrom, filter.trailerLengthFtTo],
      ["grade", filter.gradeFrom],
      ["createdAt", after === undefined ? undefined : after + 1],
    ];
    for (const range of ranges) {
      found = this.#inRange(found, ...range);
      yield;
    }
    return found;
  }

  #inRange(found: Bits, field: keyof Units["numbers"], from?: number, to?: number): Bits {
    if (from === undefined && to === undefined) return found;
    const { values } = this.#all.numbers[field];
    const bounds = [from ?? Number.NEGATIVE_INFINITY, to ?? Number.POSITIVE_INFINITY] as const;
    // The bounds get the precision of the column.
    const [min = 0, max = 0] = values instanceof Float32Array ? Float32Array.of(...bounds) : bounds;
    return between(found, values, min, max, this.#workspace.ints);
  }

  /**
   * Returns the units that each facet's selection matches. A model counts as a choice of the
   * manufacturer facet, so other makes can still be selected.
   */
  *#chosenFacets(): Generator<undefined, Map<FacetField, Bits>> {
    const { filter } = this.#search;
    const { texts, spellings } = this.#all;
    const chosen = new Map<FacetField, Bits>();
    for (const field of facetFields) {
      const values = new Set((filter[field] ?? []).map(String));
      if (values.size === 0) continue;
      const makes = field === "manufacturer" ? [...values] : [];
      chosen.set(
        field,
        makes.length > 0
          ? texts[field].unitsNamed(new Set(makes.map((make) => nameKey(spellings.make(make)))))
          : texts[field].units((value) => values.has(value)),
      );
      yield;
    }
    const models = new Set((filter.model ?? []).flatMap((name) => spellings.modelKeys(name)));
    if (models.size === 0) return chosen;
    const ofModels = texts.makeModel.unitsNamed(models);
    const ofMakes = chosen.get("manufacturer") ?? ofModels;
    return chosen.set("manufacturer", inBoth(ofMakes, ofModels, this.#workspace.ints));
  }

  /** Returns the sort key, and whether the newer of two equal units comes first. */
  #order(): { keyOf: (unit: number) => number; descending: boolean } {
    const by = (field: keyof Units["numbers"], sign: 1 | -1) => {
      const { values } = this.#all.numbers[field];
      const keyOf = (unit: number) => {
        const value = values[unit] ?? Number.NaN;
        return Number.isNaN(value) ? LAST : value * sign;
      };
      return { keyOf, descending: sign < 0 };
    };
    switch (this.#search.filter.sort) {
      case "CLOSING_SOON":
        return { keyOf: this.#closingKeyOf(), descending: true };
      case "NEWEST":
        return by("createdAt", -1);
      case "PRICE_LOW":
        return by("priceCents", 1);
      case "PRICE_HIGH":
        return by("priceCents", -1);
      case "YEAR_NEW":
        return by("year", -1);
      case "YEAR_OLD":
        return by("year", 1);
      case "ODOMETER_LOW":
        return by("odometer", 1);
      case "MAX_BIDS":
        return by("bids", -1);
      case "NEAREST":
        return { keyOf: (unit) => this.miles(unit) ?? LAST, descending: true };
    }
  }

  /**
   * Returns the key of CLOSING_SOON: live lots by close, then upcoming lots by close, then lots
   * past their close but not closed yet, then all other units, newest first.
   */
  #closingKeyOf(): (unit: number) => number {
    const { openLots, numbers, texts } = this.#all;
    const { values } = numbers.createdAt;
    const stages: readonly string[] = saleStages;
    const { codes } = texts.auctionStatus;
    const ranks = texts.auctionStatus.values.map((stage) => stages.indexOf(stage ?? "") * RANK);
    return (unit) => {
      const code = codes[unit] ?? 0;
      const lot = code === 0 ? undefined : openLots.get(unit);
      return lot === undefined ? LAST - (values[unit] ?? 0) : (ranks[code] ?? 0) + lot.closesAtMs;
    };
  }
}

function setKeys(
  keys: Float64Array,
  units: Int32Array,
  keyOf: (unit: number) => number,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place += 1) keys[place] = keyOf(units[place] ?? 0);
}

function count(
  counts: Int32Array,
  codes: TextColumn["codes"],
  units: Int32Array,
  step: number,
  from: number,
  to: number,
): void {
  for (let place = from; place < to; place += 1) {
    const code = codes[units[place] ?? 0] ?? 0;
    counts[code] = (counts[code] ?? 0) + step;
  }
}

const valueOf = ({ values, codes }: TextColumn, unit: number) => values[codes[unit] ?? 0] ?? "";

/** Returns the range of `lotOrder` that a lot number means. */
function lotOrders(lotNumber: string | undefined): [from?: number, to?: number] {
  if (lotNumber === undefined) return [];
  const first = Number.parseInt(lotNumber, 10) * 32;
  const letter = lotNumber.replace(/^\d+/, "");
  const order = first + ((letter.codePointAt(0) ?? 0) & 31);
  return letter === "" ? [first, first + 31] : [order, order];
}

const toCents = (dollars: number | undefined) =>
  dollars === undefined ? undefined : Math.round(dollars * 100);

/**
 * Returns the facet values that have units, most frequent first; auction stages in their own order.
 */
function valuesOf(field: FacetField, { values }: TextColumn, counts: Int32Array) {
  const counted = values.flatMap((value, code) => {
    const count = counts[code] ?? 0;
    return value === null || count === 0 ? [] : [{ value, count }];
  });
  const stages: readonly string[] = saleStages;
  if (field === "manufacturer") return byCount(inOneSpelling(counted));
  return field === "auctionStatus"
    ? counted.sort((one, other) => stages.indexOf(one.value) - stages.indexOf(other.value))
    : byCount(counted);
}

const byCount = (counted: { value: string; count: number }[]) =>
  counted.sort(
    (one, other) => other.count - one.count || inEnglish.compare(one.value, other.value),
  );
