import { t } from "@gavelyard/messages/text";
import { valueKey } from "@gavelyard/contract/inventory/unit-table";
import type { ImportRow, ListMatches } from "@gavelyard/contract/inventory/unit-imports";
import {
  modelYearProblem,
  valueWarnings,
  type UnitProblem,
} from "@gavelyard/domain/inventory/unit-rules";
import type { Spellings } from "@gavelyard/domain/inventory/spellings";
import { setTimeout as sleep } from "node:timers/promises";
import { clockNow } from "../../db/clock.ts";
import type { Db } from "../../db/pool.ts";
import { readSpellings } from "../spellings/sql.ts";
import { heldUnits } from "../stock-sql.ts";
import { usesDecimalComma } from "./cell-values.ts";
import { columnPlans, numberTextsOf } from "./column-plans.ts";
import {
  changesOf,
  matchOf,
  namesOf,
  problemsAfter,
  type RowNames,
  type UnitChange,
} from "./compare-row.ts";
import type { RowFault } from "./csv-rows.ts";
import { distanceOf, wordsOf } from "./number-units.ts";
import { readUnit, textsOf, type FindRecord, type ReadRow } from "./read-unit.ts";
import { currencyFaults, originReader, soldReader, unitUnknown } from "./row-origin.ts";
import { UnknownTexts } from "./unknown-values.ts";
import {
  saveCheck,
  rowsOf,
  type ImportRecord,
  type RowCheck,
  type RowRecord,
  namedRecords,
  type NamedRecords,
  type YardPlace,
} from "./sql.ts";

/** Rows to compare at once, and to read before a rest, in which the process takes bids. */
const ROWS_COMPARED = 100;
const ROWS_PER_TURN = 20;
const REST_MS = 2;

export type RowReader = (row: Pick<RowRecord, "cells" | "fault">) => ReadRow;

/** Facts of an import by which its rows become units. */
export type ReadingFacts = Pick<
  ImportRecord,
  "headers" | "mapping" | "defaults" | "decimalComma" | "valueMap"
>;

/** What rows are read against: the house's yards and sellers, and the year of its clock. */
export interface House extends NamedRecords {
  readonly thisYear: number;
}

export const readHouse = async (db: Db): Promise<House> => ({
  ...(await namedRecords(db)),
  thisYear: (await clockNow(db)).getUTCFullYear(),
});

export function rowReader(record: ReadingFacts, { yards, sellers, thisYear }: House): RowReader {
  const { mapping, defaults, valueMap } = record;
  const findYard = yardFinder(yards);
  const findSeller = sellerFinder(sellers);
  const plans = columnPlans(record);
  const originOf = originReader(record);
  const soldOf = soldReader(record);
  const columnName = (field: string) => record.headers[mapping.indexOf(field)] ?? "";
  const odometerName = columnName("odometer");
  const unclear = distanceOf(odometerName) === "BOTH" ? odometerName : null;
  const namesYards = wordsOf(columnName("yard")).some((word) => /^(?:YARD|PATIO|ID)/.test(word));
  return ({ cells, fault }) => {
    if (fault !== null)
      return {
        unit: null,
        faults: [{ field: "line", message: lineFaults[fault]() }],
        warnings: [],
        values: new Map(),
        own: new Set(),
        askedTexts: new Map(),
      };
    const texts = textsOf(cells, mapping);
    const origin = originOf(cells);
    const ownUnit = texts.get("odometerUnit");
    const saysUnit = ownUnit !== undefined && plans.get("odometerUnit")?.(ownUnit) !== null;
    const hasUnit = saysUnit || (defaults["odometerUnit"] ?? "") !== "";
    const unit = hasUnit ? null : (origin.country ?? unclear);
    const meaning = unit === null ? undefined : valueMap["odometerUnit"]?.[valueKey(unit)];
    if (meaning !== undefined) texts.set("odometerUnit", meaning);
    const place = texts.get("yard") ?? "";
    // A number is a yard's ID in a column of yards only; elsewhere it is a row, a lot or a branch.
    const isPlace =
      namesYards || !/^\d+$/.test(place) || valueKey(place) in (valueMap["yard"] ?? {});
    const read = readUnit(
      texts,
      {
        yard: (text) => (isPlace || text !== place ? findYard(text) : { fault: noYard(text) }),
        seller: findSeller,
      },
      { plans, valueMap, defaults },
    );
    const isAsked = unit !== null && meaning === undefined && read.own.has("odometer");
    const modelYear = read.values.get("modelYear");
    const future = typeof modelYear === "number" ? modelYearProblem(modelYear, thisYear) : null;
    const faults = [
      ...read.faults,
      ...(future === null || read.faults.some(({ field }) => field === "modelYear")
        ? []
        : [future]),
      ...currencyFaults(origin, read),
      ...(isAsked ? [unitUnknown(unit, unit === unclear)] : []),
    ];
    return {
      ...read,
      unit: faults.length === 0 ? read.unit : null,
      faults,
      warnings: [...valueWarnings(read.values), ...soldOf(cells)],
      askedTexts: new Map(isAsked ? [["odometerUnit", unit]] : []),
    };
  };
}

