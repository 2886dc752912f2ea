import { say, t } from "@gavelyard/messages/text";
import { unitTable } from "@gavelyard/contract/inventory/unit-table";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Pool } from "pg";
import { exportBatch, sharedYardNames, type ExportRow } from "./export-sql.ts";
import { csvLines } from "../documents/csv.ts";
import { moneyColumns, plainColumns } from "./unit-columns.ts";

const BATCH = 2_000;

/**
 * Generates units as CSV, batch by batch. It has the columns of an import, and at the end each
 * unit's status, which an import ignores.
 */
export async function* exportedUnits(pool: Pool, units: Int32Array): AsyncGenerator<string> {
  const sharedNames = await sharedYardNames(pool);
  yield csvLines([[...unitTable.map(({ label }) => say(label)), t("Status")]]);
  for (let from = 0; from < units.length; from += BATCH) {
    const rows = await exportBatch(pool, [...units.subarray(from, from + BATCH)]);
    yield csvLines(
      rows.map((row) => [
        ...unitTable.map(({ name }) => cellOf(row, name, sharedNames)),
        row.status,
      ]),
    );
  }
}

const plain: Readonly<Record<string, string>> = { ...plainColumns, vin: "vin" };
const money: Readonly<Record<string, string>> = moneyColumns;

function cellOf(row: ExportRow, field: string, sharedNames: ReadonlySet<string>): string | number {
  if (field === "yard") {
    return sharedNames.has(row.yard_name.toLowerCase()) ? `#${row.yard_id}` : row.yard_name;
  }
  if (field === "identifierType") return text(row["identifier_type"]);
  const cents = money[field];
  if (cents !== undefined) {
    const value = row[cents];
    return typeof value === "number" ? centsToDollars(value) : "";
  }
  const column = plain[field];
  return text(column === undefined ? valueAt(row, field.split(".")) : row[column]);
}

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, name) =>
      typeof node === "object" && node !== null ? Reflect.get(node, name) : undefined,
    tree,
  );
}

function text(value: unknown): string | number {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" || typeof value === "number" ? value : "";
}
