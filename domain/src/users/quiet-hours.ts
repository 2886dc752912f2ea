import { calendarDateIn, hourIn, wallTimeToMs } from "../wall-time.ts";

/** Hours without pushes in a person's time zone, 0 to 23; they may span midnight (D49). */
export interface QuietHours {
  readonly fromHour: number;
  readonly untilHour: number;
}

/** Returns when clocks in a zone next show `hour` after `nowMs`, in ms. */
export function nextHour(nowMs: number, hour: number, timeZone: string): number {
  const today = calendarDateIn(nowMs, timeZone);
  for (const days of [0, 1]) {
    const date = new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    const at = wallTimeToMs(`${date}T${String(hour).padStart(2, "0")}:00`, timeZone);
    if (at > nowMs) return at;
  }
  throw new RangeError(`${hour} is not an hour of the day`);
}

/** Returns when the quiet hours around `nowMs` end, in ms; null outside quiet hours. */
export function quietUntil(
  nowMs: number,
  quiet: QuietHours | null,
  timeZone: string,
): number | null {
  if (quiet === null) return null;
  const { fromHour, untilHour } = quiet;
  const hour = hourIn(nowMs, timeZone);
  const isQuiet =
    fromHour <= untilHour
      ? fromHour <= hour && hour < untilHour
      : hour >= fromHour || hour < untilHour;
  return isQuiet ? nextHour(nowMs, untilHour, timeZone) : null;
}
