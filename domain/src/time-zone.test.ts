import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { inEnglish, setTranslator } from "@gavelyard/messages/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatNear,
  formatReadersTime,
  formatTime,
  formatWith,
  guessZone,
  isTimeZone,
  zoneOrGuess,
  zoneTitle,
} from "./time-zone.ts";
import { clockChangeAt, calendarDateIn, wallTimeIn, wallTimeToMs } from "./wall-time.ts";

describe("a time to act on (D33)", () => {
  const now = Date.parse("2026-11-20T22:05:00Z");
  test.each([
    ["now", "2026-11-20T22:05:00Z", "Fri 2:05 PM PST"],
    ["within six days", "2026-11-26T22:04:59Z", "Thu 2:04 PM PST"],
    ["six days away", "2026-11-26T22:05:00Z", "Nov 26, 2:05 PM PST"],
    ["just past", "2026-11-20T22:04:59Z", "Nov 20, 2:04 PM PST"],
    ["this year, in the zone", "2027-01-01T07:59:00Z", "Dec 31, 11:59 PM PST"],
    ["another year", "2027-01-01T08:00:00Z", "Jan 1, 2027, 12:00 AM PST"],
    ["missing", null, "N/A"],
  ])("%s", (_when, at, text) => {
    expect(formatNear(at, "America/Los_Angeles", now)).toBe(text);
  });

  test("has its weekday in the reader's language", () => {
    setTranslator({ language: () => "es", say: () => undefined });
    const text = formatNear("2026-11-21T22:05:00Z", "America/Los_Angeles", now);
    setTranslator(inEnglish);
    expect(text).toMatch(/^sáb 2:05/);
  });
});

describe("guessZone (specification section 9)", () => {
  test.each([
    [330, "Asia/Kolkata"],
    [-480, "America/Los_Angeles"],
    [-420, "America/Denver"],
    [-360, "America/Chicago"],
    [-300, "America/New_York"],
    [0, "UTC"],
    [-0, "UTC"],
    [60, "Europe/London"],
    [120, "Europe/Berlin"],
    [600, "Australia/Sydney"],
    [570, "Australia/Adelaide"],
    [480, "Australia/Perth"],
    [345, "UTC"],
    [-240, "UTC"],
    [Number.NaN, "UTC"],
  ])("%d minutes east is %s", (minutesEast, zone) => {
    expect(guessZone(minutesEast)).toBe(zone);
  });
});

describe("zoneOrGuess (D33)", () => {
  test.each([
    ["America/Phoenix", -420, "America/Phoenix"],
    ["Asia/Calcutta", 330, "Asia/Calcutta"],
    ["America/Argentina/Ushuaia", -180, "America/Argentina/Ushuaia"],
    ["UTC", 330, "Asia/Kolkata"],
    ["Etc/GMT+8", -480, "America/Los_Angeles"],
    ["GMT", 0, "UTC"],
    ["", -300, "America/New_York"],
    [null, -300, "America/New_York"],
    [undefined, 15, "UTC"],
    ["Mars/Olympus", 60, "Europe/London"],
    ["+05:30", 330, "Asia/Kolkata"],
  ])("%j with %d minutes east is %s", (browserZone, minutesEast, zone) => {
    expect(zoneOrGuess(browserZone, minutesEast)).toBe(zone);
  });
});

test.each([
  ["America/Chicago", true],
  ["UTC", true],
  ["Mars/Olympus", false],
  ["", false],
  ["+05:30", false],
])("isTimeZone(%j) is %j", (value, known) => {
  expect(isTimeZone(value)).toBe(known);
});

