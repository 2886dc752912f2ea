import { locales } from "@gavelyard/messages/languages";
import { currentLanguage, msg, say, t, type Message } from "@gavelyard/messages/text";

/** Text for a missing date (specification section 8). */
export const missingDate = "N/A";

/** Zone used when neither the browser's zone nor its offset is usable (specification section 9). */
export const fallbackZone = "UTC";

/** Zones by minutes east of UTC (specification section 9); only a fallback (D33). */
const guesses: ReadonlyMap<number, string> = new Map([
  [330, "Asia/Kolkata"],
  [-480, "America/Los_Angeles"],
  [-420, "America/Denver"],
  [-360, "America/Chicago"],
  [-300, "America/New_York"],
  [0, "UTC"],
  [60, "Europe/London"],
  [120, "Europe/Berlin"],
  [600, "Australia/Sydney"],
  [570, "Australia/Adelaide"],
  [480, "Australia/Perth"],
]);

/**
 * Guesses a zone from an offset in minutes EAST of UTC (specification section 9), which is the
 * negative of `Date#getTimezoneOffset()`. Returns UTC for offsets that are not in the table.
 */
export function guessZone(minutesEast: number): string {
  return guesses.get(minutesEast) ?? fallbackZone;
}

/**
 * Returns whether this engine supports `value` as an IANA zone; offsets such as `+05:30` are not.
 */
export function isTimeZone(value: string): boolean {
  return formatterIn(value, {}) !== null;
}

/** Returns null for a zone that this engine does not support. */
function formatterIn(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = locales[currentLanguage()],
): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]/.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone });
  } catch {
    return null;
  }
}

/**
 * Returns the zone for a visitor's times (specification section 9, D33): the browser's zone when it
 * is specific (a region and place, not `UTC` or `Etc/GMT+8`), else a guess from the offset.
 */
export function zoneOrGuess(browserZone: string | null | undefined, minutesEast: number): string {
  const specific =
    browserZone != null &&
    browserZone.includes("/") &&
    !browserZone.startsWith("Etc/") &&
    isTimeZone(browserZone);
  return specific ? browserZone : guessZone(minutesEast);
}

/** Whether a zone is India's, by its current or old name. */
export function isIndianZone(zone: string): boolean {
  return zone === "Asia/Kolkata" || zone === "Asia/Calcutta";
}

/** Milliseconds UTC, or the wire's ISO text (D13). Invalid dates count as missing. */
export type Instant = number | string | null | undefined;

/**
 * Formats a date in US style with a short month, `Nov 20, 2026`; `N/A` when missing (specification
 * section 9).
 */
export function formatDate(instant: Instant, zone: string): string {
  const ms = toMs(instant);
  if (ms === null) return missingDate;
  const part = partsAt(ms, zone);
  return currentLanguage() === "es"
    ? `${dayOf(part)} ${part.year}`
    : `${dayOf(part)}, ${part.year}`;
}

/** `Nov 20`, in Spanish `20 nov`. */
const dayOf = ({ month, day }: { readonly month: string; readonly day: string }): string =>
  currentLanguage() === "es" ? `${day} ${month}` : `${month} ${day}`;

/** Formats a date in UTC, for calendar dates such as `2026-11-20`. */
export function formatUtcDate(instant: Instant): string {
  return formatDate(instant, fallbackZone);
}

/** Formats a day in UTC without its year, `Nov 20`. */
export function formatUtcDay(instant: Instant): string {
  const ms = toMs(instant);
  return ms === null ? missingDate : dayOf(partsAt(ms, fallbackZone));
}

/**
 * Formats a time of day with its zone, `2:05 PM PST`; `N/A` when missing. Indian times end in IST
 * (specification section 9).
 */
export function formatTime(instant: Instant, zone: string): string {
  const ms = toMs(instant);
  if (ms === null) return missingDate;
  const part = partsAt(ms, zone);
  return `${part.hour}:${part.minute} ${part.dayPeriod} ${zoneName(part.timeZoneName, zone)}`;
}

/**
 * Formats a date and time with its zone, `Nov 20, 2026, 2:05 PM PST`; `N/A` when missing. For an
 * auction, pass its own zone, which is always printed next to the time (D33).
 */
export function formatDateTime(instant: Instant, zone: string): string {
  if (toMs(instant) === null) return missingDate;
  return `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`;
}

/** Weekdays in which a weekday alone names a day to come. */
const NAMED_DAYS_MS = 6 * 86_400_000;

/**
 * Formats a date and time for somebody who acts on it, without what they know: `Thu 2:05 PM PST`
 * within the next six days, `Nov 20, 2:05 PM PST` in the year of `nowMs`, else in full (D33).
 */
