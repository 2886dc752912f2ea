import fc from "fast-check";
import { expect, test } from "vitest";
import { inventoryTypes } from "../inventory/vehicle-class.ts";
import { inRunOrder, lotGaps, runOrders, type OrderedUnit } from "./run-order.ts";

const unit = (stockNumber: string, inventoryType: OrderedUnit["inventoryType"], price = 1_000) => ({
  stockNumber,
  inventoryType,
  modelYear: 2019,
  startingPrice: price,
});
const numbersIn = (units: readonly OrderedUnit[]) =>
  units.map(({ stockNumber }) => stockNumber).join(" ");

test("types alternate as evenly as their numbers allow", () => {
  const units = [
    ...["T1", "T2", "T3", "T4"].map((name) => unit(name, "TRUCK_TRACTOR")),
    ...["L1", "L2"].map((name) => unit(name, "TRAILER")),
  ];
  expect(numbersIn(inRunOrder(units, "SPREAD"))).toBe("T1 L1 T2 T3 L2 T4");
  expect(numbersIn(inRunOrder(units, "TYPE"))).toBe("L1 L2 T1 T2 T3 T4");
});

test("stock numbers sort as numbers, and equal prices keep their order", () => {
  const units = [unit("A10", "CAR", 5), unit("A9", "CAR", 7), unit("A2", "VAN", 5)];
  expect(numbersIn(inRunOrder(units, "STOCK_NUMBER"))).toBe("A2 A9 A10");
  expect(numbersIn(inRunOrder(units, "PRICE_LOW"))).toBe("A10 A2 A9");
  expect(numbersIn(inRunOrder(units, "PRICE_HIGH"))).toBe("A9 A10 A2");
});

const units = fc.array(
  fc.record({
    stockNumber: fc.string({ maxLength: 4 }),
    inventoryType: fc.constantFrom(...inventoryTypes.slice(0, 4)),
    modelYear: fc.integer({ min: 1990, max: 2030 }),
    startingPrice: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 60 },
);

test("an order neither loses nor doubles a unit", () => {
  fc.assert(
    fc.property(units, fc.constantFrom(...runOrders), (given, order) => {
      const ordered = inRunOrder(given, order);
      expect(ordered).toHaveLength(given.length);
      expect(new Set(ordered)).toEqual(new Set(given));
    }),
  );
});

test("every half of a spread list has about half of each type", () => {
  fc.assert(
    fc.property(units, (given) => {
      const ordered = inRunOrder(given, "SPREAD");
      const half = ordered.slice(0, Math.floor(ordered.length / 2));
      for (const type of inventoryTypes.slice(0, 4)) {
        const isType = ({ inventoryType }: OrderedUnit) => inventoryType === type;
        const [all, first] = [ordered.filter(isType).length, half.filter(isType).length];
        expect(Math.abs(first - all / 2)).toBeLessThanOrEqual(2);
      }
    }),
  );
});

test("names what a unit lacks; only a sale with reserve lacks one", () => {
  const bare = { hasReserve: false, pictures: 0, hasReport: false };
  expect(lotGaps({ ...bare, saleType: "RESERVE" })).toEqual(["PICTURE", "REPORT", "RESERVE"]);
  expect(lotGaps({ ...bare, saleType: "ABSOLUTE" })).toEqual(["PICTURE", "REPORT"]);
  const whole = { hasReserve: true, pictures: 1, hasReport: true, saleType: "RESERVE" } as const;
  expect(lotGaps(whole)).toEqual([]);
});
