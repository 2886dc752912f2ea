import { cachedByZone, collect, formatter } from "./time-zone.ts";

const numericOptions: Intl.DateTimeFormatOptions = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
};

const numericIn = cachedByZone((zone) => formatter(zone, numericOptions));

/** Returns the calendar date of a time in a zone, `2026-11-20`. */
export function calendarDateIn(ms: number, zone: string): string {
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 10);
}

/** Returns the wall time in a zone, to the minute: `2026-11-20T14:05`. */
export function wallTimeIn(ms: number, zone: string): string {
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 16);
}

/** Returns the hour of the day in a zone, 0 to 23. */
export function hourIn(ms: number, zone: string): number {
  return new Date(ms + offsetMs(ms, zone)).getUTCHours();
}

/**
 * Converts a wall time in a zone (`2026-11-20T14:05`, seconds optional) to ms UTC. A time that a
 * clock change skips is read with the offset before the change; a time that occurs twice means the
 * earlier one.
 * @throws RangeError when the text is not a valid time.
 */
export function wallTimeToMs(wallTime: string, zone: string): number {
  const { before, candidates } = readingsOf(wallTime, zone);
  return candidates.length === 0 ? before : Math.min(...candidates);
}

/**
 * Returns what a clock change does to a wall time that `wallTimeToMs` takes: it is skipped, occurs
 * twice, or neither.
 * @throws RangeError when the text is not a valid time.
 */
export function clockChangeAt(wallTime: string, zone: string): "SKIPPED" | "TWICE" | null {
  const different = new Set(readingsOf(wallTime, zone).candidates).size;
  if (different === 0) return "SKIPPED";
  return different > 1 ? "TWICE" : null;
}

/** Returns the times that a wall time can mean, and what it means by the offset before a change. */
function readingsOf(wallTime: string, zone: string): { before: number; candidates: number[] } {
  const asUtc = Date.parse(`${wallTime}Z`);
  const wellFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wallTime) && !Number.isNaN(asUtc);
  // The round trip rejects dates such as February 30, which engines roll over.
  if (!wellFormed || !new Date(asUtc).toISOString().startsWith(wallTime)) {
    throw new RangeError(`Not a wall time: ${wallTime}`);
  }
  // No zone changes its clocks twice within two days, so only these offsets can apply.
  const before = asUtc - offsetMs(asUtc - 86_400_000, zone);
  const after = asUtc - offsetMs(asUtc + 86_400_000, zone);
  const candidates = [before, after].filter((ms) => ms + offsetMs(ms, zone) === asUtc);
  return { before, candidates };
}

function offsetMs(ms: number, zone: string): number {
  const part = numericPartsAt(ms, zone);
  const localMs = Date.UTC(
    part.year,
    part.month - 1,
    part.day,
    part.hour,
    part.minute,
    part.second,
  );
  return localMs - Math.floor(ms / 1000) * 1000;
}

function numericPartsAt(ms: number, zone: string) {
  const none = { year: "", month: "", day: "", hour: "", minute: "", second: "" };
  const part = collect(none, numericIn(zone).formatToParts(ms));
  return {
    year: Number(part.year),
    month: Number(part.month),
    day: Number(part.day),
    hour: Number(part.hour),
    minute: Number(part.minute),
    second: Number(part.second),
  };
}