const lineFaults: Readonly<Record<RowFault, () => string>> = {
  OPEN_QUOTE: () => t("A quotation mark in this line isn't closed. Write it twice, or remove it."),
  TOO_MANY_CELLS: () =>
    t(
      "This line has more cells than there are columns. Put quotation marks around text with the separator.",
    ),
};

const noYard = (text: string) => t("No yard is named “{name}”", { name: text.slice(0, 60) });

/**
 * Returns a function that finds a yard by its ID or its name, with city and state where yards share
 * a name.
 */
export const yardFinder = (yards: readonly YardPlace[]): FindRecord =>
  recordFinder(
    yards.map(({ id, name, city, state }) => ({
      id,
      names: [name, `${name}${city}`, `${name}${city}${state}`],
    })),
    {
      none: noYard,
      several: (name) => t("Several yards are called “{name}”. Enter the yard's ID.", { name }),
    },
  );

/** Returns a function that finds a seller by its ID or its name (D93). */
export const sellerFinder = (sellers: NamedRecords["sellers"]): FindRecord =>
  sellers.length === 0
    ? () => null
    : recordFinder(
        sellers.map(({ id, name }) => ({ id, names: [name] })),
        {
          none: (name) => t("No seller is named “{name}”. Add the seller first.", { name }),
          several: (name) =>
            t("Several sellers are called “{name}”. Enter the seller's ID.", { name }),
        },
      );

function recordFinder(
  records: readonly { readonly id: number; readonly names: readonly string[] }[],
  faults: Readonly<Record<"none" | "several", (name: string) => string>>,
): FindRecord {
  const byName = new Map<string, Set<number>>();
  for (const { id, names } of records) {
    for (const one of [`${id}`, ...names]) {
      byName.set(valueKey(one), (byName.get(valueKey(one)) ?? new Set()).add(id));
    }
  }
  return (text) => {
    const [id, ...others] = byName.get(valueKey(text)) ?? [];
    if (id === undefined) return { fault: faults.none(text.slice(0, 60)) };
    return others.length > 0 ? { fault: faults.several(text.slice(0, 60)) } : { id };
  };
}

/** A row as it was checked, without its unit: a file can have 20,000. */
interface CheckedRow extends RowNames, Pick<ReadRow, "askedTexts"> {
  readonly row: number;
  /** Its check before this one. */
  readonly before: string;
  readonly faults: UnitProblem[];
  readonly warned: boolean;
  readonly match: ImportRow["match"];
  readonly matchedId: number | null;
  readonly changes: readonly Pick<UnitChange, "field" | "kept">[];
}

/**
 * Checks every row of an import, by itself and against the other rows and existing units, and saves
 * the errors, in the caller's transaction.
 */
export async function checkRows(tx: Db, record: ImportRecord, failure = ""): Promise<void> {
  const numberTexts: string[] = [];
  for await (const rows of rowsOf(tx, record.id, ROWS_COMPARED))
    numberTexts.push(...numberTextsOf(record.mapping, rows));
  const decimalComma = usesDecimalComma(numberTexts);
  const read = rowReader({ ...record, decimalComma }, await readHouse(tx));
  const spellings = await readSpellings(tx);
  const unknown = new UnknownTexts(record.mapping);
  const checked: CheckedRow[] = [];
  for await (const rows of rowsOf(tx, record.id, ROWS_COMPARED)) {
    for (const one of await checkedRows(tx, rows, read, spellings)) {
      checked.push(one.checked);
      unknown.add(one.cells, one.checked);
    }
  }
  addRepeated(checked);
  const columnOf = new Map(record.mapping.map((field, column) => [field, column] as const));
  const results = checked.map((one) => ({ one, check: asCheck(one, columnOf) }));
  await saveCheck(
    tx,
    record.id,
    results.filter(({ one, check }) => keyOf(check) !== one.before).map(({ check }) => check),
    {
      errorRows: checked.filter(({ faults }) => faults.length > 0).length,
      warningRows: checked.filter(({ warned }) => warned).length,
      failure,
      decimalComma,
      unknownValues: unknown.all(),
      matches: matchesAmong(checked.filter(({ faults }) => faults.length === 0)),
    },
  );
}

