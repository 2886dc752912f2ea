import { t } from "@gavelyard/messages/text";
import { valueKey } from "@gavelyard/contract/inventory/unit-table";
import type { UnitProblem } from "@gavelyard/domain/inventory/unit-rules";
import type { ImportColumns } from "./column-plans.ts";
import { prices, wordsOf } from "./number-units.ts";
import type { ReadUnit } from "./read-unit.ts";

/** Where a row comes from, in the file's own words; null for the United States or no word. */
export interface RowOrigin {
  readonly country: string | null;
  readonly currency: string | null;
}

const ours = new Set(["", "US", "USA", "UNITEDSTATES", "UNITEDSTATESOFAMERICA", "USD", "NA"]);
const kindOfWord: Readonly<Record<string, keyof RowOrigin>> = {
  CURRENCY: "currency",
  MONEDA: "currency",
  COUNTRY: "country",
  PAÍS: "country",
  PAIS: "country",
  PROVINCE: "country",
};

/** Returns a reader of the columns that say a row's country and currency. They aren't fields of units. */
export function originReader({
  headers,
  mapping,
}: Pick<ImportColumns, "headers" | "mapping">): (cells: readonly string[]) => RowOrigin {
  const columns = headers.flatMap((header, column) => {
    const kind = wordsOf(header).flatMap((word) => kindOfWord[word] ?? [])[0];
    return kind === undefined || (mapping[column] ?? null) !== null ? [] : [{ kind, column }];
  });
  return (cells) => {
    const foreign = (kind: keyof RowOrigin) =>
      columns
        .filter((one) => one.kind === kind)
        .map(({ column }) => cells[column]?.trim() ?? "")
        .find((text) => !ours.has(valueKey(text))) ?? null;
    const currency = foreign("currency");
    return { country: foreign("country") ?? currency, currency };
  };
}

/** Returns the errors of a row whose prices are in another currency. */
export function currencyFaults(
  { currency }: RowOrigin,
  { values, own }: Pick<ReadUnit, "values" | "own">,
): UnitProblem[] {
  if (currency === null) return [];
  return [...prices]
    .filter((field) => values.has(field) && own.has(field))
    .map((field) => ({
      field,
      message: t("Prices are in US dollars, and this row's are in {currency}", { currency }),
    }));
}

/** Where a row from abroad or its column's name leaves the unit open, only staff know it. */
export const unitUnknown = (from: string, isColumn: boolean): UnitProblem => ({
  field: "odometerUnit",
  message: isColumn
    ? t("“{column}” can be miles or kilometers. Say which.", { column: from })
    : t("This row is from {country}. Say whether its odometer is in miles or kilometers.", {
        country: from,
      }),
});

const isStatusWord = (word: string): boolean =>
  /^(?:STATUS|SOLD|AVAILABILITY|DISPOSITION|ESTADO|ESTATUS|VENDIDO)$/.test(word);
const gone =
  /^(?:SOLD|VENDID[OA]|PENDING|(?:SALE )?PENDING|ON HOLD|HOLD|WITHDRAWN|REMOVED|DELETED|UNAVAILABLE|NOT FOR SALE|DO NOT LIST)\b/i;

/**
 * Returns a reader of the columns that say that a unit is sold or held. They aren't fields of units, and
 * lists keep such rows for weeks.
 */
export function soldReader({
  headers,
  mapping,
}: Pick<ImportColumns, "headers" | "mapping">): (cells: readonly string[]) => UnitProblem[] {
  const columns = headers.flatMap((header, column) => {
    const words = wordsOf(header);
    const isLeft = (mapping[column] ?? null) === null;
    return isLeft && words.some(isStatusWord) ? [{ column, isFlag: words[0] === "SOLD" }] : [];
  });
  return (cells) =>
    columns.flatMap(({ column, isFlag }) => {
      const text = cells[column]?.trim() ?? "";
      const isSold = gone.test(text) || (isFlag && /^(?:Y|YES|TRUE|X|1|SÍ)$/i.test(text));
      if (!isSold) return [];
      const shown = text.slice(0, 40);
      const header = (headers[column] ?? "").slice(0, 40);
      return [
        {
          field: "line",
          message: t("The list says “{text}” under “{header}”. Is this unit for sale?", {
            text: shown,
            header,
          }),
        },
      ];
    });
}
