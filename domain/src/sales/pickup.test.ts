import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBusinessDay } from "../business-days.ts";
import { hourWords, judgePickup, mayMovePickup, pickupDays, pickupWords } from "./pickup.ts";
import { calendarDateIn } from "../wall-time.ts";

const yard = { timeZone: "America/Chicago", opensHour: 8, closesHour: 17 };
/** Wednesday, November 18, 2026, 10:00 in Chicago. */
const nowMs = Date.parse("2026-11-18T16:00:00Z");
/** Tuesday, November 24, 23:59:59 in Chicago. */
const dueAtMs = Date.parse("2026-11-25T05:59:59Z");
const facts = { yard, dueAtMs, clearsAtMs: 0, current: null, left: false };
const slot = { day: "2026-11-19", fromHour: 9, untilHour: 11 };

describe("a pickup appointment", () => {
  test.each([
    ["tomorrow morning", {}, {}, null, null],
    ["today", { day: "2026-11-18", fromHour: 13, untilHour: 15 }, {}, "TOO_SOON", null],
    ["hours that are over", { day: "2026-11-18", fromHour: 8, untilHour: 10 }, {}, "PAST", "PAST"],
    ["yesterday", { day: "2026-11-17" }, {}, "PAST", "PAST"],
    ["a Saturday", { day: "2026-11-21" }, {}, "CLOSED_DAY", "CLOSED_DAY"],
    ["Thanksgiving", { day: "2026-11-26" }, {}, "CLOSED_DAY", "CLOSED_DAY"],
    ["the last day", { day: "2026-11-24", untilHour: 17 }, {}, null, null],
    ["after the last day", { day: "2026-11-25" }, {}, "TOO_LATE", "TOO_LATE"],
    ["before it opens", { fromHour: 7 }, {}, "OUTSIDE_HOURS", "OUTSIDE_HOURS"],
    ["after it closes", { untilHour: 18 }, {}, "OUTSIDE_HOURS", "OUTSIDE_HOURS"],
    ["an empty window", { fromHour: 11 }, {}, "NO_WINDOW", "NO_WINDOW"],
    ["before the money clears", {}, { clearsAtMs: dueAtMs }, "NOT_CLEARED", "NOT_CLEARED"],
    ["a unit that left", {}, { left: true }, "LEFT", "LEFT"],
    ["instead of one tomorrow", { day: "2026-11-20" }, { current: slot }, null, null],
    ["instead of one today", {}, { current: { ...slot, day: "2026-11-18" } }, "STANDS", null],
    ["once the deadline is over", {}, { dueAtMs: nowMs - 86_400_000 }, "TOO_LATE", null],
  ] as const)("%s", (_what, change, known, customer, staff) => {
    const changedSlot = { ...slot, ...change };
    const changedFacts = { ...facts, ...known };
    expect(judgePickup(nowMs, changedSlot, changedFacts, "CUSTOMER")).toBe(customer);
    expect(judgePickup(nowMs, changedSlot, changedFacts, "STAFF")).toBe(staff);
  });

  test("can be changed by a customer until midnight at the yard", () => {
    const midnight = Date.parse("2026-11-19T06:00:00Z");
    expect(mayMovePickup(midnight - 1, yard, slot)).toBe(true);
    expect(mayMovePickup(midnight, yard, slot)).toBe(false);
  });

  test("is accepted on each offered day, all day long", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 24 }),
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom("CUSTOMER" as const, "STAFF" as const),
        (hours, days, by) => {
          const now = nowMs + hours * 3_600_000;
          const due = now + days * 86_400_000;
          const today = calendarDateIn(now, yard.timeZone);
          for (const day of pickupDays(now, yard, due, by)) {
            expect(isBusinessDay(day)).toBe(true);
            const verdict = judgePickup(
              now,
              { day, fromHour: 8, untilHour: 17 },
              { ...facts, dueAtMs: due },
              by,
            );
            expect(verdict).toBe(day === today && verdict === "PAST" ? "PAST" : null);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("formats hours and appointments", () => {
  expect([0, 8, 12, 17, 24].map(hourWords)).toEqual(["12 AM", "8 AM", "12 PM", "5 PM", "midnight"]);
  expect(pickupWords(slot)).toBe("Thu, Nov 19, 2026, 9 AM to 11 AM");
});
