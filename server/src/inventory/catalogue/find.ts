import {
  facetFields,
  saleStages,
  type FacetField,
  type Facets,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import { inOrder } from "./in-order.ts";
import type { TextField } from "./sql.ts";
import { inEnglish, type TextColumn, type Units } from "./units.ts";

/** A search of the catalog. */
export interface Question {
  /** Filter with its location resolved to a point by `located`. */
  readonly filter: InventoryFilter;
  /** Statuses to include; by default the public ones. */
  readonly statuses?: readonly string[];
  /** IDs of the units that match the filter's text; null if it has no text. */
  readonly ofText: Int32Array | null;
  /** Include only units added after this time, in ms. */
  readonly after?: number;
  /**
   * Miles from the filter's point to each yard, by yard ID; null if the yard's location is unknown.
   */
  readonly milesByYard: ReadonlyMap<string, number | null>;
  readonly withFacets?: boolean;
}

/**
 * Mark of a unit that matches the whole filter, and of one that fails more than one facet or any
 * other condition.
 */
const MEETS = 0;
const OUT = 255;
/**
 * Sort keys: `RANK` exceeds any time in ms, and `LAST` any other key, so units without a value sort
 * last.
 */
const RANK = 1e13;
const LAST = 4 * RANK;

/** Result of a search. It is computed in one synchronous step, so units can't change in between. */
export class Found {
  /** Sorted by ID. */
  readonly units: Int32Array;
  /** Units of the requested page, in the filter's sort order. */
  readonly page: readonly number[];
  /** Null unless requested. */
  readonly facets: Facets | null;
  /** For each unit MEETS, OUT, or one more than the index of the only facet that it fails. */
  readonly #marks: Uint8Array;
  readonly #all: Units;
  readonly #question: Question;

  constructor(all: Units, question: Question) {
    this.#all = all;
    this.#question = question;
    this.#marks = new Uint8Array(all.end);
    this.#narrow();
    let count = 0;
    for (const mark of this.#marks) if (mark === MEETS) count += 1;
    this.units = new Int32Array(count);
    let place = 0;
    for (let unit = 0; unit < all.end; unit += 1)
      if (this.#marks[unit] === MEETS) this.units[place++] = unit;
    this.page = this.#pageInOrder();
    this.facets = question.withFacets === true ? this.#countFacets() : null;
  }

  #pageInOrder(): number[] {
    const { sort, page, size } = this.#question.filter;
    const { key, descending } = this.#order(sort);
    // The sort is stable, so reversing the input puts the newer of two equal units first.
    const units = descending ? this.units.toReversed() : this.units;
    const keys = new Float64Array(units.length);
    for (let place = 0; place < keys.length; place += 1) keys[place] = key(units[place] ?? 0);
    return inOrder(units, keys, page * size, (page + 1) * size);
  }

  /**
   * Returns the miles from the filter's point to a unit; null without a point or a yard location.
   */
  miles(unit: number): number | null {
    return this.#question.milesByYard.get(valueOf(this.#all.texts.yard, unit)) ?? null;
  }

  /**
   * Counts the units per facet value. Each facet ignores its own selection and applies all others.
   */
  #countFacets(): Facets {
    const isFew = this.units.length * 2 <= this.#all.published;
    // If most units match, it is faster to subtract the others.
    const counted = isFew ? this.units : this.#missing();
    const facets: Facets = {};
    facetFields.forEach((field, index) => {
      const column = this.#all.texts[field];
      const counts = isFew
        ? new Int32Array(column.values.length)
        : Int32Array.from(column.published);
      const step = isFew ? 1 : -1;
      const { codes } = column;
      for (const unit of counted) {
        const code = codes[unit] ?? 0;
        counts[code] = (counts[code] ?? 0) + step;
      }
      if (this.#isChosen(field)) {
        for (let unit = 0; unit < this.#marks.length; unit += 1) {
          if (this.#marks[unit] !== index + 1) continue;
          const code = codes[unit] ?? 0;
          counts[code] = (counts[code] ?? 0) + 1;
        }
      }
      facets[field] = valuesOf(field, column, counts);
    });
    return facets;
  }

  #missing(): number[] {
    const missing: number[] = [];
    for (let unit = 0; unit < this.#marks.length; unit += 1)
      if (this.#marks[unit] !== MEETS && this.#all.isPublished(unit)) missing.push(unit);
    return missing;
  }

  #isChosen(field: FacetField): boolean {
    const { filter } = this.#question;
    const isModel = field === "manufacturer" && (filter.model ?? []).length > 0;
    return isModel || (filter[field] ?? []).length > 0;
  }

  #narrow(): void {
    const { filter, ofText, after, milesByYard, statuses } = this.#question;
    this.#only("status", (value) =>
      statuses === undefined ? this.#all.isShown(value) : statuses.includes(value),
    );
    facetFields.forEach((field, index) => {
      const chosen = new Set((filter[field] ?? []).map(String));
      if (chosen.size > 0) this.#only(field, (value) => chosen.has(value), index + 1);
    });
    if (filter.model !== undefined && filter.model.length > 0) {
      // A model counts as a choice of the manufacturer facet, so other makes can still be selected.
      const models = new Set(filter.model);
      const mark = facetFields.indexOf("manufacturer") + 1;
      this.#only("makeModel", (value) => models.has(value.slice(value.indexOf("\n") + 1)), mark);
    }
    for (const flag of ["featured", "apu", "carbCompliant"] as const)
      if (filter[flag] !== undefined) this.#only(flag, (value) => value === String(filter[flag]));
    if (filter.withinMiles !== undefined) {
      const most = filter.withinMiles;
      this.#only("yard", (value) => (milesByYard.get(value) ?? Infinity) <= most);
    }
    this.#between("auctionId", filter.auctionId, filter.auctionId);
    this.#between("lotOrder", ...lotOrders(filter.lotNumber));
    this.#between("year", filter.yearFrom, filter.yearTo);
    this.#between("priceCents", toCents(filter.priceFrom), toCents(filter.priceTo));
    this.#between("odometer", filter.odometerFrom, filter.odometerTo);
    this.#between("engineHours", filter.engineHoursFrom, filter.engineHoursTo);
    this.#between("horsepower", filter.horsepowerFrom, filter.horsepowerTo);
    this.#between("gvwrLb", filter.gvwrLbFrom, filter.gvwrLbTo);
    this.#between("trailerLengthFt", filter.trailerLengthFtFrom, filter.trailerLengthFtTo);
    this.#between("grade", filter.gradeFrom, undefined);
    this.#between("createdAt", after === undefined ? undefined : after + 1, undefined);
    if (ofText !== null) {
      const isOfText = new Uint8Array(this.#marks.length);
      for (const unit of ofText) isOfText[unit] = 1;
      for (let unit = 0; unit < isOfText.length; unit += 1)
        if (isOfText[unit] === 0) this.#marks[unit] = OUT;
    }
  }

  /**
   * Marks the units whose value isn't wanted. A unit that fails nothing else gets the mark
   * `missed`, so that its facet can still count it.
   */
  #only(field: TextField | FacetField, isWanted: (value: string) => boolean, missed = OUT): void {
    const { values, codes } = this.#all.texts[field];
    const wanted = Uint8Array.from(values, (value) => (value !== null && isWanted(value) ? 1 : 0));
    const marks = this.#marks;
    for (let unit = 0; unit < marks.length; unit += 1) {
      if (wanted[codes[unit] ?? 0] === 1) continue;
      const mark = marks[unit];
      marks[unit] = mark === MEETS || mark === missed ? missed : OUT;
    }
  }

  #between(
    field: keyof Units["numbers"],
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
  ): void {
    if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return;
    const { values } = this.#all.numbers[field];
    const marks = this.#marks;
    for (let unit = 0; unit < marks.length; unit += 1) {
      const value = values[unit] ?? Number.NaN;
      // NaN means that the unit has no value. It is in no range.
      if (!(value >= from && value <= to)) marks[unit] = OUT;
    }
  }

  /** Returns the sort key, and whether the newer of two equal units comes first. */
  #order(sort: InventoryFilter["sort"]): { key: (unit: number) => number; descending: boolean } {
    const { numbers } = this.#all;
    const by = (field: keyof Units["numbers"], sign: 1 | -1) => {
      const { values } = numbers[field];
      const key = (unit: number) => {
        const value = values[unit] ?? Number.NaN;
        return Number.isNaN(value) ? LAST : value * sign;
      };
      return { key, descending: sign < 0 };
    };
    switch (sort) {
      case "CLOSING_SOON":
        return { key: (unit) => this.#closingKey(unit), descending: true };
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
        return { key: (unit) => this.miles(unit) ?? LAST, descending: true };
    }
  }

  /**
   * Returns the key of CLOSING_SOON: live lots by close, then upcoming lots by close, then lots
   * past their close but not closed yet, then all other units, newest first.
   */
  #closingKey(unit: number): number {
    const { openLots, numbers, texts } = this.#all;
    const lot = openLots.get(unit);
    if (lot === undefined) return LAST - (numbers.createdAt.values[unit] ?? 0);
    const stages: readonly string[] = saleStages;
    return stages.indexOf(valueOf(texts.auctionStatus, unit)) * RANK + lot.closesAtMs;
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
  return field === "auctionStatus"
    ? counted.sort((one, other) => stages.indexOf(one.value) - stages.indexOf(other.value))
    : counted.sort(
        (one, other) => other.count - one.count || inEnglish.compare(one.value, other.value),
      );
}
