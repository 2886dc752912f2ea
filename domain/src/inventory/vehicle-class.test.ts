import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gvwrClass, inventoryTypes, isRoadVehicle, odometerExemption } from "./vehicle-class.ts";

describe("gvwrClass", () => {
  test.each([
    [null, null],
    [0, null],
    [-1, null],
    [Number.NaN, null],
    [1, 1],
    [6_000, 1],
    [6_001, 2],
    [10_000, 2],
    [10_001, 3],
    [14_000, 3],
    [14_001, 4],
    [16_000, 4],
    [16_001, 5],
    [19_500, 5],
    [19_501, 6],
    [26_000, 6],
    [26_001, 7],
    [33_000, 7],
    [33_001, 8],
    [200_000, 8],
  ])("%j lb is class %j", (gvwrLb, weightClass) => {
    expect(gvwrClass(gvwrLb)).toBe(weightClass);
  });

  test("never falls as the weight rises", () => {
    const weight = fc.integer({ min: 1, max: 200_000 });
    fc.assert(
      fc.property(weight, weight, (a, b) => {
        expect(gvwrClass(Math.max(a, b)) ?? 0).toBeGreaterThanOrEqual(
          gvwrClass(Math.min(a, b)) ?? 9,
        );
      }),
    );
  });
});

test("everything but equipment and other units is built for the road", () => {
  expect(inventoryTypes.filter((type) => !isRoadVehicle(type))).toEqual(["EQUIPMENT", "OTHER"]);
});

describe("odometerExemption (49 CFR 580.17)", () => {
  const car = { inventoryType: "CAR", gvwrLb: 4_500, modelYear: 2018, saleYear: 2026 } as const;
  test.each([
    ["a car of 2018", car, null],
    ["the last model year under the ten-year rule", { ...car, modelYear: 2010 }, "AGE"],
    ["the first under the twenty-year rule", { ...car, modelYear: 2011 }, null],
    ["the same, a year too early", { ...car, modelYear: 2011, saleYear: 2030 }, null],
    ["the same, twenty years later", { ...car, modelYear: 2011, saleYear: 2031 }, "AGE"],
    ["exactly 16,000 lb", { ...car, gvwrLb: 16_000 }, null],
    ["above", { ...car, gvwrLb: 16_001 }, "OVER_16000_LB"],
    ["an unknown weight", { ...car, gvwrLb: null }, null],
    ["a trailer", { ...car, inventoryType: "TRAILER", gvwrLb: 68_000 }, "NOT_SELF_PROPELLED"],
  ] as const)("%s", (_, vehicle, exemption) => {
    expect(odometerExemption(vehicle)).toBe(exemption);
  });
});