function asCheck(
  { row, faults, warned, match, matchedId }: CheckedRow,
  columnOf: ReadonlyMap<string | null, number>,
): RowCheck {
  const errors = faults.map(({ field: path, message }) => {
    const field =
      path === "yardId" || path === "location" ? "yard" : path === "sellerId" ? "seller" : path;
    return { field, column: columnOf.get(field) ?? null, message };
  });
  return { row, errors, warned, match, matchedId };
}

/** A check as text, to see whether it changed. */
const keyOf = ({ errors, warned, match, matchedId }: RowCheck): string =>
  JSON.stringify([
    errors.map(({ field, column, message }) => [field, column, message]),
    warned,
    match,
    matchedId,
  ]);

/** Checks some rows by themselves, and compares them with the units that they describe. */
async function checkedRows(
  tx: Db,
  rows: readonly RowRecord[],
  read: RowReader,
  spellings: Spellings,
): Promise<{ readonly cells: readonly string[]; readonly checked: CheckedRow }[]> {
  const reads: { row: RowRecord; read: ReadRow }[] = [];
  for (const row of rows) {
    if (reads.length % ROWS_PER_TURN === ROWS_PER_TURN - 1) await sleep(REST_MS);
    reads.push({ row, read: read(row) });
  }
  const named = reads.map(({ read: one }) => namesOf(one));
  const held = await heldUnits(
    tx,
    [],
    named.flatMap(({ identifier }) => identifier ?? []),
    named.flatMap(({ stockNumber }) => stockNumber ?? []),
  );
  return reads.map(({ row, read: one }, at) => {
    const names = named[at] ?? namesOf(one);
    const { unit, fault } = matchOf(names, held);
    const changes = unit === null || fault !== null ? [] : changesOf(one, unit, spellings);
    const problems =
      unit === null || one.unit === null ? [] : problemsAfter(unit, changes, one.unit);
    const checked: CheckedRow = {
      ...names,
      row: row.row,
      before: keyOf(row),
      faults: [...one.faults, ...(fault === null ? [] : [fault]), ...problems],
      askedTexts: one.askedTexts,
      warned: one.warnings.length > 0,
      match: unit === null ? "NEW" : changes.length > 0 ? "CHANGED" : "SAME",
      matchedId: unit?.id ?? null,
      changes: changes.map(({ field, kept }) => ({ field, kept })),
    };
    return { cells: row.cells, checked };
  });
}

/** Adds errors to rows that describe the same unit. */
function addRepeated(checked: readonly CheckedRow[]): void {
  const repeated = (
    of: "stockNumber" | "identifier" | "matchedId",
    field: string,
    message: (other: number) => string,
  ) => {
    for (const [key, rows] of Map.groupBy(checked, (one) => one[of])) {
      if (key === null || rows.length < 2) continue;
      for (const { row, faults } of rows) {
        const other = rows.find((one) => one.row !== row)?.row ?? row;
        if (
          of !== "matchedId" ||
          faults.every((fault) => fault.field !== "stockNumber" && fault.field !== "vin")
        )
          faults.push({ field, message: message(other) });
      }
    }
  };
  repeated("stockNumber", "stockNumber", (other) =>
    t("Row {other} also has this stock number", { other }),
  );
  repeated("identifier", "vin", (other) => t("Row {other} also has this identifier", { other }));
  repeated("matchedId", "stockNumber", (other) => t("Row {other} is the same unit", { other }));
}

function matchesAmong(sound: readonly CheckedRow[]): ListMatches {
  const ofMatch = (match: ImportRow["match"]) => sound.filter((one) => one.match === match).length;
  const fields = Map.groupBy(
    sound.flatMap(({ changes }) => changes),
    ({ field }) => field,
  );
  return {
    added: ofMatch("NEW"),
    same: ofMatch("SAME"),
    changed: ofMatch("CHANGED"),
    fields: [...fields]
      .map(([field, changes]) => ({
        field,
        units: changes.length,
        kept: changes.filter(({ kept }) => kept !== "").length,
      }))
      .toSorted((a, b) => b.units - a.units),
  };
}
