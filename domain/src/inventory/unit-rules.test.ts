import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundChange,
  keptBecause,
  modelYearProblem,
  publishGaps,
  unitProblems,
  type PublishFacts,
} from "./unit-rules.ts";
import { makeVin } from "./vin.ts";

const tractor: PublishFacts = {
  inventoryType: "TRUCK_TRACTOR",
  modelYear: 2019,
  identifierType: "VIN",
  identifier: makeVin("1XPBD49X0KD612345"),
  vinOverrideReason: "",
  gvwrLb: 52_000,
  startingCents: 10_000_00,
  reserveCents: 12_000_00,
  buyNowCents: null,
  estimateLowCents: 11_000_00,
  estimateHighCents: 14_000_00,
  saleType: "RESERVE",
  odometer: 412_380,
  odometerBrand: "ACTUAL",
  images: 6,
};
const fieldsOf = (problems: readonly { readonly field: string }[]) =>
  problems.map(({ field }) => field);

test("a complete unit can be published", () => {
  expect(publishGaps(tractor)).toEqual([]);
});

test("a model year may be two years ahead, not more", () => {
  expect(modelYearProblem(2028, 2026)).toBeNull();
  expect(modelYearProblem(1965, 2026)).toBeNull();
  expect(modelYearProblem(2029, 2026)).toEqual({
    field: "modelYear",
    message: "No vehicle has the model year 2029 yet. Enter one up to 2028.",
  });
});

test.each([
  ["AVAILABLE", false, "startingPrice", ""],
  ["IN_AUCTION", false, "startingPrice", ""],
  ["IN_AUCTION", true, "startingPrice", "has bids"],
  ["IN_AUCTION", true, "model", "has bids"],
  ["IN_AUCTION", true, "description", ""],
  ["SOLD", false, "description", "is sold"],
  ["PENDING_DECISION", false, "odometer", "is sold"],
] as const)(
  "a list leaves a unit that is %s, bids: %s, its %s: “%s”",
  (status, hasBids, field, why) => {
    const kept = keptBecause({ status, hasBids }, field);
    expect(why === "" ? kept : kept.includes(why)).toEqual(why === "" ? "" : true);
  },
);

describe("refuses a unit, naming the field", () => {
  test.each([
    [{ identifier: "1XPBD49X0KD61234" }, ["vin"]],
    [{ identifierType: "NONE" as const, identifier: null }, []],
    [{ identifierType: "SERIAL" as const, identifier: "AB-1234" }, ["identifierType"]],
    [{ modelYear: 2012 }, ["modelYear"]],
    [{ modelYear: 2012, vinOverrideReason: "Built from a kit" }, []],
    [{ saleType: "ABSOLUTE" as const }, ["reservePrice"]],
    [{ reserveCents: 9_000_00 }, ["reservePrice"]],
    [{ reserveCents: 12_000_50 }, ["reservePrice"]],
    [{ startingCents: 10_000_50, reserveCents: null }, ["startingPrice"]],
    [{ buyNowCents: 12_000_00 }, ["buyNowPrice"]],
    [{ buyNowCents: 12_000_01 }, []],
    [{ estimateLowCents: 15_000_00 }, ["estimateHigh"]],
  ])("%j", (changes, fields) => {
    expect(fieldsOf(unitProblems({ ...tractor, ...changes }))).toEqual(fields);
  });
});

describe("names what a draft lacks for publishing", () => {
  test.each([
    [{ identifier: null }, ["vin"]],
    [{ odometer: null }, ["odometer"]],
    [{ odometer: null, odometerBrand: "EXEMPT" }, []],
    [{ odometerBrand: "UNKNOWN" }, ["odometerBrand"]],
    [{ images: 0 }, ["images"]],
    [
      {
        inventoryType: "EQUIPMENT" as const,
        identifierType: "SERIAL" as const,
        identifier: "CAT0336",
        odometer: null,
        odometerBrand: "UNKNOWN",
      },
      [],
    ],
  ])("%j", (changes, fields) => {
    expect(fieldsOf(publishGaps({ ...tractor, ...changes }))).toEqual(fields);
  });
});

test("accepted prices are always in order", () => {
  const cents = fc.integer({ min: 1, max: 200 }).map((dollars) => dollars * 100);
  fc.assert(
    fc.property(
      cents,
      fc.option(cents),
      fc.option(cents),
      (startingCents, reserveCents, buyNowCents) => {
        const unit = { ...tractor, startingCents, reserveCents, buyNowCents };
        if (unitProblems(unit).length > 0) return;
        expect(reserveCents ?? startingCents).toBeGreaterThanOrEqual(startingCents);
        expect(buyNowCents ?? Number.POSITIVE_INFINITY).toBeGreaterThan(
          reserveCents ?? startingCents,
        );
      },
    ),
  );
});

describe("facts that bidders rely on", () => {
  const before = { ...tractor, manufacturer: "Peterbilt", model: "579" };

  test.each([
    ["NONE", {}],
    ["NONE", { odometer: 1, estimateLowCents: null, images: 0, vinOverrideReason: "Seen" }],
    ["OTHERS", { inventoryType: "SUV" }],
    ["OTHERS", { modelYear: 2020 }],
    ["OTHERS", { manufacturer: "Kenworth" }],
    ["OTHERS", { model: "389" }],
    ["OTHERS", { identifier: null }],
    ["OTHERS", { saleType: "ABSOLUTE" }],
    ["PRICES", { startingCents: 1_00 }],
    ["PRICES", { reserveCents: null }],
    ["PRICES", { reserveCents: 1_00, model: "389" }],
  ] as const)("%s changes with %j", (change, given) => {
    expect(boundChange(before, { ...before, ...given })).toBe(change);
  });
});