describe("formatted dates and times", () => {
  const moment = "2026-11-20T22:05:00Z";
  test.each([
    ["America/Los_Angeles", "Nov 20, 2026, 2:05 PM PST"],
    ["America/New_York", "Nov 20, 2026, 5:05 PM EST"],
    ["America/Phoenix", "Nov 20, 2026, 3:05 PM MST"],
    ["Asia/Kolkata", "Nov 21, 2026, 3:35 AM IST"],
    ["Asia/Calcutta", "Nov 21, 2026, 3:35 AM IST"],
    ["UTC", "Nov 20, 2026, 10:05 PM UTC"],
  ])("in %s it is %s", (zone, text) => {
    expect(formatDateTime(moment, zone)).toBe(text);
    expect(formatDateTime(Date.parse(moment), zone)).toBe(text);
  });

  test("summer time has its own name, midnight and noon are 12", () => {
    expect(formatTime("2026-07-04T07:00:00Z", "America/Los_Angeles")).toBe("12:00 AM PDT");
    expect(formatTime("2026-07-04T19:00:00Z", "America/Los_Angeles")).toBe("12:00 PM PDT");
    expect(formatDate("2026-07-04T07:00:00Z", "America/Los_Angeles")).toBe("Jul 4, 2026");
  });

  test.each([null, undefined, "", "soon", Number.NaN])(
    "%j is N/A (specification section 8)",
    (missing) => {
      for (const format of [formatDate, formatTime, formatDateTime]) {
        expect(format(missing, "America/Chicago")).toBe("N/A");
      }
    },
  );

  test("the epoch counts as a date", () => {
    expect(formatDate(0, "UTC")).toBe("Jan 1, 1970");
  });

  test("an unknown zone falls back to UTC, and says so", () => {
    expect(formatDateTime(moment, "Mars/Olympus")).toBe("Nov 20, 2026, 10:05 PM UTC");
  });
});

test.each([
  ["2026-11-21T07:59:59Z", "America/Los_Angeles", "2026-11-20"],
  ["2026-11-21T08:00:00Z", "America/Los_Angeles", "2026-11-21"],
  ["2026-11-20T18:30:00Z", "Asia/Kolkata", "2026-11-21"],
])("the date of %s in %s is %s", (moment, zone, date) => {
  expect(calendarDateIn(Date.parse(moment), zone)).toBe(date);
});

