import type { LotInRun } from "@gavelyard/contract/inventory";
import { saleStages } from "@gavelyard/contract/inventory-filter";
import { hiddenStatuses } from "../sql.ts";
import {
  numberColumns,
  textColumns,
  type NumberField,
  type TextField,
  type UnitRow,
} from "./sql.ts";

const textFields = Object.keys(textColumns) as TextField[];
const numberFields = Object.keys(numberColumns) as NumberField[];
/** Spare slots, so that columns aren't copied for each new unit. */
const ROOM = 8_192;
const SMALL_CODES = 65_536;

/** Sort order of facet values and models. */
export const inEnglish = new Intl.Collator("en");

/**
 * A dictionary-encoded text column. Has a code for each unit, 0 for null, and counts the published
 * units per code.
 */
export class TextColumn {
  readonly values: (string | null)[] = [null];
  readonly published: number[] = [0];
  codes: Uint16Array | Uint32Array = new Uint16Array(0);
  readonly #codes = new Map<string, number>();

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
      if (code === SMALL_CODES) this.codes = Uint32Array.from(this.codes);
    }
    this.codes[unit] = code ?? 0;
  }

  count(unit: number, change: 1 | -1): void {
    const code = this.codes[unit] ?? 0;
    this.published[code] = (this.published[code] ?? 0) + change;
  }

  grow(size: number): void {
    const codes = this.values.length > SMALL_CODES ? new Uint32Array(size) : new Uint16Array(size);
    codes.set(this.codes);
    this.codes = codes;
  }
}

interface OpenLot {
  readonly opensAtMs: number;
  readonly closesAtMs: number;
}

/** All units in columns, indexed by unit ID. */
export class Units {
  readonly texts: Readonly<Record<TextField | "auctionStatus", TextColumn>>;
  readonly numbers: Readonly<Record<NumberField, { values: Float64Array }>>;
  /** Open lots by unit ID. */
  readonly openLots = new Map<number, OpenLot>();
  /** Number of published units. */
  published = 0;
  /** Number of times a unit stopped being public. */
  departures = 0;
  /** Highest unit ID plus one. */
  end = 1;
  /** When the next lot opens or expires, in ms. */
  nextStageMs = 0;
  /** Published units by auction, by lot number; an auction is missing until it is asked for. */
  readonly #runLists = new Map<number, readonly number[]>();
  #room = 0;
  #stagedAtMs = 0;

  constructor() {
    const columns = [...textFields, "auctionStatus"].map((field) => [field, new TextColumn()]);
    this.texts = Object.fromEntries(columns) as typeof this.texts;
    this.numbers = Object.fromEntries(
      numberFields.map((field) => [field, { values: new Float64Array(0) }]),
    ) as typeof this.numbers;
  }

  get bytes(): number {
    const texts = Object.values(this.texts).map(({ codes }) => codes.byteLength);
    const numbers = Object.values(this.numbers).map(({ values }) => values.byteLength);
    return [...texts, ...numbers].reduce((sum, bytes) => sum + bytes, 0);
  }

  isPublished(unit: number): boolean {
    const { values, codes } = this.texts.status;
    return this.isShown(values[codes[unit] ?? 0] ?? null);
  }

