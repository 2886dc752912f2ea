import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { inEnglish, setTranslator } from "@gavelyard/messages/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  daysOf,
  capitalized,
  dayName,
  hoursLine,
  hoursProblem,
  defaultHours,
  weekDays,
  type OpeningHours,
} from "./opening-hours.ts";

const row = (
  from: OpeningHours["from"],
  to: OpeningHours["to"],
  opens = "08:00",
  closes = "18:00",
) => ({
  from,
  to,
  opens,
  closes,
});

test.each([
  [row("MO", "FR"), "Monday to Friday, 8 AM to 6 PM"],
  [row("SA", "SA", "00:00", "12:30"), "Saturday, 12 AM to 12:30 PM"],
  [row("SU", "SU", "09:05", "23:59"), "Sunday, 9:05 AM to 11:59 PM"],
])("formats hours %#", (hours, line) => {
  expect(hoursLine(hours)).toBe(line);
});

test.each([
  [[row("FR", "MO")], { code: "DAYS_BACKWARDS", index: 0 }],
  [[row("MO", "FR"), row("SA", "SA", "12:00", "12:00")], { code: "NEVER_OPEN", index: 1 }],
  [[row("MO", "FR"), row("FR", "SA")], { code: "DAY_TWICE", index: 1 }],
  [[], null],
  [defaultHours, null],
])("finds the problem with table %#", (rows, problem) => {
  expect(hoursProblem(rows)).toEqual(problem);
});

test("a valid table has no day twice", () => {
  const day = fc.constantFrom(...weekDays);
  const rows = fc.array(
    fc.tuple(day, day).map(([from, to]) => row(from, to)),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(rows, (table) => {
      const days = table.flatMap(daysOf);
      const fits =
        table.every((each) => daysOf(each).length > 0) && new Set(days).size === days.length;
      expect(hoursProblem(table) === null).toBe(fits);
    }),
  );
});

test("in Spanish a line starts with a capital, and days within it don't", () => {
  const spanish = dictionaryOf("es");
  setTranslator({ language: () => "es", say: (text) => spanish.get(text) });
  const line = hoursLine({ from: "MO", to: "FR", opens: "08:00", closes: "17:30" });
  const day = [dayName("WE"), capitalized(dayName("WE"))];
  setTranslator(inEnglish);
  expect(line).toBe("Lunes a viernes, de 8 a.m. a 5:30 p.m.");
  expect(day).toEqual(["miércoles", "Miércoles"]);
});
