import { describe, expect, test } from "vitest";
import { unitFacts } from "./unit-facts.ts";

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
        transmission: "AUTOMATED_MANUAL",
        runCondition: "RUNS_DRIVES",
        titleBrand: "CLEAN",
        grade: 4,
      },
      "138,142 mi | 5,204 h | Ford 6.8 Triton, 305 hp | Automated manual | Runs and drives | Clean title | Grade 4.0",
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
      "53 ft dry van | Bill of sale",
    ],
    ["zero, which is known", { odometer: 0, odometerUnit: "KM", grade: 0 }, "0 km | Grade 0.0"],
    ["nothing", { odometerUnit: "MI" }, ""],
  ])("of %s", (_what, unit, line) => {
    expect(unitFacts(unit)).toBe(line.replaceAll(" |", "\u00A0|"));
  });
});
