import { t } from "@gavelyard/messages/text";
import { unitTable, valueKey } from "@gavelyard/contract/inventory/unit-table";
import { cellValue, type CellValue } from "./cell-values.ts";
import { currencyOf, headerFactor, prices } from "./number-units.ts";

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
    const currency = prices.has(field) ? currencyOf(header) : null;
    plans.set(field, (cell) => {
      const text = valueMap[field]?.[valueKey(cell)] ?? cell;
      const style = { decimalComma, factor: factor ?? 1 };
      const read = text === "" ? null : cellValue(column, text, style);
      if (read === null || "fault" in read || typeof read.value !== "number") return read;
      if (currency !== null)
        return {
          fault: t("Prices are in US dollars, and this column is in {currency}", { currency }),
        };
      if (factor === null)
        return {
          fault: t("The column “{header}” is in a unit that this field doesn't take", { header }),
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
