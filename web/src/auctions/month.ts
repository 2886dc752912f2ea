import { fallbackZone, formatWith } from "@gavelyard/domain/time-zone";
import { calendarDateIn } from "@gavelyard/domain/wall-time";

const DAY_MS = 86_400_000;

/** A calendar entry: its start and end, in its own zone (D33). */
export interface Dated {
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly timeZone: string;
}

/**
 * One day of a month's grid, `2026-11-20`; the first and last weeks include days of other months.
 */
export interface Day<Item> {
  readonly date: string;
  readonly inMonth: boolean;
  readonly items: readonly Item[];
}

const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Returns the month (`2026-11`) in an address, or else the month of a date (`2026-11-20`). */
export function monthOf(text: string | null, date: string): string {
  return text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : date.slice(0, 7);
}

/** Formats a calendar date (`2026-11-20`); the result doesn't depend on the zone. */
export function writtenDate(date: string, options: Intl.DateTimeFormatOptions): string {
  return formatWith(date, fallbackZone, options);
}

export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return dateOf(Date.UTC(year, number - 1 + by, 1)).slice(0, 7);
}

/** Returns the full weeks of a month, from Sunday, with the entries of each day. */
export function sheetOf<Item extends Dated>(month: string, all: readonly Item[]): Day<Item>[] {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const from = first - new Date(first).getUTCDay() * DAY_MS;
  const after = Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`);
  const weeks = Math.ceil((after - from) / DAY_MS / 7);
  const spans = all.flatMap((item) =>
    item.startTime === null || item.endTime === null
      ? []
      : [
          {
            item,
            first: calendarDateIn(Date.parse(item.startTime), item.timeZone),
            // An entry that ends at midnight is not on the day that starts then.
            last: calendarDateIn(Date.parse(item.endTime) - 1, item.timeZone),
          },
        ],
  );
  return Array.from({ length: weeks * 7 }, (_, index) => {
    const date = dateOf(from + index * DAY_MS);
    const items = spans.filter((span) => span.first <= date && date <= span.last);
    return { date, inMonth: date.startsWith(month), items: items.map(({ item }) => item) };
  });
}
