import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  changeOf,
  maxPeriodDays,
  overdueAgeOf,
  overdueAges,
  otherParts,
  percentOf,
  periodBefore,
  periodBounds,
  sellThroughOf,
  spansOf,
} from "./figures.ts";
import { hourIn } from "./wall-time.ts";

const none = { from: "", to: "" };
const now = Date.parse("2026-11-21T17:45:00Z");

test("whole days and the remaining parts cover a period exactly once", () => {
  const DAY = 86_400_000;
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 * DAY }),
      fc.integer({ min: 1, max: 10 * DAY }),
      fc.uniqueArray(fc.nat(20)),
      (fromMs, length, chosen) => {
        const toMs = fromMs + length;
        const days = chosen
          .toSorted((one, other) => one - other)
          .map((day) => day * DAY)
          .filter((start) => start >= fromMs && start + DAY <= toMs);
        const parts = otherParts({ fromMs, toMs }, days);
        const all = [...parts, ...days.map((start) => ({ fromMs: start, toMs: start + DAY }))];
        let at = fromMs;
        for (const part of all.toSorted((one, other) => one.fromMs - other.fromMs)) {
          expect(part.fromMs).toBe(at);
          expect(part.toMs).toBeGreaterThan(part.fromMs);
          at = part.toMs;
        }
        expect(at).toBe(toMs);
      },
    ),
  );
});

describe("periodBounds", () => {
  test.each([
    ["7d", "2026-11-15T00:00:00.000Z"],
    ["30d", "2026-10-23T00:00:00.000Z"],
    ["90d", "2026-08-24T00:00:00.000Z"],
    ["year", "2026-01-01T00:00:00.000Z"],
  ] as const)("of %s start at %s and run until now", (choice, from) => {
    expect(periodBounds(choice, now, none)).toEqual({ from });
  });

  test("of a custom period include both days", () => {
    expect(periodBounds("custom", now, { from: "2026-02-01", to: "2026-02-28" })).toEqual({
      from: "2026-02-01T00:00:00.000Z",
      to: "2026-03-01T00:00:00.000Z",
    });
  });

  test.each(["2026-11-21", "2027-03-01"])(
    "of a custom period that ends on %s run until now",
    (to) => {
      expect(periodBounds("custom", now, { from: "2026-11-01", to })).toEqual({
        from: "2026-11-01T00:00:00.000Z",
      });
    },
  );

  test.each([
    ["", "2026-02-01", "NOT_CHOSEN"],
    ["2026-02-30", "2026-03-01", "NOT_CHOSEN"],
    ["2026-03-02", "2026-03-01", "REVERSED"],
    ["2026-11-22", "2026-11-30", "FUTURE"],
    ["2025-01-01", "2026-01-02", "TOO_LONG"],
  ] as const)("from %s to %s: %s", (from, to, problem) => {
    expect(periodBounds("custom", now, { from, to })).toBe(problem);
  });

  test("allow a whole leap year", () => {
    expect(periodBounds("custom", now, { from: "2024-01-01", to: "2024-12-31" })).toMatchObject({
      from: "2024-01-01T00:00:00.000Z",
    });
  });

  test("never exceed the maximum, and stay the same all day", () => {
    const choice = fc.constantFrom("7d", "30d", "90d", "year");
    const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(choice, instant, (one, ms) => {
        const bounds = periodBounds(one, ms, none);
        if (typeof bounds === "string") throw new Error(bounds);
        const fromMs = Date.parse(bounds.from);
        const dayEnd = (Math.floor(ms / 86_400_000) + 1) * 86_400_000 - 1;
        expect(fromMs).toBeLessThanOrEqual(ms);
        expect(dayEnd - fromMs).toBeLessThan(maxPeriodDays * 86_400_000);
        expect(periodBounds(one, dayEnd, none)).toEqual(bounds);
      }),
    );
  });
});

test("the preceding period has the same length and ends where this one starts", () => {
  expect(periodBefore({ fromMs: 1_000, toMs: 1_700 })).toEqual({ fromMs: 300, toMs: 1_000 });
});

describe("changeOf", () => {
  test.each([
    [150, 100, "UP", 50],
    [1, 3, "DOWN", 66.7],
    [3, 3, "SAME", 0],
    [0, 0, "SAME", 0],
    [5, 0, "UP", null],
    [0, 5, "DOWN", 100],
  ] as const)("%d after %d is %s, %s percent", (after, before, direction, percent) => {
    expect(changeOf(after, before)).toEqual({ direction, percent });
  });
});

test.each([
  [1, "DAYS_1_7"],
  [7, "DAYS_1_7"],
  [8, "DAYS_8_30"],
  [30, "DAYS_8_30"],
  [31, "OVER_30"],
  [4_000, "OVER_30"],
] as const)("a debt %d days overdue is in %s", (days, age) => {
  expect(overdueAgeOf(days)).toBe(age);
  expect(overdueAges).toContain(age);
});

test.each([
  [1, 3, 33.3],
  [0, 0, 0],
  [5, 5, 100],
])("%d of %d is %d percent", (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test.each([
  [[1, 2, 3], 3, [[1], [2], [3]]],
  [[1, 2, 3, 4, 5, 6, 7, 8], 3, [[1, 2, 3, 4, 5, 6, 7], [8]]],
  [[], 3, []],
])("days %j with up to %d shown singly: %j", (days, most, spans) => {
  expect(spansOf(days, most)).toEqual(spans);
});

describe("sellThroughOf", () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
      offered: index % 2 === 0 ? 2 : 0,
      sold: index % 2 === 0 ? 1 : 0,
    }));

  test("is by day within a month, and null where nothing was offered", () => {
    const spans = sellThroughOf(days(31));
    expect(spans).toHaveLength(31);
    expect(spans.slice(0, 2)).toEqual([
      { day: "2026-01-01", offered: 2, sold: 1, percent: 50 },
      { day: "2026-01-02", offered: 0, sold: 0, percent: null },
    ]);
  });

  test("is by week in longer periods, without losing lots", () => {
    const spans = sellThroughOf(days(40));
    expect(spans.map(({ day }) => day)).toEqual([
      "2026-01-01",
      "2026-01-08",
      "2026-01-15",
      "2026-01-22",
      "2026-01-29",
      "2026-02-05",
    ]);
    expect(spans.reduce((sum, { offered }) => sum + offered, 0)).toBe(40);
  });
});

test.each([
  ["2026-11-21T17:45:00Z", "UTC", 17],
  ["2026-11-21T05:59:59Z", "America/Chicago", 23],
  ["2026-03-08T08:00:00Z", "America/Chicago", 3],
  ["2026-11-21T20:00:00Z", "Asia/Kolkata", 1],
])("at %s the hour in %s is %d", (instant, zone, hour) => {
  expect(hourIn(Date.parse(instant), zone)).toBe(hour);
});
