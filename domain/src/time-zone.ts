/** What is shown where a date is missing (specification section 8). */
export const missingDate = "N/A";

/** The zone used when neither the browser nor its offset tells (specification section 9). */
export const fallbackZone = "UTC";

/** Zones guessed from minutes east of UTC (specification section 9); only the fallback (D33). */
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
 * The zone guessed from an offset in minutes EAST of UTC (specification section 9), which is the
 * negative of `Date#getTimezoneOffset()`; UTC for an offset that the table lacks.
 */
export function guessZone(minutesEast: number): string {
  return guesses.get(minutesEast) ?? fallbackZone;
}

/** Whether `value` is an IANA zone that this engine knows; offsets such as `+05:30` are none. */
export function isTimeZone(value: string): boolean {
  return formatterIn(value, {}) !== null;
}

/** Null for a zone that this engine does not know. */
function formatterIn(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]/.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  } catch {
    return null;
  }
}

/**
 * The zone in which to show times to this visitor (specification section 9, D33): the browser's when
 * it is specific (a region and place, not a bare `UTC` or `Etc/GMT+8`), else the guess by the offset.
 */
export function zoneOrGuess(browserZone: string | null | undefined, minutesEast: number): string {
  const specific =
    browserZone != null &&
    browserZone.includes("/") &&
    !browserZone.startsWith("Etc/") &&
    isTimeZone(browserZone);
  return specific ? browserZone : guessZone(minutesEast);
}

/** Whether a zone is India's, under its present or its old name. */
export function isIndianZone(zone: string): boolean {
  return zone === "Asia/Kolkata" || zone === "Asia/Calcutta";
}

/** Milliseconds UTC, or the ISO text of the wire (D13); what is no date counts as missing. */
export type Instant = number | string | null | undefined;

/** A date in the US style with a short month, `Nov 20, 2026`; `N/A` when missing (specification section 9). */
export function formatDate(instant: Instant, zone: string): string {
  const ms = toMs(instant);
  if (ms === null) return missingDate;
  const part = partsAt(ms, zone);
  return `${part.month} ${part.day}, ${part.year}`;
}

/** The date in UTC, for calendar dates such as `2026-11-20` and for days that are counted in UTC. */
export function formatUtcDate(instant: Instant): string {
  return formatDate(instant, fallbackZone);
}

/** A time of day with its zone, `2:05 PM PST`; `N/A` when missing. Indian times end in IST (specification section 9). */
export function formatTime(instant: Instant, zone: string): string {
  const ms = toMs(instant);
  if (ms === null) return missingDate;
  const part = partsAt(ms, zone);
  return `${part.hour}:${part.minute} ${part.dayPeriod} ${zoneName(part.timeZoneName, zone)}`;
}

/**
 * A date and time with its zone, `Nov 20, 2026, 2:05 PM PST`; `N/A` when missing. For an auction pass
 * its own zone: it is always printed beside the time (D33).
 */
export function formatDateTime(instant: Instant, zone: string): string {
  if (toMs(instant) === null) return missingDate;
  return `${formatDate(instant, zone)}, ${formatTime(instant, zone)}`;
}

/** The calendar date of an instant in a zone, `2026-11-20`. */
export function calendarDateIn(ms: number, zone: string): string {
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 10);
}

/** What clocks in a zone show at an instant, to the minute: `2026-11-20T14:05`. */
export function wallTimeIn(ms: number, zone: string): string {
  return new Date(ms + offsetMs(ms, zone)).toISOString().slice(0, 16);
}

/** The hour of the day, 0 to 23, that clocks in a zone show at an instant. */
export function hourIn(ms: number, zone: string): number {
  return new Date(ms + offsetMs(ms, zone)).getUTCHours();
}

/**
 * The instant (ms UTC) at which clocks in a zone show a wall time (`2026-11-20T14:05` or with
 * seconds). A time that a clock change skips is taken as if the clocks had not been changed yet; of
 * one that it repeats the earlier instant is meant.
 * @throws RangeError when the text is no such time.
 */
export function wallTimeToMs(wallTime: string, zone: string): number {
  const asUtc = Date.parse(`${wallTime}Z`);
  const wellFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wallTime) && !Number.isNaN(asUtc);
  // The round trip refuses dates such as the 30th of February, which engines roll over.
  if (!wellFormed || !new Date(asUtc).toISOString().startsWith(wallTime)) {
    throw new RangeError(`Not a wall time: ${wallTime}`);
  }
  // No zone changes its clocks twice within two days, so these are the only offsets that can apply.
  const before = asUtc - offsetMs(asUtc - 86_400_000, zone);
  const after = asUtc - offsetMs(asUtc + 86_400_000, zone);
  const shown = [before, after].filter((ms) => ms + offsetMs(ms, zone) === asUtc);
  return shown.length === 0 ? before : Math.min(...shown);
}

function toMs(instant: Instant): number | null {
  if (instant === null || instant === undefined || instant === "") return null;
  const ms = new Date(instant).getTime();
  return Number.isNaN(ms) ? null : ms;
}

function zoneName(name: string, zone: string): string {
  // US English calls it GMT+5:30; the specification wants the suffix IST.
  return isIndianZone(zone) ? "IST" : name;
}

function offsetMs(ms: number, zone: string): number {
  const part = numericPartsAt(ms, zone);
  const shown = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return shown - Math.floor(ms / 1000) * 1000;
}

const shownOptions: Intl.DateTimeFormatOptions = {
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};
const numericOptions: Intl.DateTimeFormatOptions = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
};

const mostFormatters = 200;

/** Formatters built once for each zone, since building one takes many times longer than using it. */
function formatters(options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (zone: string): Intl.DateTimeFormat => {
    const made = known.get(zone) ?? formatter(zone, options);
    if (known.size >= mostFormatters) known.clear();
    known.set(zone, made);
    return made;
  };
}

/** A browser may not know a zone that is newer than it is; the time in UTC is still right. */
function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return (
    formatterIn(zone, options) ??
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: fallbackZone })
  );
}

const shownIn = formatters(shownOptions);
const numericIn = formatters(numericOptions);

/** The parts of a shown date, put together by us: engines differ in the spaces between them. */
function partsAt(ms: number, zone: string) {
  const shown = {
    month: "",
    day: "",
    year: "",
    hour: "",
    minute: "",
    dayPeriod: "",
    timeZoneName: "",
  };
  return collect(shown, shownIn(zone).formatToParts(ms));
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

function collect<Parts extends Record<string, string>>(
  parts: Parts,
  found: readonly Intl.DateTimeFormatPart[],
): Parts {
  const values = found.filter(({ type }) => type in parts).map(({ type, value }) => [type, value]);
  return { ...parts, ...Object.fromEntries(values) };
}