  /** Returns whether units of a status are public; null, which no unit has, isn't. */
  isShown(status: string | null): boolean {
    return status !== null && !hiddenStatuses.includes(status);
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

  /** Returns the models of published units by make, with counts. */
  models(): { manufacturer: string; model: string; count: number }[] {
    const { values, published } = this.texts.makeModel;
    return values
      .flatMap((value, code) => {
        const [manufacturer = "", model = ""] = value?.split("\n") ?? [];
        const count = published[code] ?? 0;
        return count === 0 ? [] : [{ manufacturer, model, count }];
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
    const yes = featured.codeOf("true");
    const newest = new Map<number, number>();
    const newestFeatured = new Map<number, number>();
    for (let unit = this.end - 1; unit > 0; unit -= 1) {
      if (!this.isPublished(unit)) continue;
      const type = inventoryType.codes[unit] ?? 0;
      if (!newest.has(type)) newest.set(type, unit);
      if (featured.codes[unit] === yes && !newestFeatured.has(type)) newestFeatured.set(type, unit);
    }
    return [...newest]
      .map(([type, unit]) => ({
        inventoryType: inventoryType.values[type] ?? "",
        count: inventoryType.published[type] ?? 0,
        unit: newestFeatured.get(type) ?? unit,
      }))
      .sort((one, other) => other.count - one.count);
  }

  /** Returns the published lots right before and after a unit's lot in its auction. */
  neighbors(unit: number): { previousLot: LotInRun | null; nextLot: LotInRun | null } {
    const run = this.#runListOf(this.numbers.auctionId.values[unit] ?? Number.NaN);
    const place = run.indexOf(unit);
    const lotAt = (other: number | undefined): LotInRun | null => {
      if (place < 0 || other === undefined) return null;
      const order = this.numbers.lotOrder.values[other] ?? 0;
      const suffix = order % 32 === 0 ? "" : String.fromCodePoint(64 + (order % 32));
      return { inventoryId: other, lotNumber: `${Math.floor(order / 32)}${suffix}` };
    };
    return { previousLot: lotAt(run[place - 1]), nextLot: lotAt(run[place + 1]) };
  }

  #runListOf(auction: number): readonly number[] {
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
    this.#makeRoom(id);
    const before = this.#uncount(id);
    const { auctionId, lotOrder } = this.numbers;
    const isSameLot =
      Object.is(auctionId.values[id], row.auctionId ?? Number.NaN) &&
      Object.is(lotOrder.values[id], row.lotOrder ?? Number.NaN);
    for (const field of textFields) this.texts[field].set(id, row[field]);
    for (const field of numberFields) this.numbers[field].values[id] = row[field] ?? Number.NaN;
    this.texts.auctionStatus.set(id, row.hasLot ? "EXPIRED" : null);
    if (row.opensAt === null || row.closesAt === null) this.openLots.delete(id);
    else this.openLots.set(id, { opensAtMs: row.opensAt, closesAtMs: row.closesAt });
    this.nextStageMs = 0;
    const isPublished = this.isPublished(id);
    if (isPublished) this.#count(id, 1);
    else if (before) this.departures += 1;
    if (!isSameLot || isPublished !== before) this.#runLists.clear();
  }

  remove(unit: number): void {
    if (unit >= this.end) return;
    if (this.#uncount(unit)) this.departures += 1;
    this.texts.status.set(unit, null);
    this.#runLists.clear();
    this.openLots.delete(unit);
  }

  /** Updates the auction stage of each open lot to `nowMs`, by the database's clock (D16). */
  moveTo(nowMs: number): void {
    if (nowMs < this.nextStageMs && nowMs >= this.#stagedAtMs) return;
    const { auctionStatus } = this.texts;
    let next = Number.POSITIVE_INFINITY;
    for (const [unit, { opensAtMs, closesAtMs }] of this.openLots) {
      const stage = nowMs > closesAtMs ? 2 : nowMs < opensAtMs ? 1 : 0;
      const isPublished = this.isPublished(unit);
      if (isPublished) auctionStatus.count(unit, -1);
      auctionStatus.set(unit, saleStages[stage]);
      if (isPublished) auctionStatus.count(unit, 1);
      if (nowMs <= closesAtMs)
        next = Math.min(next, nowMs < opensAtMs ? opensAtMs : closesAtMs + 1);
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
    this.published += change;
    for (const column of Object.values(this.texts)) column.count(unit, change);
  }

  #makeRoom(unit: number): void {
    this.end = Math.max(this.end, unit + 1);
    if (unit < this.#room) return;
    this.#room = unit + ROOM + Math.floor(unit / 8);
    for (const column of Object.values(this.texts)) column.grow(this.#room);
    for (const column of Object.values(this.numbers)) {
      const values = new Float64Array(this.#room);
      values.set(column.values);
      column.values = values;
    }
  }
}
