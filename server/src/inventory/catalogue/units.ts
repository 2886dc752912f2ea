import type { LotInRun } from "@gavelyard/contract/inventory/inventory";
import { saleStages } from "@gavelyard/contract/inventory/inventory-filter";
import { nameKey } from "@gavelyard/domain/inventory/makes";
import { wordsOfNumbers } from "@gavelyard/domain/inventory/search-words";
import { Spellings } from "@gavelyard/domain/inventory/spellings";
import { hiddenStatuses } from "../sql.ts";
import { addUnit, hasUnit, inBoth, noUnits, removeUnit, unitsIn } from "./bits.ts";
import { NumberWords } from "./number-words.ts";
import {
  numberColumns,
  textColumns,
  type NumberField,
  type TextField,
  type UnitRow,
} from "./sql.ts";
import { TextColumn } from "./text-column.ts";

const textFields = Object.keys(textColumns) as TextField[];
const numberFields = Object.keys(numberColumns) as NumberField[];
/** Spare slots, so that columns aren't copied for each new unit. */
const SPARE_SLOTS = 8_192;
/** Sort order of facet values and models. */
export const inEnglish = new Intl.Collator("en");

/** Counts the spellings of a name together, under the most frequent one. */
export function inOneSpelling(
  counted: readonly { value: string; count: number }[],
): { value: string; count: number }[] {
  const byKey = new Map<string, { value: string; count: number; most: number }>();
  for (const { value, count } of counted) {
    const key = nameKey(value);
    const known = byKey.get(key) ?? { value, count: 0, most: 0 };
    const isMost = count > known.most;
    byKey.set(key, {
      value: isMost ? value : known.value,
      count: known.count + count,
      most: isMost ? count : known.most,
    });
  }
  return [...byKey.values()].map(({ value, count }) => ({ value, count }));
}

export interface NumberColumn {
  values: Float64Array | Float32Array;
}

/** 32 bits are exact for whole numbers up to 16 million. */
const numberArrays = {
  createdAt: Float64Array,
  year: Float32Array,
  priceCents: Float64Array,
  odometer: Float32Array,
  engineHours: Float64Array,
  horsepower: Float32Array,
  gvwrLb: Float32Array,
  trailerLengthFt: Float32Array,
  grade: Float32Array,
  bids: Float32Array,
  auctionId: Float64Array,
  lotOrder: Float64Array,
} as const satisfies Record<NumberField, unknown>;

interface OpenLot {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
}

const stageOf = ({ opensAtMs, closesAtMs }: OpenLot, nowMs: number) =>
  saleStages[nowMs > closesAtMs ? 2 : nowMs < opensAtMs ? 1 : 0];
const nextStageOf = ({ opensAtMs, closesAtMs }: OpenLot, nowMs: number) =>
  nowMs > closesAtMs ? Number.POSITIVE_INFINITY : nowMs < opensAtMs ? opensAtMs : closesAtMs + 1;

/** All units in columns, indexed by unit ID. */
export class Units {
  readonly texts: Readonly<Record<TextField | "auctionStatus", TextColumn>>;
  readonly numbers: Readonly<Record<NumberField, NumberColumn>>;
  readonly numberWords = new NumberWords();
  readonly openLots = new Map<number, OpenLot>();
  spellings = new Spellings();
  /** Published units. */
  shown = noUnits(0);
  /** Incremented on every change, including auction stage changes. */
  version = 0;
  /** Number of times a unit stopped being public. */
  departures = 0;
  end = 1;
  /** When the next lot opens or expires, in ms. */
  nextStageMs = 0;
  /** Run lists by auction, built on first use. */
  readonly #runLists = new Map<number, readonly number[]>();
  readonly #columns: readonly TextColumn[];
  #room = 0;
  #stagedAtMs = 0;

  constructor() {
    const columns = [...textFields, "auctionStatus"].map((field) => [field, new TextColumn()]);
    this.texts = Object.fromEntries(columns) as typeof this.texts;
    this.#columns = Object.values(this.texts);
    this.numbers = Object.fromEntries(
      numberFields.map((field) => [field, { values: new numberArrays[field](0) }]),
    ) as typeof this.numbers;
  }

