import { mark, say, t } from "@gavelyard/messages/text";
import { clockTime } from "./clock-time.ts";

/** The days of a week, Monday first. */
export const weekDays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type WeekDay = (typeof weekDays)[number];

const dayNames: Readonly<Record<WeekDay, string>> = {
  MO: mark("Monday"),
  TU: mark("Tuesday"),
  WE: mark("Wednesday"),
  TH: mark("Thursday"),
  FR: mark("Friday"),
  SA: mark("Saturday"),
  SU: mark("Sunday"),
};

/** Returns a day's name for use within a sentence, where Spanish writes it in lower case. */
export const dayName = (day: WeekDay): string => say(dayNames[day]);

/** Capitalizes a name for the start of a line. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Consecutive days with the same opening hours, `HH:MM` in 24-hour time. */
export interface OpeningHours {
  readonly from: WeekDay;
  readonly to: WeekDay;
  readonly opens: string;
  readonly closes: string;
}

/** Default opening hours, in `defaultHoursZone`. */
export const defaultHours: readonly OpeningHours[] = [
  { from: "MO", to: "FR", opens: "08:00", closes: "18:00" },
];
export const defaultHoursZone = "America/Los_Angeles";

/** Returns the days of a row, Monday first; empty if they're in reverse order. */
export function daysOf({ from, to }: Pick<OpeningHours, "from" | "to">): WeekDay[] {
  return weekDays.slice(weekDays.indexOf(from), weekDays.indexOf(to) + 1);
}

export type HoursProblem = "DAYS_BACKWARDS" | "NEVER_OPEN" | "DAY_TWICE";

/** Returns the first problem with opening hours and its row, or null. */
export function hoursProblem(
  rows: readonly OpeningHours[],
): { readonly code: HoursProblem; readonly index: number } | null {
  const seen = new Set<WeekDay>();
  for (const [index, row] of rows.entries()) {
    const days = daysOf(row);
    if (days.length === 0) return { code: "DAYS_BACKWARDS", index };
    if (row.closes <= row.opens) return { code: "NEVER_OPEN", index };
    if (days.some((day) => seen.has(day))) return { code: "DAY_TWICE", index };
    for (const day of days) seen.add(day);
  }
  return null;
}

function timeOf(text: string): string {
  const [hour, minute] = text.split(":").map(Number);
  return clockTime(hour ?? 0, minute);
}

/** Formats a row for people: "Monday to Friday, 8 AM to 6 PM". */
export function hoursLine({ from, to, opens, closes }: OpeningHours): string {
  const days =
    from === to ? dayName(from) : t("{from} to {to}", { from: dayName(from), to: dayName(to) });
  return t("{days}, {opens} to {closes}", {
    days: capitalized(days),
    opens: timeOf(opens),
    closes: timeOf(closes),
  });
}
