import fc from "fast-check";
import { expect, test } from "vitest";
import {
  costAtDoorCents,
  defaultHaulRates,
  estimateDelivery,
  isReachedByRoad,
  roadMiles,
  type HaulRate,
} from "./delivery.ts";
import { defaultFees, feeTableOf } from "./fees.ts";
import { haulClassOf } from "./haul-class.ts";
import { inventoryTypes } from "../inventory/vehicle-class.ts";

const amarillo = { lat: 35.2031, lng: -101.8456 };
const dallas = { lat: 32.7767, lng: -96.797 };

test.each([
  ["a long haul", 340, { haulCents: 1_020_00, toMinimumCents: 0, permitsCents: 0 }, 1_020_00],
  ["a short haul", 50, { haulCents: 150_00, toMinimumCents: 450_00, permitsCents: 0 }, 600_00],
  ["no miles", 0, { haulCents: 0, toMinimumCents: 600_00, permitsCents: 0 }, 600_00],
] as const)("estimates %s from its parts", (_what, miles, parts, totalCents) => {
  expect(estimateDelivery(defaultHaulRates.TRACTOR, miles)).toEqual({
    miles,
    ...parts,
    totalCents,
  });
});

test("adds permits to the minimum", () => {
  expect(estimateDelivery(defaultHaulRates.EQUIPMENT, 10)).toMatchObject({
    permitsCents: 650_00,
    totalCents: 1_550_00,
  });
});

const amount = fc.integer({ min: 0, max: 10_000_00 });
const anyRate: fc.Arbitrary<HaulRate> = fc.record({
  perMileCents: amount,
  minimumCents: amount,
  permitsCents: amount,
});
const anyMiles = fc.integer({ min: 0, max: 4_000 });

test("at any rate, the parts add up, the minimum applies, and more miles never cost less", () => {
  fc.assert(
    fc.property(anyRate, anyMiles, anyMiles, (rate, miles, more) => {
      const near = estimateDelivery(rate, miles);
      const far = estimateDelivery(rate, miles + more);
      for (const { haulCents, toMinimumCents, permitsCents, totalCents } of [near, far]) {
        expect(haulCents + toMinimumCents + permitsCents).toBe(totalCents);
        expect(Math.min(haulCents, toMinimumCents, permitsCents)).toBeGreaterThanOrEqual(0);
        expect(totalCents - permitsCents).toBe(Math.max(rate.minimumCents, haulCents));
      }
      expect(far.totalCents).toBeGreaterThanOrEqual(near.totalCents);
    }),
  );
});

test("road miles exceed great-circle miles, are the same both ways, and 0 to the same place", () => {
  const miles = roadMiles(amarillo, dallas);
  // By interstate it's 361 miles.
  expect(miles).toBeGreaterThan(335);
  expect(miles).toBeLessThan(420);
  expect(roadMiles(dallas, amarillo)).toBe(miles);
  expect(roadMiles(dallas, dallas)).toBe(0);
});

test("each type of unit has a class with a rate", () => {
  for (const type of inventoryTypes) {
    expect(defaultHaulRates[haulClassOf(type)].perMileCents).toBeGreaterThan(0);
  }
  expect(haulClassOf("TRUCK_TRACTOR")).toBe("TRACTOR");
  expect(haulClassOf("OTHER")).toBe("EQUIPMENT");
});

test.each([
  ["79101", true],
  ["00501", true],
  ["01001", true],
  ["96161", true],
  ["99403", true],
  ["00901", false],
  ["00802", false],
  ["09012", false],
  ["34002", false],
  ["34102", true],
  ["96813", false],
  ["96910", false],
  ["99501", false],
])("a truck can drive to %s: %s", (zip, reached) => {
  expect(isReachedByRoad(zip)).toBe(reached);
});

test("the cost at the door adds hammer, premium, document fee, tax and delivery", () => {
  const fees = { ...feeTableOf(defaultFees), taxPercent: 10 };
  // $1,000 + $100 + $150 + 10% of $1,100 + $500
  expect(costAtDoorCents(fees, 1_000_00, 500_00)).toBe(1_860_00);
});
