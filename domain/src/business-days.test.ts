import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addBusinessDays,
  federalHolidays,
  isBusinessDay,
  paymentDueAtMs,
} from "./business-days.ts";

describe("federalHolidays", () => {
  test("in 2026, Independence Day is observed on the Friday before", () => {
    expect(federalHolidays(2026)).toEqual([
      "2026-01-01",
      "2026-01-19",
      "2026-02-16",
      "2026-05-25",
      "2026-06-19",
      "2026-07-03",
      "2026-09-07",
      "2026-10-12",
      "2026-11-11",
      "2026-11-26",
      "2026-12-25",
    ]);
  });

  test("a holiday on a Sunday is observed on the Monday after", () => {
    expect(federalHolidays(2027)).toContain("2027-07-05");
    expect(federalHolidays(2023)).toContain("2023-01-02");
  });

  test("New Year's Day on a Saturday is observed in the year before", () => {
    expect(federalHolidays(2027)).toContain("2027-12-31");
    expect(federalHolidays(2028).filter((date) => date < "2028-01-15")).toEqual([]);
  });

  test("Juneteenth counts from 2021 on", () => {
    expect(federalHolidays(2021)).toContain("2021-06-18");
    expect(federalHolidays(2020)).toHaveLength(10);
  });

  test("are weekdays, ascending, ten to twelve a year", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2021, max: 2400 }), (year) => {
        const dates = federalHolidays(year);
        expect(dates.length).toBeGreaterThanOrEqual(10);
        expect(dates.length).toBeLessThanOrEqual(12);
        expect(new Set(dates).size).toBe(dates.length);
        for (const date of dates) {
          expect(date.startsWith(`${year}-`)).toBe(true);
          expect([1, 2, 3, 4, 5]).toContain(new Date(date).getUTCDay());
          expect(isBusinessDay(date)).toBe(false);
        }
      }),
    );
  });
});

describe("addBusinessDays", () => {
  test.each([
    ["2026-11-20", 3, "2026-11-25", "from a Friday, skipping the weekend"],
    ["2026-11-21", 1, "2026-11-23", "from a Saturday"],
    ["2026-11-24", 3, "2026-11-30", "Thanksgiving and a weekend"],
    ["2026-12-23", 3, "2026-12-29", "Christmas on a Friday"],
    ["2027-12-29", 3, "2028-01-04", "New Year observed on the 31st"],
    ["2028-02-28", 1, "2028-02-29", "a leap day"],
    ["2026-11-21", 0, "2026-11-21", "zero days"],
  ])("%s and %d days: %s (%s)", (date, days, due) => {
    expect(addBusinessDays(date, days)).toBe(due);
  });

  test.each(["2026-02-30", "2026-11-20T00:00:00Z", "20.11.2026", ""])("throws for %j", (date) => {
    expect(() => addBusinessDays(date, 3)).toThrow(RangeError);
  });

  test.each([-1, 1.5, Number.NaN, Infinity])("throws for %d days", (days) => {
    expect(() => addBusinessDays("2026-11-20", days)).toThrow(RangeError);
  });

  test("ends on a business day, after exactly that many business days", () => {
    const anyDate = fc
      .integer({ min: 0, max: 20_000 })
      .map((day) => new Date(Date.UTC(2021, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 15 }), (date, days) => {
        const due = addBusinessDays(date, days);
        expect(isBusinessDay(due)).toBe(true);
        let passed = 0;
        for (let ms = Date.parse(date) + 86_400_000; ms <= Date.parse(due); ms += 86_400_000) {
          if (isBusinessDay(new Date(ms).toISOString().slice(0, 10))) passed += 1;
        }
        expect(passed).toBe(days);
      }),
      { numRuns: 50 },
    );
  });
});

describe("paymentDueAtMs (D29)", () => {
  test.each([
    [
      "2026-11-21T07:30:00Z",
      "America/Los_Angeles",
      3,
      "2026-11-26T07:59:59Z",
      "still Friday there",
    ],
    ["2026-11-21T08:30:00Z", "America/Los_Angeles", 3, "2026-11-26T07:59:59Z", "Saturday already"],
    ["2026-11-24T18:00:00Z", "America/New_York", 3, "2026-12-01T04:59:59Z", "Thanksgiving"],
    [
      "2026-10-30T18:00:00Z",
      "America/New_York",
      1,
      "2026-11-03T04:59:59Z",
      "clocks go back between",
    ],
  ])("awarded %s in %s, %d days: %s (%s)", (awarded, zone, days, due) => {
    expect(paymentDueAtMs({ awardedAtMs: Date.parse(awarded), zone, days })).toBe(Date.parse(due));
  });

  test("is three business days unless the auction sets a number", () => {
    const award = { awardedAtMs: Date.parse("2026-11-16T18:00:00Z"), zone: "America/Chicago" };
    expect(paymentDueAtMs(award)).toBe(Date.parse("2026-11-20T05:59:59Z"));
  });
});
