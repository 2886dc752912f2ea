import {
  conditionReport,
  type ConditionReport,
} from "@gavelyard/contract/inventory/inventory-specs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  blankFinding,
  blankTire,
  conditionOf,
  conditionValuesOf,
  type ConditionValues,
} from "./condition-values.ts";

const zone = "America/Phoenix";
const now = Date.parse("2026-11-22T03:00:00Z");
const typed: ConditionValues = {
  ...conditionValuesOf(null, zone, now),
  inspector: " D. Reyes ",
  sections: [{ ...blankFinding, area: "Engine ", item: "Oil pan", note: "Damp", photoIds: ["a"] }],
  tires: [{ ...blankTire, position: "Left front", treadDepth32nds: "12", dotYear: "2022" }],
  obdCodes: "p20ee; SPN3216",
  brakes: "Front 60 %\n\nRear 40 %",
};

test("typed values become a valid report", () => {
  expect(conditionReport.parse(conditionOf(typed, null, zone))).toEqual({
    inspector: "D. Reyes",
    // Noon at the yard, where it is still the 21st.
    inspectedAt: "2026-11-21T19:00:00.000Z",
    sections: [
      {
        area: "Engine",
        item: "Oil pan",
        rating: 3,
        severity: "MINOR",
        note: "Damp",
        photoIds: ["a"],
      },
    ],
    tires: [{ position: "Left front", brand: "", size: "", treadDepth32nds: 12, dotYear: 2022 }],
    obdCodes: ["P20EE", "SPN3216"],
    fluids: "",
    leaks: "",
    brakes: ["Front 60 %", "Rear 40 %"],
  });
});

test.for<[string, Partial<ConditionValues>]>([
  ["inspector", { inspector: "  " }],
  ["inspectedAt", { inspectedOn: "" }],
  ["sections.0.area", { sections: [{ ...blankFinding, item: "Oil pan" }] }],
  ["tires.0.position", { tires: [{ ...blankTire, treadDepth32nds: "9" }] }],
  [
    "tires.0.treadDepth32nds",
    { tires: [{ ...blankTire, position: "Left", treadDepth32nds: "9 mm" }] },
  ],
  ["tires.0.treadDepth32nds", { tires: [{ ...blankTire, position: "Left" }] }],
])("reports the path of a wrong %s", ([path, wrong]) => {
  const { error } = conditionReport.safeParse(conditionOf({ ...typed, ...wrong }, null, zone));
  expect(error?.issues.map((issue) => issue.path.join("."))).toContain(path);
});

test("an unchanged report stays as it was", () => {
  const text = (min: number, max: number) =>
    fc
      .stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ]*$/)
      .map((made) => made.slice(0, max).padEnd(min, "x").trim());
  const reports = fc.record({
    inspector: text(1, 80),
    inspectedAt: fc
      .date({ min: new Date("2015-01-01"), max: new Date("2035-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
    sections: fc.array(
      fc.record({
        area: text(1, 60),
        item: text(1, 80),
        rating: fc.integer({ min: 1, max: 5 }),
        severity: fc.constantFrom(
          "NONE" as const,
          "MINOR" as const,
          "MODERATE" as const,
          "MAJOR" as const,
        ),
        note: text(0, 500),
        photoIds: fc.array(fc.uuid(), { maxLength: 3 }),
      }),
      { maxLength: 5 },
    ),
    tires: fc.array(
      fc.record({
        position: text(1, 40),
        brand: text(0, 40),
        size: text(0, 20),
        treadDepth32nds: fc.integer({ min: 0, max: 32 }),
        dotYear: fc.option(fc.integer({ min: 1990, max: 2100 })),
      }),
      { maxLength: 4 },
    ),
    obdCodes: fc.array(fc.stringMatching(/^[A-Z0-9]{1,10}$/), { maxLength: 4 }),
    fluids: text(0, 300),
    leaks: text(0, 300),
    brakes: fc.array(text(1, 120), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(
      reports,
      fc.constantFrom(zone, "America/New_York"),
      (report: ConditionReport, at) => {
        const shown = conditionValuesOf(report, at, now);
        expect(conditionReport.parse(conditionOf(shown, report, at))).toEqual(report);
      },
    ),
  );
});
