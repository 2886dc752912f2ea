import { expect, test } from "vitest";
import { monthAfter, monthOf, sheetOf } from "./month.ts";

test("a month's grid has full weeks from Sunday to Saturday", () => {
  const sheet = sheetOf("2026-11", []);
  expect(sheet.map(({ date }) => date)).toHaveLength(35);
  expect(sheet[0]).toMatchObject({ date: "2026-11-01", inMonth: true });
  expect(sheet[34]).toMatchObject({ date: "2026-12-05", inMonth: false });
  // February 2026 starts on a Sunday and has exactly four weeks.
  expect(sheetOf("2026-02", [])).toHaveLength(28);
});

test("an auction is on each of its days in its own zone", () => {
  const auction = (startTime: string, endTime: string | null) => ({
    startTime,
    endTime,
    timeZone: "America/Chicago",
  });
  const late = auction("2026-11-10T03:00:00Z", "2026-11-12T06:00:00Z");
  const undated = auction("2026-11-10T03:00:00Z", null);
  const on = sheetOf("2026-11", [late, undated])
    .filter(({ items }) => items.includes(late))
    .map(({ date }) => date);
  expect(on).toEqual(["2026-11-09", "2026-11-10", "2026-11-11"]);
  expect(sheetOf("2026-11", [undated]).every(({ items }) => items.length === 0)).toBe(true);
});

test("months continue across years, and an invalid month is the current one", () => {
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
  expect(["2026-02", "2026-13", "x", null].map((text) => monthOf(text, "2026-11-20"))).toEqual([
    "2026-02",
    "2026-11",
    "2026-11",
    "2026-11",
  ]);
});
