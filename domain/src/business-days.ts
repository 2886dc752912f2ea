import { calendarDateIn, wallTimeToMs } from "./wall-time.ts";

/** Default number of business days to pay for an award (D29). */
export const paymentDueDays = 3;
/** Default number of business days to pick up a paid unit. */
export const pickupDueDays = 5;

const dayMs = 86_400_000;

/**
 * Returns the US federal holidays observed within a year, as `2026-11-26`, ascending (5 USC 6103).
 * A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after, so
 * next year's New Year's Day can be observed on this December 31.
 */
export function federalHolidays(year: number): readonly string[] {
  const fixed = [
    utcDay(year, 1, 1),
    // Juneteenth has been a federal holiday since 2021.
    ...(year >= 2021 ? [utcDay(year, 6, 19)] : []),
    utcDay(year, 7, 4),
    utcDay(year, 11, 11),
    utcDay(year, 12, 25),
    utcDay(year + 1, 1, 1),
  ].map(observed);
  const floating = [
    nthWeekday(year, 1, 3, monday),
    nthWeekday(year, 2, 3, monday),
    lastMondayOfMay(year),
    nthWeekday(year, 9, 1, monday),
    nthWeekday(year, 10, 2, monday),
    nthWeekday(year, 11, 4, thursday),
  ];
  return [...fixed, ...floating]
    .map(isoDate)
    .filter((date) => date.startsWith(`${year}-`))
    .sort();
}

/** Returns whether a date (`2026-11-20`) is a weekday and not an observed federal holiday. */
export function isBusinessDay(date: string): boolean {
  const ms = parseDate(date);
  const weekday = new Date(ms).getUTCDay();
  if (weekday === saturday || weekday === sunday) return false;
  return !federalHolidays(new Date(ms).getUTCFullYear()).includes(date);
}

/**
 * Returns the date `days` business days after a date (`2026-11-20`). The date itself doesn't count;
 * 0 days returns it unchanged.
 * @throws RangeError when the date is invalid or `days` is not a whole number from 0 on.
 */
export function addBusinessDays(date: string, days: number): string {
  if (!Number.isInteger(days) || days < 0) throw new RangeError(`Not a number of days: ${days}`);
  let ms = parseDate(date);
  for (let left = days; left > 0;) {
    ms += dayMs;
    if (isBusinessDay(isoDate(ms))) left -= 1;
  }
  return isoDate(ms);
}

/** Returns the date `days` days after a date (`2026-11-20`). */
export const addDays = (date: string, days: number): string =>
  isoDate(parseDate(date) + days * dayMs);

/**
 * Returns the payment deadline of an award (D29), in ms UTC: 23:59:59 in the auction's zone, three
 * business days (or the auction's own number) after the date of the award in that zone.
 */
export function paymentDueAtMs(award: {
  readonly awardedAtMs: number;
  readonly zone: string;
  readonly days?: number;
}): number {
  const { awardedAtMs, zone, days = paymentDueDays } = award;
  const dueOn = addBusinessDays(calendarDateIn(awardedAtMs, zone), days);
  return wallTimeToMs(`${dueOn}T23:59:59`, zone);
}

const sunday = 0;
const monday = 1;
const thursday = 4;
const saturday = 6;

function utcDay(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day);
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function parseDate(date: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN;
  // The round trip rejects dates such as February 30, which some engines roll over.
  if (Number.isNaN(ms) || isoDate(ms) !== date) throw new RangeError(`Not a date: ${date}`);
  return ms;
}

function observed(ms: number): number {
  const weekday = new Date(ms).getUTCDay();
  if (weekday === saturday) return ms - dayMs;
  return weekday === sunday ? ms + dayMs : ms;
}

function nthWeekday(year: number, month: number, nth: number, weekday: number): number {
  const first = utcDay(year, month, 1);
  const untilWeekday = (weekday - new Date(first).getUTCDay() + 7) % 7;
  return first + (untilWeekday + (nth - 1) * 7) * dayMs;
}

function lastMondayOfMay(year: number): number {
  const firstOfJune = nthWeekday(year, 6, 1, monday);
  return firstOfJune - 7 * dayMs;
}
