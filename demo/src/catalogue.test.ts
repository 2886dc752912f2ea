import { inventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import {
  hasRightCheckDigit,
  identifierProblem,
  yearCodeVerdict,
} from "@gavelyard/domain/inventory/vin";
import { gvwrClass } from "@gavelyard/domain/inventory/vehicle-class";
import { isTimeZone } from "@gavelyard/domain/time-zone";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCatalogue } from "./build-catalogue.ts";
import { modelLines } from "./model-lines.ts";
import { paints } from "./paints.ts";
import { Chance } from "./random.ts";
import { demoYards } from "./yards.ts";

const now = new Date("2026-11-20T12:00:00Z");
const units = buildCatalogue(now);

describe("the demo's catalogue", () => {
  it("has hundreds of units, of every type that the pages filter by", () => {
    expect(units.length).toBeGreaterThanOrEqual(300);
    expect(new Set(units.map(({ inventoryType }) => inventoryType)).size).toBe(11);
  });

  it("is the same within a year and differs between deliveries", () => {
    expect(buildCatalogue(now)).toEqual(units);
    const [first] = buildCatalogue(now, { number: 1, units: 1 });
    expect(first?.identifier).not.toBe(units[0]?.identifier);
  });

  it("tells units apart by identifier, stock number, slug and note", () => {
    for (const key of ["identifier", "stockNumber", "slug", "description"] as const) {
      expect(new Set(units.map((unit) => unit[key])).size).toBe(units.length);
    }
  });

  it.each(modelLines.map((line) => [`${line.make} ${line.model} (${line.body})`, line] as const))(
    "gives every %s a valid identifier",
    (_, line) => {
      const found = units.filter(
        (unit) => unit.model === line.model && unit.bodyStyle === line.body,
      );
      expect(found.length).toBeGreaterThan(0);
      for (const unit of found) expect(identifierProblem(unit)).toBeNull();
      for (const unit of found.filter(({ identifierType }) => identifierType === "VIN")) {
        expect(hasRightCheckDigit(unit.identifier)).toBe(true);
        expect(yearCodeVerdict({ ...unit, vin: unit.identifier, gvwrLb: unit.specs.gvwrLb })).toBe(
          "OK",
        );
        expect(unit.identifier.startsWith(line.vin?.wmi ?? "-")).toBe(true);
      }
    },
  );

  it("sets prices that follow from one another", () => {
    for (const unit of units) {
      expect(unit.startingCents % 100).toBe(0);
      expect(unit.startingCents).toBeGreaterThan(0);
      expect(unit.reserveCents ?? unit.startingCents).toBeGreaterThanOrEqual(unit.startingCents);
      expect(unit.estimateLowCents).toBeLessThanOrEqual(unit.estimateHighCents);
      expect(unit.startingCents).toBeLessThanOrEqual(unit.valueCents);
      expect(unit.reserveCents === null).toBe(unit.saleType === "ABSOLUTE");
    }
  });

  it("values no unit above its price when new, and old ones below new ones", () => {
    for (const unit of units) {
      const prices = modelLines
        .filter(({ model }) => model === unit.model)
        .map((line) => line.priceNew[1]);
      expect(unit.valueCents / 100).toBeLessThan(Math.max(...prices));
    }
    const tractors = units.filter(({ model }) => model === "Cascadia");
    const mean = (list: typeof units) =>
      list.reduce((sum, unit) => sum + unit.valueCents, 0) / list.length;
    expect(mean(tractors.filter(({ modelYear }) => modelYear >= 2020))).toBeGreaterThan(
      2 * mean(tractors.filter(({ modelYear }) => modelYear <= 2015)),
    );
  });

  it("keeps every field within the contract", () => {
    for (const unit of units) {
      expect(inventorySpecs.parse(unit.specs)).toEqual(unit.specs);
      expect(unit.grade).toBeGreaterThanOrEqual(0);
      expect(unit.grade).toBeLessThanOrEqual(5);
      expect(unit.gvwrClass).toBe(gvwrClass(unit.specs.gvwrLb));
      expect(unit.description.length).toBeGreaterThan(60);
      expect(unit.description).not.toMatch(/[{}|!]|undefined|null|\s{2}/);
      expect(paints[unit.color]).toBeDefined();
      expect(demoYards[unit.yard]).toBeDefined();
      expect(unit.odometer ?? 0).toBeLessThan(2_000_000);
    }
  });

  it("announces faults that cost money, and shows green for none of them", () => {
    const major = units.filter(({ specs }) =>
      specs.conditionReport?.sections.some(({ severity }) => severity === "MAJOR"),
    );
    expect(major.length).toBeGreaterThan(20);
    for (const { specs } of major) {
      expect(specs.announcements).not.toBeNull();
      expect(specs.saleLights).not.toContain("GREEN");
    }
    const still = units.filter(({ runCondition }) => runCondition === "DOES_NOT_START");
    for (const { specs } of still) expect(specs.saleLights).toEqual(["RED"]);
    expect(units.every(({ specs }) => specs.conditionReport !== null)).toBe(true);
  });

  it("is in yards at plausible places", () => {
    for (const yard of demoYards) {
      expect(isTimeZone(yard.timeZone)).toBe(true);
      expect(yard.zip).toMatch(/^\d{5}$/);
      expect(yard.lat).toBeGreaterThan(24);
      expect(yard.lat).toBeLessThan(50);
      expect(yard.lng).toBeLessThan(-66);
    }
  });

  it("delivers new units without identifiers in use", () => {
    const taken = new Set(units.map(({ identifier }) => identifier));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (number) => {
        const delivered = buildCatalogue(now, { number, units: 40, taken });
        expect(delivered).toHaveLength(40);
        for (const unit of delivered) {
          expect(taken.has(unit.identifier)).toBe(false);
          expect(identifierProblem(unit)).toBeNull();
          expect(unit.stockNumber.length).toBeLessThanOrEqual(20);
          expect(unit.featured).toBe(false);
        }
      }),
      { numRuns: 8 },
    );
  });
});

describe("chance", () => {
  it("keeps within its bounds and picks each value in turn", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: -50, max: 50 }),
        fc.nat(50),
        (seed, low, span) => {
          const chance = new Chance(seed);
          const seen = new Set<number>();
          for (let turn = 0; turn < 2_000; turn++) seen.add(chance.int(low, low + span));
          expect(Math.min(...seen)).toBe(low);
          expect(Math.max(...seen)).toBe(low + span);
        },
      ),
      { numRuns: 20 },
    );
  });

  it("chooses some of a list in their own order", () => {
    const chosen = new Chance(7).some(["a", "b", "c", "d", "e"], 3);
    expect(chosen).toHaveLength(3);
    expect(chosen).toEqual(chosen.toSorted());
  });
});
