import { expect, test } from "vitest";
import { sizeOf } from "./bits.ts";
import { numberColumns, textColumns, type UnitRow } from "./sql.ts";
import { Units } from "./units.ts";

const nulls = (columns: object) =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, null]));
const unit = (id: number) =>
  ({
    ...nulls(textColumns),
    ...nulls(numberColumns),
    id,
    status: "AVAILABLE",
    inventoryType: "PICKUP",
    stockNumber: `S${id}`,
    vin: null,
    hasLot: false,
    opensAt: null,
    closesAt: null,
  }) as UnitRow;

test("a unit that is added while the others load is counted once", () => {
  const units = new Units();
  units.makeRoom(1);
  units.load([unit(1), unit(2)]);
  units.countAll();
  units.put(unit(2));
  expect(sizeOf(units.shown)).toBe(2);
  expect(units.types()).toEqual([{ inventoryType: "PICKUP", count: 2, unit: 2 }]);
});
