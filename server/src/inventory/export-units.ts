import { say, t } from "@gavelyard/messages/text";
import { unitTable } from "@gavelyard/contract/inventory/unit-table";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Pool } from "pg";
import { exportBatch, sharedNames, type ExportRow } from "./export-sql.ts";
import { csvLines } from "../documents/csv.ts";
import { moneyColumns, plainColumns } from "./unit-columns.ts";

const BATCH = 2_000;

/**
 * Generates units as CSV, batch by batch. It has the columns of an import, and at the end each
 * unit's status, which an import ignores.
 */
export async function* exportedUnits(pool: Pool, units: Int32Array): AsyncGenerator<string> {
  const shared: SharedNames = {
    yards: await sharedNames(pool, "yards"),
    sellers: await sharedNames(pool, "sellers"),
  };
  yield csvLines([[...unitTable.map(({ label }) => say(label)), t("Status")]]);
  for (let from = 0; from < units.length; from += BATCH) {
    const rows = await exportBatch(pool, [...units.subarray(from, from + BATCH)]);
    yield csvLines(
      rows.map((row) => [...unitTable.map(({ name }) => cellOf(row, name, shared)), row.status]),
    );
  }
}

const plain: Readonly<Record<string, string>> = { ...plainColumns, vin: "vin" };
const money: Readonly<Record<string, string>> = moneyColumns;

type SharedNames = Readonly<Record<"yards" | "sellers", ReadonlySet<string>>>;

function cellOf(row: ExportRow, field: string, { yards, sellers }: SharedNames): string | number {
  const named = (shared: ReadonlySet<string>, name: string, id: number | null) =>
    shared.has(name.toLowerCase()) ? `#${id}` : name;
  if (field === "yard") return named(yards, row.yard_name, row.yard_id);
  if (field === "seller") return named(sellers, row.seller_name, row.seller_id);
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
