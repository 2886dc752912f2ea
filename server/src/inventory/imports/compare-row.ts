import {
  unitChanges,
  type NewUnit,
  type UnitChanges,
} from "@gavelyard/contract/inventory/inventory-staff";
import { unitTable } from "@gavelyard/contract/inventory/unit-table";
import { nameKey, tidyName } from "@gavelyard/domain/inventory/makes";
import type { Spellings } from "@gavelyard/domain/inventory/spellings";
import {
  keptBecause,
  unitProblems,
  type UnitProblem,
} from "@gavelyard/domain/inventory/unit-rules";
import { normalizeVin } from "@gavelyard/domain/inventory/vin";
import { centsToDollars } from "@gavelyard/domain/money";
import { t } from "@gavelyard/messages/text";
import { fieldColumns } from "../enter-unit.ts";
import { factsOf, withColumns, type HeldUnit } from "../stock-sql.ts";
import { moneyColumns, plainColumns } from "../unit-columns.ts";
import { isRecordField, recordFields, withValue, type ReadRow, type Tree } from "./read-unit.ts";

type Value = string | number | boolean;

/** A field of a unit for which a row has another value. */
export interface UnitChange {
  readonly field: string;
  readonly before: Value | null;
  readonly after: Value;
  /** Why the list doesn't change it; empty if it can (D84). */
  readonly kept: string;
}

/** What a row names its unit by; null for what it doesn't have. */
export interface RowNames {
  readonly stockNumber: string | null;
  readonly identifier: string | null;
}

/** Returns the names of a row's unit, also where the row has errors. */
export function namesOf({ unit, values }: Pick<ReadRow, "unit" | "values">): RowNames {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const identifier =
    unit === null
      ? normalizeVin(String(values.get("vin") ?? ""))
      : fieldColumns(unit, null).get("vin");
  return { stockNumber: text(values.get("stockNumber")), identifier: text(identifier) };
}

/**
 * Returns the unit that a row describes, by its VIN or else its stock number, and what contradicts
 * that: another unit's stock number, or a stock number of a unit with another VIN.
 */
export function matchOf(
  { stockNumber, identifier }: RowNames,
  held: readonly HeldUnit[],
): { readonly unit: HeldUnit | null; readonly fault: UnitProblem | null } {
  const byVin = held.find(({ vin }) => identifier !== null && vin === identifier);
  const byStock = held.find((one) => stockNumber !== null && one.stock_number === stockNumber);
  const unit = byVin ?? byStock ?? null;
  const isOther =
    byStock !== undefined &&
    (byVin === undefined ? identifier !== null && byStock.vin !== null : byVin.id !== byStock.id);
  const message = t("Another unit has this stock number");
  return { unit, fault: isOther ? { field: "stockNumber", message } : null };
}

/** Returns the fields for which a row has another value than the unit that it describes. */
export function changesOf(read: ReadRow, unit: HeldUnit, spellings: Spellings): UnitChange[] {
  const comparable = comparedBy(spellings, String(read.values.get("manufacturer") ?? ""));
  const told = new Map([...read.values].filter(([field]) => read.own.has(field)));
  const { identifier } = namesOf(read);
  if (told.has("vin") && identifier !== null) told.set("vin", identifier);
  // A reading has the unit that it would have in a new unit.
  if (told.has("odometer")) told.set("odometerUnit", read.values.get("odometerUnit") ?? "MI");
  return unitTable.flatMap(({ name: field }) => {
    const after = told.get(field);
    const before = storedValue(unit, field);
    if (after === undefined || comparable(field, after) === comparable(field, before)) return [];
    const kept = keptBecause({ status: unit.status, hasBids: unit.has_bids }, field);
    return [{ field, before, after, kept }];
  });
}

/** Names of makes and models are the same however they are spelled (D81). */
const comparedBy =
  (spellings: Spellings, make: string) =>
  (field: string, value: Value | null): Value | null => {
    if (typeof value !== "string") return value;
    if (field === "manufacturer") return nameKey(spellings.make(value));
    if (field === "model") return nameKey(spellings.model(spellings.make(make), value));
    return tidyName(value);
  };

const columns: Readonly<Record<string, string>> = {
  ...plainColumns,
  vin: "vin",
  identifierType: "identifier_type",
  yard: "yard_id",
  seller: "seller_id",
};
const money: Readonly<Record<string, string>> = moneyColumns;

/** Returns a unit's value of a field of imports; null if it has none. */
function storedValue(unit: HeldUnit, field: string): Value | null {
  const cents = unit[money[field] ?? ""];
  if (typeof cents === "number") return centsToDollars(cents);
  const column = columns[field];
  const value = column === undefined ? valueAt(unit, field.split(".")) : unit[column];
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}

const valueAt = (tree: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, name) =>
      typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined,
    tree,
  );

/**
 * Returns changes as a change of the unit. Branches of its specifications keep their other values, or
 * take the ones that a new unit would have.
 */
export function asChange(
  unit: HeldUnit,
  changes: readonly UnitChange[],
  row: NewUnit,
): UnitChanges {
  let given: Tree = {};
  for (const { field, after } of changes) {
    const path = isRecordField(field) ? [recordFields[field]] : field.split(".");
    const [, branch = ""] = path;
    if (path.length > 2 && valueAt(given, ["specs", branch]) === undefined)
      given = withValue(
        given,
        ["specs", branch],
        valueAt(unit, ["specs", branch]) ?? valueAt(row, ["specs", branch]),
      );
    given = withValue(given, path, after);
  }
  return unitChanges.parse({ ...given, id: unit.id });
}

/** Returns what would be wrong with the unit after the changes. */
export function problemsAfter(
  unit: HeldUnit,
  changes: readonly UnitChange[],
  row: NewUnit,
): UnitProblem[] {
  const taken = changes.filter(({ kept }) => kept === "");
  if (taken.length === 0) return [];
  const given = fieldColumns(asChange(unit, taken, row), unit);
  return unitProblems(factsOf(withColumns(unit, given)));
}
