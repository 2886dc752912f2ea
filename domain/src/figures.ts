const DAY_MS = 86_400_000;

/** The most days that figures are asked for at once. */
export const mostPeriodDays = 366;

/** The periods that staff choose among; days are counted in UTC, today so far among them. */
export const periodChoices = ["7d", "30d", "90d", "year", "custom"] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** Days as `2026-11-20`, both of them included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Instants as ISO text; without an end the period goes on until now. */
export interface PeriodBounds {
  readonly from: string;
  readonly to?: string;
}

/** What is wrong with days that somebody chose. */
export type PeriodProblem = "NOT_CHOSEN" | "REVERSED" | "TOO_LONG" | "FUTURE";

const lengths = { "7d": 7, "30d": 30, "90d": 90 } as const;

/**
 * The bounds of a period at `nowMs` (ms UTC): whole days in UTC, the last of them so far. They stay
 * the same all day, so that an answer can be kept under them.
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
  if ((Math.min(end, today + DAY_MS) - from) / DAY_MS > mostPeriodDays) return "TOO_LONG";
  return end > today ? { from: iso(from) } : { from: iso(from), to: iso(end) };
}

/** The period of the same length that ends where a period begins. Times are ms UTC. */
export function periodBefore({ fromMs, toMs }: Span): Span {
  return { fromMs: fromMs - (toMs - fromMs), toMs: fromMs };
}

/** Part of a time, its end not included; ms UTC. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What is left of a period without some of its whole days, each told by its start; both in order. */
export function partsBesides({ fromMs, toMs }: Span, dayStarts: readonly number[]): Span[] {
  const parts: Span[] = [];
  let at = fromMs;
  for (const day of [...dayStarts, toMs]) {
    if (at < day) parts.push({ fromMs: at, toMs: day });
    at = day + DAY_MS;
  }
  return parts;
}

/** How a figure went, and by how many percent of what it was; null where it was nothing. */
export interface Change {
  readonly direction: "UP" | "DOWN" | "SAME";
  readonly percent: number | null;
}

/** The change of a figure against the one before, in percent with one decimal. */
export function changeOf(now: number, before: number): Change {
  const direction = now > before ? "UP" : now < before ? "DOWN" : "SAME";
  if (before === 0) return { direction, percent: direction === "SAME" ? 0 : null };
  return { direction, percent: Math.round((1_000 * Math.abs(now - before)) / before) / 10 };
}

/** For how long unpaid awards are overdue. */
export const overdueAges = ["DAYS_1_7", "DAYS_8_30", "OVER_30"] as const;
export type OverdueAge = (typeof overdueAges)[number];

/** The age of a debt by the days that have begun since it was due, from 1. */
export function overdueAgeOf(days: number): OverdueAge {
  if (days <= 7) return "DAYS_1_7";
  return days <= 30 ? "DAYS_8_30" : "OVER_30";
}

/** A part of 100 with one decimal; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}

/** Lots offered and sold on a day, or in a week from that day on. */
export interface OfferedAndSold {
  readonly day: string;
  readonly offered: number;
  readonly sold: number;
}

/** The days one by one while there are so many at most, else by weeks from the first on. */
export function spansOf<Day>(days: readonly Day[], mostSingleDays: number): Day[][] {
  const step = days.length > mostSingleDays ? 7 : 1;
  return Array.from({ length: Math.ceil(days.length / step) }, (_, index) =>
    days.slice(index * step, (index + 1) * step),
  );
}

/** Few lots close on a day, so that shares of longer periods are told by week. */
const MOST_DAYS_OF_SHARES = 31;

/** What share of the lots offered was sold, by day or in longer periods by week; null where none was offered. */
export function sellThroughOf(
  days: readonly OfferedAndSold[],
): (OfferedAndSold & { readonly percent: number | null })[] {
  return spansOf(days, MOST_DAYS_OF_SHARES).map((span) => {
    const offered = span.reduce((sum, each) => sum + each.offered, 0);
    const sold = span.reduce((sum, each) => sum + each.sold, 0);
    const percent = offered === 0 ? null : percentOf(sold, offered);
    return { day: span[0]?.day ?? "", offered, sold, percent };
  });
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Null for what is no day of the calendar. */
function dayMs(day: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const ms = Date.parse(day);
  return Number.isNaN(ms) || !iso(ms).startsWith(day) ? null : ms;
}
