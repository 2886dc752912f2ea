import type { ImportRow } from "@gavelyard/contract/inventory/unit-imports";
import { unitTable } from "@gavelyard/contract/inventory/unit-table";
import type { Pool } from "pg";
import { readSpellings } from "../spellings/sql.ts";
import { heldUnits, leftUnits } from "../stock-sql.ts";
import { readHouse, rowReader } from "./check-rows.ts";
import { changesOf, namesOf } from "./compare-row.ts";
import { type ImportRecord, type RowRecord } from "./sql.ts";
import { wordedValue, wordedValues } from "./worded-values.ts";

/** Returns rows as staff see them: as they will be stored, beside the units that they describe. */
export async function shownRows(
  pool: Pool,
  record: ImportRecord,
  rows: readonly RowRecord[],
): Promise<ImportRow[]> {
  const house = await readHouse(pool);
  const read = rowReader(record, house);
  const spellings = await readSpellings(pool);
  const reads = rows.map((row) => ({ row, asRead: read(row) }));
  const ids = rows.flatMap(({ matchedId }) => matchedId ?? []);
  const held = new Map((await heldUnits(pool, ids, [], [])).map((unit) => [unit.id, unit]));
  const vins = reads.flatMap(({ row, asRead }) =>
    row.matchedId === null ? (namesOf(asRead).identifier ?? []) : [],
  );
  // A unit that comes back has the VIN of one that left.
  const left = new Map((await leftUnits(pool, vins)).toReversed().map((unit) => [unit.vin, unit]));
  const unitOf = (row: RowRecord, vin: string | null): ImportRow["unit"] => {
    const ours = held.get(row.matchedId ?? 0);
    if (ours !== undefined)
      return { id: ours.id, stockNumber: ours.stock_number, status: ours.status, left: false };
    const gone = left.get(vin ?? "");
    if (gone === undefined || gone.id === row.inventoryId) return null;
    const { id, stockNumber, status } = gone;
    return { id, stockNumber, status, left: true };
  };
  return reads.map(({ row, asRead }) => {
    const unit = row.match === "CHANGED" ? held.get(row.matchedId ?? 0) : undefined;
    const isOpen = record.state !== "DONE" && unit !== undefined;
    return {
      row: row.row,
      cells: [...row.cells],
      line: row.line,
      errors: row.errors,
      warnings: [...asRead.warnings],
      inventoryId: row.inventoryId,
      values: wordedValues(asRead, row.cells, record, house),
      match: row.match,
      unit: unitOf(row, namesOf(asRead).identifier),
      changes: (isOpen ? changesOf(asRead, unit, spellings) : []).map(
        ({ field, before, after, kept }) => {
          const column = unitTable.find(({ name }) => name === field);
          const word = (value: typeof before, odometerUnit: unknown) =>
            column === undefined || value === null
              ? ""
              : wordedValue(column, value, odometerUnit, house);
          return {
            field,
            before: word(before, unit?.["odometer_unit"]),
            after: word(after, asRead.values.get("odometerUnit")),
            kept,
          };
        },
      ),
      updated: row.updated,
      refusal: row.refusal,
    };
  });
}