  get bytes(): number {
    const texts = this.#columns.map(({ bytes }) => bytes);
    const numbers = Object.values(this.numbers).map(({ values }) => values.byteLength);
    return [...texts, ...numbers].reduce(
      (sum, bytes) => sum + bytes,
      this.shown.byteLength + this.numberWords.bytes,
    );
  }

  isPublished(unit: number): boolean {
    return hasUnit(this.shown, unit);
  }

  /** Returns the range of a number among published units; zeros if none has one. */
  bounds(field: NumberField): { min: number; max: number } {
    const { values } = this.numbers[field];
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let unit = 0; unit < this.end; unit += 1) {
      const value = values[unit] ?? Number.NaN;
      if (!(value < min || value > max) || !this.isPublished(unit)) continue;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    return min > max ? { min: 0, max: 0 } : { min, max };
  }

  /** Returns the models of published units by make, with counts, each in its most frequent spelling. */
  models(): { manufacturer: string; model: string; count: number }[] {
    const { values, published } = this.texts.makeModel;
    const counted = values.flatMap((value, code) => {
      const count = published[code] ?? 0;
      return value === null || count === 0 ? [] : [{ value, count }];
    });
    return inOneSpelling(counted)
      .map(({ value, count }) => {
        const [manufacturer = "", model = ""] = value.split("\n");
        return { manufacturer, model, count };
      })
      .sort(
        (one, other) =>
          inEnglish.compare(one.manufacturer, other.manufacturer) ||
          inEnglish.compare(one.model, other.model),
      );
  }

  /**
   * Returns the types of published units with their counts, most units first, and a unit to show
   * for each: the newest featured one, or else the newest.
   */
  types(): { inventoryType: string; count: number; unit: number }[] {
    const { inventoryType, featured } = this.texts;
    const newest = new Map<number, number>();
    const types = inventoryType.published.filter((count) => count > 0).length;
    for (let unit = this.end - 1; newest.size < types && unit > 0; unit -= 1) {
      const type = inventoryType.codes[unit] ?? 0;
      if (!newest.has(type) && this.isPublished(unit)) newest.set(type, unit);
    }
    const isFeatured = featured.units((value) => value === "true");
    const shown = new Map(newest);
    for (const unit of unitsIn(inBoth(this.shown, isFeatured)))
      shown.set(inventoryType.codes[unit] ?? 0, unit);
    return [...shown]
      .map(([type, unit]) => ({
        inventoryType: inventoryType.values[type] ?? "",
        count: inventoryType.published[type] ?? 0,
        unit,
      }))
      .sort((one, other) => other.count - one.count);
  }

  /** Returns the published lots right before and after a unit's lot in its auction. */
  neighbors(unit: number): { previousLot: LotInRun | null; nextLot: LotInRun | null } {
    const run = this.runListOf(this.numbers.auctionId.values[unit] ?? Number.NaN);
    const place = run.indexOf(unit);
    const lotAt = (other: number | undefined): LotInRun | null => {
      if (place < 0 || other === undefined) return null;
      const order = this.numbers.lotOrder.values[other] ?? 0;
      const suffix = order % 32 === 0 ? "" : String.fromCodePoint(64 + (order % 32));
      return { inventoryId: other, lotNumber: `${Math.floor(order / 32)}${suffix}` };
    };
    return { previousLot: lotAt(run[place - 1]), nextLot: lotAt(run[place + 1]) };
  }

  /** Returns the published units of an auction in lot order. */
  runListOf(auction: number): readonly number[] {
    const kept = this.#runLists.get(auction);
    if (kept !== undefined || Number.isNaN(auction)) return kept ?? [];
    const { auctionId, lotOrder } = this.numbers;
    const run: number[] = [];
    for (let unit = 1; unit < this.end; unit += 1)
      if (auctionId.values[unit] === auction && this.isPublished(unit)) run.push(unit);
    const order = (unit: number) => lotOrder.values[unit] ?? 0;
    run.sort((one, other) => order(one) - order(other));
    this.#runLists.set(auction, run);
    return run;
  }

