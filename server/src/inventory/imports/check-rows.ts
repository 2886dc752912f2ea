import { t } from "@gavelyard/messages/text";
import { valueKey } from "@gavelyard/contract/inventory/unit-table";
import type { NewUnit } from "@gavelyard/contract/inventory/inventory-staff";
import { makeWarnings, type UnitProblem } from "@gavelyard/domain/inventory/unit-rules";
import { setImmediate as breathe } from "node:timers/promises";
import type { Db } from "../../db/pool.ts";
import { fieldColumns } from "../enter-unit.ts";
import { columnPlans, writesDecimalComma } from "./column-plans.ts";
import type { RowFault } from "./csv-rows.ts";
import { readUnit, textsOf, type FindYard, type ReadRow } from "./read-unit.ts";
import { currencyFaults, originReader, unitUnknown } from "./row-origin.ts";
import { unknownAmong } from "./unknown-values.ts";
import {
  allYards,
  saveCheck,
  rowsOf,
  takenAmong,
  type ImportRecord,
  type RowRecord,
  type YardPlace,
} from "./sql.ts";

/** Rows to check before yielding to other work of the process. */
const ROWS_PER_TURN = 100;

export type RowReader = (row: Pick<RowRecord, "cells" | "fault">) => ReadRow;

/** Facts of an import by which its rows become units. */
export type ReadingFacts = Pick<
  ImportRecord,
  "headers" | "mapping" | "defaults" | "decimalComma" | "valueMap"
>;

export function rowReader(record: ReadingFacts, yards: readonly YardPlace[]): RowReader {
  const { mapping, defaults, valueMap } = record;
  const findYard = yardFinder(yards);
  const plans = columnPlans(record);
  const originOf = originReader(record);
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
    const unit = hasUnit ? null : origin.country;
    const meaning = unit === null ? undefined : valueMap["odometerUnit"]?.[valueKey(unit)];
    if (meaning !== undefined) texts.set("odometerUnit", meaning);
    const read = readUnit(texts, findYard, { plans, valueMap, defaults });
    const isAsked = unit !== null && meaning === undefined && read.own.has("odometer");
    const faults = [
      ...read.faults,
      ...currencyFaults(origin, read),
      ...(isAsked ? [unitUnknown(unit)] : []),
    ];
    return {
      ...read,
      unit: faults.length === 0 ? read.unit : null,
      faults,
      warnings: makeWarnings(
        String(read.values.get("manufacturer") ?? ""),
        String(read.values.get("vin") ?? ""),
      ),
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

/**
 * Returns a function that finds a yard by its ID or its name, with city and state where yards share
 * a name.
 */
export function yardFinder(yards: readonly YardPlace[]): FindYard {
  const byName = new Map<string, Set<number>>();
  for (const { id, name, city, state } of yards) {
    for (const one of [`${id}`, name, `${name}${city}`, `${name}${city}${state}`]) {
      byName.set(valueKey(one), (byName.get(valueKey(one)) ?? new Set()).add(id));
    }
  }
  return (text) => {
    const [id, ...others] = byName.get(valueKey(text)) ?? [];
    if (id === undefined)
      return { fault: t("No yard is named “{name}”", { name: text.slice(0, 60) }) };
    return others.length > 0
      ? {
          fault: t("Several yards are called “{name}”. Enter the yard's ID.", {
            name: text.slice(0, 60),
          }),
        }
      : { id };
  };
}

interface CheckedRow {
  readonly row: number;
  readonly unit: NewUnit | null;
  readonly faults: UnitProblem[];
  readonly askedTexts: ReadRow["askedTexts"];
  readonly warned: boolean;
  readonly stockNumber: string | null;
  readonly identifier: string | null;
}

/**
 * Checks every row of an import, by itself and against the other rows and existing units, and saves
 * the errors, in the caller's transaction.
 */
export async function checkRows(tx: Db, record: ImportRecord, failure = ""): Promise<void> {
  const rows = await rowsOf(tx, record.id);
  const decimalComma = writesDecimalComma(record.mapping, rows);
  const read = rowReader({ ...record, decimalComma }, await allYards(tx));
  const checked: CheckedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await breathe();
    const { unit, faults, askedTexts, warnings, values } = read(row);
    const columns = unit === null ? null : fieldColumns(unit, null);
    const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
    checked.push({
      row: row.row,
      unit,
      faults: [...faults],
      askedTexts,
      warned: warnings.length > 0,
      // A row with errors still reserves its stock number.
      stockNumber: text(values.get("stockNumber")),
      identifier: text(columns?.get("vin")),
    });
  }
  await addTaken(tx, checked);
  const columnOf = new Map(record.mapping.map((field, column) => [field, column] as const));
  const changed: Pick<RowRecord, "row" | "errors" | "warned">[] = [];
  let errorRows = 0;
  checked.forEach(({ row, faults, warned }, index) => {
    const errors = faults.map(({ field: path, message }) => {
      const field = path === "yardId" || path === "location" ? "yard" : path;
      return { field, column: columnOf.get(field) ?? null, message };
    });
    if (errors.length > 0) errorRows += 1;
    const before = rows[index];
    if (before?.warned !== warned || JSON.stringify(errors) !== errorsText(before))
      changed.push({ row, errors, warned });
  });
  await saveCheck(tx, record.id, changed, {
    errorRows,
    warningRows: checked.filter(({ warned }) => warned).length,
    failure,
    decimalComma,
    unknownValues: unknownAmong(record.mapping, rows, checked),
  });
}

const errorsText = (row: RowRecord | undefined): string =>
  JSON.stringify(
    row?.errors.map(({ field, column, message }) => ({ field, column, message })) ?? [],
  );

async function addTaken(tx: Db, checked: readonly CheckedRow[]): Promise<void> {
  const given = (of: "stockNumber" | "identifier") =>
    checked.flatMap((one) => (one[of] === null ? [] : [one[of]]));
  const taken = await takenAmong(tx, given("stockNumber"), given("identifier"));
  const rowsWith = (of: "stockNumber" | "identifier") =>
    Map.groupBy(checked, (one) => one[of] ?? "");
  const [byStock, byIdentifier] = [rowsWith("stockNumber"), rowsWith("identifier")];
  for (const one of checked) {
    const add = (field: string, message: string) => one.faults.push({ field, message });
    const others = (same: readonly CheckedRow[] = []) =>
      same.find(({ row }) => row !== one.row)?.row ?? null;
    if (one.stockNumber !== null) {
      const other = others(byStock.get(one.stockNumber));
      if (taken.stockNumbers.has(one.stockNumber))
        add("stockNumber", t("Another unit has this stock number"));
      if (other !== null)
        add("stockNumber", t("Row {other} also has this stock number", { other }));
    }
    if (one.identifier !== null) {
      const other = others(byIdentifier.get(one.identifier));
      if (taken.identifiers.has(one.identifier)) {
        add("vin", t("Another unit has this identifier. Archive that unit first."));
      }
      if (other !== null) add("vin", t("Row {other} also has this identifier", { other }));
    }
  }
}
