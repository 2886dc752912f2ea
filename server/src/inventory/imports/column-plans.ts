import { t } from "@gavelyard/messages/text";
import { unitTable, valueKey } from "@gavelyard/contract/inventory/unit-table";
import { cellValue, type CellValue } from "./cell-values.ts";
import { headerFactor, prices, wordsOf } from "./number-units.ts";

const currencies = new Set(["CAD", "EUR", "MXN", "GBP", "AUD", "CHF", "JPY"]);
const kilometers = /^(?:KM|KMS|KILOMETERS|KILOMETRES|KILÓMETROS|KILOMETROS)$/;

/** Returns whether a header says that its odometer readings are in kilometers. */
export const saysKilometers = (header: string): boolean =>
  wordsOf(header).some((word) => kilometers.test(word));

/** Facts of an import that decide how its cells are read. */
export interface ImportColumns {
  readonly headers: readonly string[];
  readonly mapping: readonly (string | null)[];
  readonly decimalComma: boolean;
  readonly valueMap: ValueMap;
}

/** By field: what texts of the file mean, under their `valueKey`. An empty meaning is no value. */
export type ValueMap = Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;

/** By field: how a cell of its column becomes a value. */
export type ColumnPlans = ReadonlyMap<string, (cell: string) => CellValue | null>;

/** Returns a plan for each field that a column has. */
export function columnPlans({
  headers,
  mapping,
  decimalComma,
  valueMap,
}: ImportColumns): ColumnPlans {
  const plans = new Map<string, (cell: string) => CellValue | null>();
  mapping.forEach((field, at) => {
    const column = unitTable.find(({ name }) => name === field);
    if (field === null || column === undefined) return;
    const header = headers[at] ?? "";
    const factor = headerFactor(field, header);
    const currency = prices.has(field)
      ? wordsOf(header).find((word) => currencies.has(word))
      : undefined;
    plans.set(field, (cell) => {
      const text = valueMap[field]?.[valueKey(cell)] ?? cell;
      const read = text === "" ? null : cellValue(column, text, { decimalComma, factor });
      if (read === null || "fault" in read || typeof read.value !== "number") return read;
      if (currency !== undefined)
        return {
          fault: t("Prices are in US dollars, and this column is in {currency}", { currency }),
        };
      return read;
    });
  });
  return plans;
}

/** Returns the texts of an import's number columns. */
export function numberTextsOf(
  mapping: readonly (string | null)[],
  rows: readonly { readonly cells: readonly string[] }[],
): string[] {
  const numbers = mapping.flatMap((field, at) =>
    unitTable.some(({ name, kind }) => name === field && kind === "number") ? [at] : [],
  );
  return rows.flatMap(({ cells }) => numbers.map((at) => cells[at] ?? ""));
}