export function formatNear(instant: Instant, zone: string, nowMs: number): string {
  const ms = toMs(instant);
  if (ms === null) return missingDate;
  const part = partsAt(ms, zone);
  if (ms >= nowMs && ms < nowMs + NAMED_DAYS_MS) return `${part.weekday} ${formatTime(ms, zone)}`;
  return part.year === partsAt(nowMs, zone).year
    ? `${dayOf(part)}, ${formatTime(ms, zone)}`
    : formatDateTime(ms, zone);
}

/**
 * Formats a time in the reader's zone, `9:00 PM your time`, to show next to the time in another
 * zone; with the date if it differs, and IST for Indian times. Null when both clocks show the same, or without a time.
 */
export function formatReadersTime(
  instant: Instant,
  zone: string,
  readersZone: string,
): string | null {
  const ms = toMs(instant);
  if (ms === null) return null;
  const there = partsAt(ms, zone);
  const { month, day, hour, minute, dayPeriod } = partsAt(ms, readersZone);
  const suffix = isIndianZone(readersZone) ? " IST" : "";
  const time = `${hour}:${minute} ${dayPeriod}${suffix}`;
  if (day !== there.day)
    return t("{time} your time", { time: `${dayOf({ month, day })}, ${time}` });
  const isSame = hour === there.hour && minute === there.minute && dayPeriod === there.dayPeriod;
  return isSame ? null : t("{time} your time", { time });
}

function toMs(instant: Instant): number | null {
  if (instant === null || instant === undefined || instant === "") return null;
  const ms = new Date(instant).getTime();
  return Number.isNaN(ms) ? null : ms;
}

function zoneName(name: string, zone: string): string {
  // US English calls it GMT+5:30; the specification requires the suffix IST.
  return isIndianZone(zone) ? "IST" : name;
}

const shownOptions: Intl.DateTimeFormatOptions = {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};
const MAX_CACHED = 200;

/** Caches a value per zone and language, since formatters are slow to make. */
export function cachedByZone<T>(make: (zone: string) => T): (zone: string) => T {
  const cache = new Map<string, T>();
  return (zone) => {
    const key = `${currentLanguage()} ${zone}`;
    const value = cache.get(key) ?? make(zone);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, value);
    return value;
  };
}

/** An old browser may not support a newer zone; the time in UTC is still correct. */
export function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (
    formatterIn(zone, options) ??
    new Intl.DateTimeFormat(locales[currentLanguage()], { ...options, timeZone: fallbackZone })
  );
}

/**
 * Formats an instant in a zone and the reader's language where none of the other formats fits.
 * Indian times end in IST (specification section 9).
 */
export function formatWith(
  instant: Instant,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const ms = toMs(instant);
  if (ms === null) return missingDate;
  const parts = formatter(zone, options).formatToParts(ms);
  return parts
    .map(({ type, value }) => (type === "timeZoneName" ? zoneName(value, zone) : value))
    .join("");
}

const shownIn = cachedByZone((zone) => formatter(zone, shownOptions));

/**
 * US zones whose Spanish names in engines aren't the ones people use, by the engine's English name.
 * `msg` gives the Spanish one.
 */
const zoneNames: ReadonlyMap<string, Message> = new Map([
  ["Eastern Time", msg("Eastern Time")],
  ["Central Time", msg("Central Time")],
  ["Mountain Time", msg("Mountain Time")],
  ["Mountain Standard Time", msg("Mountain Standard Time")],
]);

/** Returns a zone's everyday name, `Eastern Time` for `America/New_York`. */
export const zoneTitle = cachedByZone((zone) => {
  const nameIn = (locale: string) => {
    const format = formatterIn(zone, { timeZoneName: "longGeneric" }, locale);
    return format?.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value;
  };
  const local = nameIn(locales[currentLanguage()]) ?? fallbackZone;
  const translated =
    currentLanguage() === "en" ? undefined : zoneNames.get(nameIn(locales.en) ?? "");
  return translated === undefined ? local : say(translated);
});

/** Returns the parts of a date, which we join, since engines differ in the spaces between them. */
function partsAt(ms: number, zone: string) {
  const none = {
    weekday: "",
    month: "",
    day: "",
    year: "",
    hour: "",
    minute: "",
    dayPeriod: "",
    timeZoneName: "",
  };
  return collect(none, shownIn(zone).formatToParts(ms));
}

/** Returns the values of a formatted date's parts, or those given where it has none. */
export function collect<Parts extends Record<string, string>>(
  parts: Parts,
  found: readonly Intl.DateTimeFormatPart[],
): Parts {
  const values = found.filter(({ type }) => type in parts).map(({ type, value }) => [type, value]);
  return { ...parts, ...Object.fromEntries(values) };
}
