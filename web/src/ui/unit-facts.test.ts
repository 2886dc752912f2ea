import { describe, expect, test } from "vitest";
import { placeAndInterest, unitFacts } from "./unit-facts.ts";

describe("the facts of a unit in a list", () => {
  test.each([
    [
      "a truck",
      {
        odometer: 138_142,
        odometerUnit: "MI",
        engineHours: 5_204,
        engineType: "Ford 6.8 Triton, 305 hp",
        bodyStyle: "16 ft box truck",
        runCondition: "RUNS_DRIVES",
        titleBrand: "CLEAN",
        grade: 4,
      },
      "138,142 mi · Ford 6.8 Triton, 305 hp · Runs and drives",
    ],
    [
      "a trailer, by its body",
      {
        odometer: null,
        odometerUnit: "MI",
        engineType: null,
        bodyStyle: "53 ft dry van",
        runCondition: "UNKNOWN",
        titleBrand: "BILL_OF_SALE",
        grade: null,
      },
      "53 ft dry van · Bill of sale",
    ],
    [
      "a machine, with what is unusual about it",
      { engineHours: 5_204, odometerUnit: "MI", titleBrand: "SALVAGE", grade: 2.9 },
      "5,204 h · Salvage title · Grade 2.9",
    ],
    ["one in fine condition", { odometerUnit: "MI", titleBrand: "CLEAN", grade: 4.1 }, "Grade 4.1"],
    ["zero, which is known", { odometer: 0, odometerUnit: "KM", grade: 0 }, "0 km · Grade 0.0"],
    ["nothing", { odometerUnit: "MI" }, ""],
  ])("of %s", (_what, unit, line) => {
    expect(unitFacts(unit)).toBe(line.replaceAll(" ·", "\u00A0·"));
  });
});

test.each([
  [{ location: "Newark, NJ", watchers: 12, views: 1340 }, "Newark, NJ · 12 watching · 1,340 views"],
  [
    { location: "Newark, NJ", distanceMiles: 1204, views: 2 },
    "Newark, NJ · 1,204 mi away · 2 views",
  ],
  [{ location: "Newark, NJ" }, "Newark, NJ"],
])("%o has the line %s", (unit, line) => {
  expect(placeAndInterest(unit)).toBe(line.replaceAll(" ·", "\u00A0·"));
});
