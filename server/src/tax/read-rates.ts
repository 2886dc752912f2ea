import { msg, type Message } from "@gavelyard/messages/text";
import { day as calendarDay } from "@gavelyard/contract/common";
import type { TaxRateLine } from "@gavelyard/contract/tax";
import { haulClasses } from "@gavelyard/domain/sales/haul-class";

/** A table as imports of units read it. */
export interface RateTable {
  readonly headers: readonly string[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
}

/** Names of columns in public tables, in lower case and without spaces and marks. */
const names = {
  state: ["state", "statecode", "stateabbreviation"],
  zip: ["zip", "zipcode", "postalcode", "zip5"],
  percent: [
    "combinedrate",
    "estimatedcombinedrate",
    "totalrate",
    "combinedsalestaxrate",
    "totalsalestaxrate",
    "rate",
    "taxrate",
    "percent",
  ],
  unitClass: ["unitclass", "class"],
  startsOn: ["startson", "firstday", "startdate", "begindate", "effectivedate", "from"],
} as const;
type Column = keyof typeof names;

const plain = (header: string) => header.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** Rates of tables that write 8.875 % as 0.08875. No place taxes less than half a percent in all. */
const MOST_AS_FRACTION = 0.5;

interface ReadRate extends Omit<TaxRateLine, "percent"> {
  readonly row: number;
  readonly rate: number;
}

/**
 * Reads rates of sales tax from a table. Rates are percentages, or fractions where none is above 0.5.
 * @param startsOn for tables without a column for it
 * @returns the rates, or what is wrong with the table
 */
export function ratesOf({ headers, rows }: RateTable, startsOn: string): TaxRateLine[] | Message {
  const at = (column: Column) =>
    headers.findIndex((header) => names[column].some((name) => name === plain(header)));
  const [state, percent] = [at("state"), at("percent")];
  if (state < 0 || percent < 0) {
    return msg("The first row needs columns named State and Rate, and ZIP code for rates by place");
  }
  const columns = { zip: at("zip"), unitClass: at("unitClass"), startsOn: at("startsOn") };
  const read: ReadRate[] = [];
  const seen = new Map<string, ReadRate>();
  for (const { row, cells } of rows) {
    const cell = (index: number) => (index < 0 ? "" : (cells[index] ?? "").trim());
    const rate = Number(cell(percent).replace(/%$/, ""));
    const zip = cell(columns.zip).replace(/-\d{4}$/, "");
    const unitClass = cell(columns.unitClass).toUpperCase();
    const known = haulClasses.find((one) => one === unitClass);
    const from = dayOf(cell(columns.startsOn)) ?? (cell(columns.startsOn) === "" ? startsOn : null);
    const code = cell(state).toUpperCase();
    const fault = !/^[A-Z]{2}$/.test(code)
      ? msg("Row {row}: the state isn't two letters", { row })
      : !/^\d{0,5}$/.test(zip)
        ? msg("Row {row}: the ZIP code isn't five digits", { row })
        : cell(percent) === "" || !(rate >= 0 && rate <= 100)
          ? msg("Row {row}: the rate isn't a number from 0 to 100", { row })
          : unitClass !== "" && known === undefined
            ? msg("Row {row}: the class isn't one of {classes}", {
                row,
                classes: haulClasses.join(", "),
              })
            : from === null
              ? msg("Row {row}: the day isn't a date like 2026-11-24", { row })
              : null;
    if (fault !== null || from === null) return fault ?? msg("The file is empty");
    const line: ReadRate = {
      row,
      state: code,
      // Spreadsheets drop the zeros in front.
      zip: zip === "" ? null : zip.padStart(5, "0"),
      unitClass: known ?? null,
      startsOn: from,
      rate,
    };
    const key = JSON.stringify([line.state, line.zip, line.unitClass, line.startsOn]);
    const other = seen.get(key);
    if (other !== undefined && other.rate !== rate) {
      return msg("Rows {row} and {other} have different rates for the same place", {
        row: other.row,
        other: row,
      });
    }
    if (other !== undefined) continue;
    seen.set(key, line);
    read.push(line);
  }
  if (read.length === 0) return msg("The file is empty");
  const isFraction = read.every(({ rate }) => rate <= MOST_AS_FRACTION);
  return read.map(({ row: _row, rate, ...line }) => ({
    ...line,
    percent: Math.round((isFraction ? rate * 100 : rate) * 1_000) / 1_000,
  }));
}

/** Returns a date as `2026-11-24`; null for other texts. */
function dayOf(text: string): string | null {
  const iso = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text);
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [year, month, day] =
    iso !== null ? [iso[1], iso[2], iso[3]] : us !== null ? [us[3], us[1], us[2]] : [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return calendarDay.safeParse(date).success ? date : null;
}
