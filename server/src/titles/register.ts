import { codeName } from "@gavelyard/domain/code-names";
import { mark, say } from "@gavelyard/messages/text";
import { csvLines } from "../documents/csv.ts";
import type { RegisterRow } from "./register-sql.ts";

const columns = [
  [mark("Sold on"), ({ sold_on: day }) => day],
  [mark("Invoice"), ({ invoice }) => invoice],
  [mark("Stock number"), ({ stock_number: number }) => number],
  ["VIN", ({ vin }) => vin ?? ""],
  [mark("Model year"), ({ model_year: year }) => year],
  [mark("Make"), ({ manufacturer }) => manufacturer],
  [mark("Model"), ({ model }) => model],
  [mark("Odometer"), ({ odometer }) => odometer ?? ""],
  [mark("Odometer unit"), ({ odometer_unit: unit }) => say(codeName(unit))],
  [mark("Odometer reading"), ({ odometer_brand: brand }) => say(codeName(brand))],
  [mark("Most recent owner"), ({ owner }) => owner ?? ""],
  [mark("Buyer"), ({ buyer }) => buyer],
] as const satisfies readonly (readonly [string, (row: RegisterRow) => string | number])[];

/**
 * Returns the register of 49 CFR 580.9 as CSV: owner, buyer, VIN and odometer of sold units (D82). Text
 * that a spreadsheet would run as a formula is escaped. Starts with a byte order mark for older
 * spreadsheets.
 */
export function registerAsCsv(rows: readonly RegisterRow[]): string {
  const lines = [
    columns.map(([name]) => say(name)),
    ...rows.map((row) => columns.map(([, cell]) => cell(row))),
  ];
  return `\uFEFF${csvLines(lines)}`;
}
