import { t } from "@gavelyard/messages/text";
import { unitTable, valueKey } from "@gavelyard/contract/inventory/unit-table";
import { moneyColumns } from "../unit-columns.ts";
import { cellValue, usesDecimalComma, type CellValue } from "./cell-values.ts";

const LB_PER_KG = 2.204_622_6;
const IN_PER_CM = 1 / 2.54;

/** Factors to the unit of a field, by the end of its name and the unit that a header names. */
const factors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Lb: { KG: LB_PER_KG, T: 1_000 * LB_PER_KG },
  In: { CM: IN_PER_CM, MM: IN_PER_CM / 10, M: 100 * IN_PER_CM, FT: 12 },
  lengthFt: { M: (100 * IN_PER_CM) / 12, CM: IN_PER_CM / 12, IN: 1 / 12 },
};
/** Fields in US dollars. */
export const prices: ReadonlySet<string> = new Set(Object.keys(moneyColumns));
const currencies = new Set(["CAD", "EUR", "MXN", "GBP", "AUD", "CHF", "JPY"]);
const kilometers = /^(?:KM|KMS|KILOMETERS|KILOMETRES|KILÓMETROS|KILOMETROS)$/;

/** Words of a header in which people name a unit: "GVWR (kg)", "Price CAD", "Odometer, km". */
export const wordsOf = (header: string): readonly string[] =>
  header.toUpperCase().split(/[^\p{L}\p{N}]+/u);

/** Returns whether a header says that its odometer readings are in kilometers. */
export const saysKilometers = (header: string): boolean =>
  wordsOf(header).some((word) => kilometers.test(word));

function factorOf(field: string, header: string): number {
  const known = Object.entries(factors).find(([end]) => field.endsWith(end))?.[1] ?? {};
  const [, ...units] = wordsOf(header);
  return units.map((unit) => known[unit]).find((factor) => factor !== undefined) ?? 1;
}

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
    const factor = factorOf(field, header);
    const currency = prices.has(field)
      ? wordsOf(header).find((word) => currencies.has(word))
      : undefined;
    plans.set(field, (cell) => {
      const text = valueMap[field]?.[valueKey(cell)] ?? cell;
      const read = text === "" ? null : cellValue(column, text, decimalComma);
      if (read === null || "fault" in read || typeof read.value !== "number") return read;
      if (currency !== undefined)
        return {
          fault: t("Prices are in US dollars, and this column is in {currency}", { currency }),
        };
      return factor === 1 ? read : { value: Math.round(read.value * factor) };
    });
  });
  return plans;
}

/** Returns whether an import's number columns write "1.500,00". */
export function writesDecimalComma(
  mapping: readonly (string | null)[],
  rows: readonly { readonly cells: readonly string[] }[],
): boolean {
  const numbers = mapping.flatMap((field, at) =>
    unitTable.some(({ name, kind }) => name === field && kind === "number") ? [at] : [],
  );
  return usesDecimalComma(rows.flatMap(({ cells }) => numbers.map((at) => cells[at] ?? "")));
}