describe("wallTimeToMs", () => {
  test.each([
    ["2026-11-20T14:05", "America/Los_Angeles", "2026-11-20T22:05:00Z", "winter"],
    ["2026-07-04T14:05:30", "America/Los_Angeles", "2026-07-04T21:05:30Z", "summer"],
    ["2026-11-21T03:35", "Asia/Kolkata", "2026-11-20T22:05:00Z", "a zone with half an hour"],
    ["2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00Z", "skipped by a clock change"],
    ["2026-03-08T03:00", "America/New_York", "2026-03-08T07:00:00Z", "just after the gap"],
    ["2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00Z", "occurs twice: the earlier"],
    ["2026-11-01T02:00", "America/New_York", "2026-11-01T07:00:00Z", "just after it"],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", "a change of half an hour"],
    ["2026-01-01T00:00", "UTC", "2026-01-01T00:00:00Z", "UTC"],
  ])("%s in %s is %s (%s)", (wallTime, zone, moment) => {
    expect(new Date(wallTimeToMs(wallTime, zone)).toISOString()).toBe(
      new Date(moment).toISOString(),
    );
  });

  test.each([
    "",
    "2026-11-20",
    "2026-11-20T25:00",
    "2026-02-30T10:00",
    "2026-11-20T10:00Z",
    "noon",
  ])("refuses %j", (text) => {
    expect(() => wallTimeToMs(text, "UTC")).toThrow(RangeError);
  });

  test.each([
    ["2026-03-08T02:00", "America/New_York", "SKIPPED"],
    ["2026-03-08T02:59", "America/New_York", "SKIPPED"],
    ["2026-03-08T01:59", "America/New_York", null],
    ["2026-03-08T03:00", "America/New_York", null],
    ["2026-11-01T01:00", "America/New_York", "TWICE"],
    ["2026-11-01T01:59", "America/New_York", "TWICE"],
    ["2026-11-01T00:59", "America/New_York", null],
    ["2026-11-01T02:00", "America/New_York", null],
    ["2026-11-01T01:30", "America/Phoenix", null],
    ["2026-04-05T01:45", "Australia/Lord_Howe", "TWICE"],
  ])("%s in %s: %j by a clock change", (wallTime, zone, change) => {
    expect(clockChangeAt(wallTime, zone)).toBe(change);
  });

  test("inverts what clocks show", () => {
    const zone = fc.constantFrom(
      "America/New_York",
      "Asia/Kolkata",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "UTC",
    );
    fc.assert(
      fc.property(zone, fc.integer({ min: 0, max: 2_000_000_000 }), (name, seconds) => {
        const date = calendarDateIn(seconds * 1000, name);
        const noon = wallTimeToMs(`${date}T12:00`, name);
        expect(calendarDateIn(noon, name)).toBe(date);
        expect(Math.abs(noon - seconds * 1000)).toBeLessThanOrEqual(13 * 3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});

test("wallTimeIn and wallTimeToMs are inverse, except for the repeated hour", () => {
  const zone = fc.constantFrom("America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
  fc.assert(
    fc.property(zone, fc.integer({ min: 0, max: 33_000_000 }), (name, minutes) => {
      const ms = minutes * 60_000;
      const shown = wallTimeIn(ms, name);
      expect(wallTimeIn(wallTimeToMs(shown, name), name)).toBe(shown);
      expect(ms - wallTimeToMs(shown, name)).toBeGreaterThanOrEqual(0);
      expect(ms - wallTimeToMs(shown, name)).toBeLessThanOrEqual(3_600_000);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["America/New_York", "Eastern Time"],
  ["America/Phoenix", "Mountain Standard Time"],
  ["Asia/Kolkata", "India Standard Time"],
  ["not a zone", "UTC"],
])("the title of %s is %s", (zone, title) => {
  expect(zoneTitle(zone)).toBe(title);
});

test.each([
  ["Asia/Kolkata", "Friday, 7:30 AM IST"],
  ["Asia/Calcutta", "Friday, 7:30 AM IST"],
  ["America/Chicago", "Thursday, 8:00 PM CST"],
])("other formats of a time in %s name its zone, too: %s", (zone, text) => {
  const shown = formatWith("2026-11-20T02:00:00Z", zone, {
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  expect(shown.replaceAll("\u202F", " ").replace(" at ", ", ")).toBe(text);
});

describe("formatReadersTime", () => {
  test.each([
    ["2026-11-21T02:00:00Z", "America/Chicago", "America/New_York", "9:00 PM your time"],
    ["2026-11-21T02:00:00Z", "America/Chicago", "Europe/Berlin", "Nov 21, 3:00 AM your time"],
    ["2026-11-21T02:00:00Z", "America/New_York", "Asia/Kolkata", "Nov 21, 7:30 AM IST your time"],
    [
      "2026-11-21T06:30:00Z",
      "America/New_York",
      "America/Los_Angeles",
      "Nov 20, 10:30 PM your time",
    ],
    ["2026-11-21T02:00:00Z", "America/Chicago", "America/Winnipeg", null],
    // Arizona has Denver's time in winter only.
    ["2026-11-21T02:00:00Z", "America/Denver", "America/Phoenix", null],
    ["2026-07-21T02:00:00Z", "America/Denver", "America/Phoenix", "7:00 PM your time"],
    [null, "America/Chicago", "America/New_York", null],
    ["soon", "America/Chicago", "America/New_York", null],
  ])("of %s in %s for a reader in %s is %s", (instant, zone, readersZone, text) => {
    expect(formatReadersTime(instant, zone, readersZone)).toBe(text);
  });

  test("is null exactly when the clocks agree, else the reader's time", () => {
    const zones = fc.constantFrom("America/Chicago", "America/Phoenix", "Asia/Kolkata", "UTC");
    const times = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) });
    fc.assert(
      fc.property(times, zones, zones, (ms, zone, own) => {
        const text = formatReadersTime(ms, zone, own);
        expect(text === null).toBe(wallTimeIn(ms, zone) === wallTimeIn(ms, own));
        const shown = own === "Asia/Kolkata" ? 3 : 2;
        const time = formatTime(ms, own).split(" ").slice(0, shown).join(" ");
        if (text !== null) expect(text.endsWith(`${time} your time`)).toBe(true);
      }),
    );
  });
});

test.each([
  ["America/New_York", "hora del Este"],
  ["America/Chicago", "hora del Centro"],
  ["America/Denver", "hora de la Montaña"],
  ["America/Phoenix", "hora estándar de la Montaña"],
  ["America/Los_Angeles", "hora del Pacífico"],
])("in Spanish the title of %s is %s", (zone, title) => {
  const spanish = dictionaryOf("es");
  setTranslator({ language: () => "es", say: (text) => spanish.get(text) });
  const said = zoneTitle(zone);
  setTranslator(inEnglish);
  expect(said).toBe(title);
});
