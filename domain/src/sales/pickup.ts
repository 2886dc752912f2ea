import { t } from "@gavelyard/messages/text";
import { isBusinessDay } from "../business-days.ts";
import { clockTime } from "../clock-time.ts";
import { fallbackZone, formatWith } from "../time-zone.ts";
import { calendarDateIn, wallTimeToMs } from "../wall-time.ts";

/** A yard's pickup hours: on business days, between two full hours in its time zone. */
export interface YardHours {
  readonly timeZone: string;
  /** 0 to 23. */
  readonly opensHour: number;
  /** 1 to 24. */
  readonly closesHour: number;
}

/** A pickup appointment, in the yard's time zone. */
export interface PickupSlot {
  /** `2026-11-24` */
  readonly day: string;
  readonly fromHour: number;
  /** The full hour at which it ends; greater than `fromHour`. */
  readonly untilHour: number;
}

export type PickupRefusal =
  | "LEFT"
  | "NO_WINDOW"
  | "CLOSED_DAY"
  | "OUTSIDE_HOURS"
  | "PAST"
  | "TOO_SOON"
  | "TOO_LATE"
  | "NOT_CLEARED"
  | "STANDS";

const dayMs = 86_400_000;
/** How many days ahead staff can schedule once the pickup period is over. */
const lateDays = 30;

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

/**
 * Returns the last day for an appointment: the end of the pickup period. Once it is over, staff
 * have 30 more days, since the unit still has to leave.
 */
function lastDay(nowMs: number, yard: YardHours, dueAtMs: number, staff: boolean): string {
  const late = staff && nowMs > dueAtMs;
  return calendarDateIn(late ? nowMs + lateDays * dayMs : dueAtMs, yard.timeZone);
}

/**
 * Returns the available days, ascending: business days up to the last one. Customers choose from
 * tomorrow on, so that the yard knows the evening before; staff from today on.
 */
export function pickupDays(
  nowMs: number,
  yard: YardHours,
  dueAtMs: number,
  by: "CUSTOMER" | "STAFF",
): string[] {
  const staff = by === "STAFF";
  const today = calendarDateIn(nowMs, yard.timeZone);
  const last = lastDay(nowMs, yard, dueAtMs, staff);
  const days: string[] = [];
  for (let day = staff ? today : dayAfter(today); day <= last; day = dayAfter(day)) {
    if (isBusinessDay(day)) days.push(day);
  }
  return days;
}

/** Customers can change an appointment until the end of the day before it. */
export function mayMovePickup(nowMs: number, yard: YardHours, slot: PickupSlot): boolean {
  return calendarDateIn(nowMs, yard.timeZone) < slot.day;
}

/**
 * Returns why a pickup appointment for a paid unit is refused, or null. It must be on a business
 * day, within the yard's hours, not over, and by the pickup deadline. Customers choose from
 * tomorrow on and can change an appointment until the day before it; staff can do so at any time.
 */
export function judgePickup(
  nowMs: number,
  slot: PickupSlot,
  facts: {
    readonly yard: YardHours;
    readonly dueAtMs: number;
    /** When the money is cleared (D76). */
    readonly clearsAtMs: number;
    readonly current: PickupSlot | null;
    readonly left: boolean;
  },
  by: "CUSTOMER" | "STAFF",
): PickupRefusal | null {
  const { yard, dueAtMs, clearsAtMs, current, left } = facts;
  const { day, fromHour, untilHour } = slot;
  if (left) return "LEFT";
  if (untilHour <= fromHour) return "NO_WINDOW";
  if (fromHour < yard.opensHour || untilHour > yard.closesHour) return "OUTSIDE_HOURS";
  if (!isBusinessDay(day)) return "CLOSED_DAY";
  const end = untilHour === 24 ? `${dayAfter(day)}T00:00` : `${day}T${twoDigits(untilHour)}:00`;
  if (wallTimeToMs(end, yard.timeZone) <= nowMs) return "PAST";
  if (day > lastDay(nowMs, yard, dueAtMs, by === "STAFF")) return "TOO_LATE";
  const start = wallTimeToMs(`${day}T${twoDigits(fromHour)}:00`, yard.timeZone);
  if (start < clearsAtMs) return "NOT_CLEARED";
  if (by === "STAFF") return null;
  if (current !== null && !mayMovePickup(nowMs, yard, current)) return "STANDS";
  return day <= calendarDateIn(nowMs, yard.timeZone) ? "TOO_SOON" : null;
}

const twoDigits = (hour: number): string => String(hour).padStart(2, "0");

/** Formats a full hour: "8 AM", "12 PM", "midnight" for 24. */
export const hourWords = (hour: number): string => (hour === 24 ? t("midnight") : clockTime(hour));

/** Formats a day: "Tue, Nov 24, 2026". */
export function dayWords(day: string): string {
  const options = { weekday: "short", month: "short", day: "numeric", year: "numeric" } as const;
  return formatWith(day, fallbackZone, options);
}

/** Formats an appointment: "Tue, Nov 24, 2026, 9 AM to 11 AM". */
export function pickupWords({ day, fromHour, untilHour }: PickupSlot): string {
  return t("{day}, {from} to {until}", {
    day: dayWords(day),
    from: hourWords(fromHour),
    until: hourWords(untilHour),
  });
}