  put(row: UnitRow): void {
    const { id } = row;
    this.version += 1;
    const before = this.#uncount(id);
    const { auctionId, lotOrder } = this.numbers;
    const isSameLot =
      Object.is(auctionId.values[id], row.auctionId ?? Number.NaN) &&
      Object.is(lotOrder.values[id], row.lotOrder ?? Number.NaN);
    this.#write(row);
    const isPublished = this.isPublished(id);
    if (isPublished) this.#count(id, 1);
    else if (before) this.departures += 1;
    if (!isSameLot || isPublished !== before) this.#runLists.clear();
  }

  /** Adds units for the first time. They're counted by `countAll`, which is faster for many. */
  load(rows: readonly UnitRow[]): void {
    for (const row of rows) this.#write(row);
  }

  countAll(): void {
    const published = unitsIn(this.shown);
    for (const column of this.#columns) for (const unit of published) column.count(unit, 1);
  }

  #write(row: UnitRow): void {
    const { id } = row;
    this.makeRoom(id);
    for (const field of textFields) this.texts[field].set(id, row[field]);
    for (const field of numberFields) this.numbers[field].values[id] = row[field] ?? Number.NaN;
    if (row.status === null || hiddenStatuses.includes(row.status)) removeUnit(this.shown, id);
    else addUnit(this.shown, id);
    this.numberWords.put(id, wordsOfNumbers(row));
    let stage = row.hasLot ? "EXPIRED" : null;
    if (row.opensAt === null || row.closesAt === null) this.openLots.delete(id);
    else {
      const lot = { opensAtMs: row.opensAt, closesAtMs: row.closesAt };
      this.openLots.set(id, lot);
      stage = stageOf(lot, this.#stagedAtMs);
      this.nextStageMs = Math.min(this.nextStageMs, nextStageOf(lot, this.#stagedAtMs));
    }
    this.texts.auctionStatus.set(id, stage);
  }

  remove(unit: number): void {
    if (unit >= this.end) return;
    this.version += 1;
    if (this.#uncount(unit)) this.departures += 1;
    this.texts.status.set(unit, null);
    removeUnit(this.shown, unit);
    this.#runLists.clear();
    this.openLots.delete(unit);
  }

  /** Updates the auction stage of each open lot to `nowMs`, by the database's clock (D16). */
  moveTo(nowMs: number): void {
    if (nowMs < this.nextStageMs && nowMs >= this.#stagedAtMs) return;
    this.version += 1;
    const { auctionStatus } = this.texts;
    let next = Number.POSITIVE_INFINITY;
    for (const [unit, lot] of this.openLots) {
      const isPublished = this.isPublished(unit);
      if (isPublished) auctionStatus.count(unit, -1);
      auctionStatus.set(unit, stageOf(lot, nowMs));
      if (isPublished) auctionStatus.count(unit, 1);
      next = Math.min(next, nextStageOf(lot, nowMs));
    }
    this.nextStageMs = next;
    this.#stagedAtMs = nowMs;
  }

  /** Takes the unit out of the counts. Returns whether it was published. */
  #uncount(unit: number): boolean {
    const wasPublished = this.isPublished(unit);
    if (wasPublished) this.#count(unit, -1);
    return wasPublished;
  }

  #count(unit: number, change: 1 | -1): void {
    for (const column of this.#columns) column.count(unit, change);
  }

  /** Makes room for units up to this ID. */
  makeRoom(unit: number): void {
    this.end = Math.max(this.end, unit + 1);
    if (unit < this.#room) return;
    this.#room = unit + SPARE_SLOTS + Math.floor(unit / 16);
    for (const column of this.#columns) column.grow(this.#room);
    for (const field of numberFields) {
      const values = new numberArrays[field](this.#room);
      values.set(this.numbers[field].values);
      this.numbers[field].values = values;
    }
    const { shown } = this;
    this.shown = noUnits(this.#room);
    this.shown.set(shown);
    this.numberWords.grow(this.#room);
  }
}
