import type { ImportRow } from "@gavelyard/contract/inventory/unit-imports";
import {
  unitTable,
  valueKey,
  type UnitTableColumn,
} from "@gavelyard/contract/inventory/unit-table";
import { codeName } from "@gavelyard/domain/code-names";
import { groupThousands, say, t } from "@gavelyard/messages/text";
import { prices } from "./number-units.ts";
import type { ReadUnit } from "./read-unit.ts";
import type { ImportRecord, NamedRecords } from "./sql.ts";

/**
 * Returns the values of a row as they will be stored, worded for people. `converted` marks those
 * that say something else than the row's cell.
 */
export function wordedValues(
  { values }: ReadUnit,
  cells: readonly string[],
  { mapping }: Pick<ImportRecord, "mapping">,
  records: NamedRecords,
): ImportRow["values"] {
  return unitTable.flatMap((column) => {
    const value = values.get(column.name);
    if (value === undefined) return [];
    const text = wordedValue(column, value, values.get("odometerUnit"), records);
    const cell = cells[mapping.indexOf(column.name)] ?? "";
    return [{ field: column.name, text, converted: !saysTheSame(cell, text, value) }];
  });
}

/** A cell says a value if it has its text, or its number with other marks and units. */
function saysTheSame(cell: string, text: string, value: string | number | boolean): boolean {
  const key = valueKey(cell);
  if (key === valueKey(text)) return true;
  return typeof value === "number" && Number(cell.replace(/[^\d.]/g, "")) === value;
}

function yardName(id: string | number | boolean, { yards }: NamedRecords): string {
  const yard = yards.find((one) => one.id === id);
  return yard === undefined ? String(id) : `${yard.name}, ${yard.city}, ${yard.state}`;
}

/** Returns a field's value as people read it; `odometerUnit` is that of the same unit. */
export function wordedValue(
  { name, kind }: UnitTableColumn,
  value: string | number | boolean,
  odometerUnit: unknown,
  records: NamedRecords,
): string {
  if (name === "yard") return yardName(value, records);
  if (name === "seller")
    return records.sellers.find(({ id }) => id === value)?.name ?? String(value);
  if (kind === "choice") return say(codeName(String(value)));
  if (typeof value === "boolean") return value ? t("Yes") : t("No");
  if (typeof value !== "number" || name === "modelYear") return String(value);
  const number = groupThousands(value);
  if (prices.has(name)) return `$${number}`;
  if (name === "odometer") return `${number} ${odometerUnit === "KM" ? "km" : "mi"}`;
  return number;
}
