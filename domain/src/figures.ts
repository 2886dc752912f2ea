const DAY_MS = 86_400_000;

export const maxPeriodDays = 366;

/** Days in the trend of one record, in UTC; the last one is today. */
export const trendDays = 14;

/** Equal parts of an auction's time in which its bids are counted. */
export const trendParts = 12;

/** Months in the trend of a user's spending; the last one is now. */
export const trendMonths = 12;

/** Periods that staff can choose. Days are in UTC, up to today. */
export const periodChoices = ["7d", "30d", "90d", "year", "custom"] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** Days as `2026-11-20`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Times as ISO text. Without `to`, the period runs until now. */
export interface PeriodBounds {
  readonly from: string;
  readonly to?: string;
}

export type PeriodProblem = "NOT_CHOSEN" | "REVERSED" | "TOO_LONG" | "FUTURE";

const lengths = { "7d": 7, "30d": 30, "90d": 90 } as const;

/**
 * Returns the bounds of a period at `nowMs`: whole days in UTC, up to today. They stay the same all
 * day, so they work as a cache key.
 */
export function periodBounds(
  choice: PeriodChoice,
  nowMs: number,
  chosen: DayRange,
): PeriodBounds | PeriodProblem {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  if (choice === "year") return { from: iso(Date.UTC(new Date(nowMs).getUTCFullYear(), 0, 1)) };
  if (choice !== "custom") return { from: iso(today - (lengths[choice] - 1) * DAY_MS) };
  const [from, to] = [dayMs(chosen.from), dayMs(chosen.to)];
  if (from === null || to === null) return "NOT_CHOSEN";
  if (from > to) return "REVERSED";
  if (from > today) return "FUTURE";
  const end = to + DAY_MS;
  if ((Math.min(end, today + DAY_MS) - from) / DAY_MS > maxPeriodDays) return "TOO_LONG";
  return end > today ? { from: iso(from) } : { from: iso(from), to: iso(end) };
}

/** Returns the preceding period of the same length. */
export function periodBefore({ fromMs, toMs }: Span): Span {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
}

/** A span of time, end exclusive; ms UTC. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the parts of a period outside the whole days that start at `dayStarts` (ascending). */
export function otherParts({ fromMs, toMs }: Span, dayStarts: readonly number[]): Span[] {
  const parts: Span[] = [];
  let at = fromMs;
  for (const day of [...dayStarts, toMs]) {
    if (at < day) parts.push({ fromMs: at, toMs: day });
    at = day + DAY_MS;
  }
  return parts;
}

/** How a figure changed, and by what percentage; null when it was 0 before. */
export interface Change {
  readonly direction: "UP" | "DOWN" | "SAME";
  readonly percent: number | null;
}

/** Returns the change between a figure and its predecessor, in percent with one decimal. */
export function changeOf(now: number, before: number): Change {
  const direction = now > before ? "UP" : now < before ? "DOWN" : "SAME";
  if (before === 0) return { direction, percent: direction === "SAME" ? 0 : null };
  return { direction, percent: Math.round((1_000 * Math.abs(now - before)) / before) / 10 };
}

/** How long unpaid awards have been overdue. */
export const overdueAges = ["DAYS_1_7", "DAYS_8_30", "OVER_30"] as const;
export type OverdueAge = (typeof overdueAges)[number];

/** Returns the age group of a debt. `days` counts from 1, the first day after the due time. */
export function overdueAgeOf(days: number): OverdueAge {
  if (days <= 7) return "DAYS_1_7";
  return days <= 30 ? "DAYS_8_30" : "OVER_30";
}

/** Returns a part in percent with one decimal; 0 when the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}

/** Lots offered and sold on a day, or in the week that starts on it. */
export interface OfferedAndSold {
  readonly day: string;
  readonly offered: number;
  readonly sold: number;
}

/** Groups days for a chart: singly up to the maximum, else by weeks from the first day. */
export function spansOf<Day>(days: readonly Day[], maxSingleDays: number): Day[][] {
  const step = days.length > maxSingleDays ? 7 : 1;
  return Array.from({ length: Math.ceil(days.length / step) }, (_, index) =>
    days.slice(index * step, (index + 1) * step),
  );
}

/** Longer periods show shares by week, since few lots close on any one day. */
const MAX_DAYS_OF_SHARES = 31;

/** Returns the sell-through by day, or by week in long periods; null where no lot was offered. */
export function sellThroughOf(
  days: readonly OfferedAndSold[],
): (OfferedAndSold & { readonly percent: number | null })[] {
  return spansOf(days, MAX_DAYS_OF_SHARES).map((span) => {
    const offered = span.reduce((sum, each) => sum + each.offered, 0);
    const sold = span.reduce((sum, each) => sum + each.sold, 0);
    const percent = offered === 0 ? null : percentOf(sold, offered);
    return { day: span[0]?.day ?? "", offered, sold, percent };
  });
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Null for text that is not a calendar date. */
function dayMs(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const ms = Date.parse(day);
  return Number.isNaN(ms) || !iso(ms).startsWith(day) ? null : ms;
}
