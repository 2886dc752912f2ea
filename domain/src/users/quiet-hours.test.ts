import fc from "fast-check";
import { expect, test } from "vitest";
import { nextHour, quietUntil } from "./quiet-hours.ts";
import { hourIn } from "../wall-time.ts";

const chicago = "America/Chicago";
const at = (text: string) => Date.parse(text);

test.each([
  ["later today", "2026-11-24T10:00Z", 7, "2026-11-24T13:00Z"],
  ["tomorrow, at the hour itself", "2026-11-24T13:00Z", 7, "2026-11-25T13:00Z"],
  ["over the end of daylight saving time", "2026-10-31T13:00Z", 7, "2026-11-01T13:00Z"],
  ["over its beginning", "2026-03-07T14:00Z", 7, "2026-03-08T12:00Z"],
])("the next hour is %s", (_, now, hour, next) => {
  expect(new Date(nextHour(at(now), hour, chicago)).toISOString()).toBe(
    new Date(at(next)).toISOString(),
  );
});

const night = { fromHour: 21, untilHour: 7 };
test.each([
  ["before them", "2026-11-24T20:59-06:00", null],
  ["at their start", "2026-11-24T21:00-06:00", "2026-11-25T07:00-06:00"],
  ["after midnight", "2026-11-25T03:00-06:00", "2026-11-25T07:00-06:00"],
  ["at their end", "2026-11-25T07:00-06:00", null],
])("quiet hours across midnight, %s", (_, now, until) => {
  expect(quietUntil(at(now), night, chicago)).toBe(until === null ? null : at(until));
});

test("quiet hours within a day, and no quiet hours", () => {
  const noon = at("2026-11-24T12:30-06:00");
  const lunch = { fromHour: 12, untilHour: 14 };
  expect(quietUntil(noon, lunch, chicago)).toBe(at("2026-11-24T14:00-06:00"));
  expect(quietUntil(noon, null, chicago)).toBeNull();
});

test("quiet hours always end within a day, at the right hour", () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const zone = fc.constantFrom(chicago, "Asia/Kolkata", "Australia/Sydney", "UTC");
  const now = fc.integer({ min: at("2026-01-01T00:00Z"), max: at("2028-01-01T00:00Z") });
  fc.assert(
    fc.property(now, hour, hour, zone, (nowMs, fromHour, untilHour, timeZone) => {
      fc.pre(fromHour !== untilHour);
      const until = quietUntil(nowMs, { fromHour, untilHour }, timeZone);
      if (until === null) return;
      expect(until).toBeGreaterThan(nowMs);
      expect(until - nowMs).toBeLessThanOrEqual(25 * 3_600_000);
      // A clock change can skip the hour itself.
      expect([untilHour, (untilHour + 1) % 24]).toContain(hourIn(until, timeZone));
    }),
  );
});
