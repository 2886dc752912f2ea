import { expect, test } from "vitest";
import { sizeOf } from "./bits.ts";
import { unitRow } from "./testing/unit-row.ts";
import { Units } from "./units.ts";

test("a unit that is added while the others load is counted once", () => {
  const units = new Units();
  units.makeRoom(1);
  units.load([unitRow(1), unitRow(2)]);
  units.countAll();
  units.put(unitRow(2));
  expect(sizeOf(units.shown)).toBe(2);
  expect(units.types()).toEqual([{ inventoryType: "PICKUP", count: 2, unit: 2 }]);
});

test("a lot that is added after a change of stages changes its own on time", () => {
  const units = new Units();
  units.load([unitRow(1)]);
  units.countAll();
  units.moveTo(1_000);
  units.put({ ...unitRow(2), hasLot: true, opensAt: 2_000, closesAt: 3_000 });
  const stages = [1_001, 2_000, 3_000, 3_001].map((nowMs) => {
    units.moveTo(nowMs);
    const { values, codes } = units.texts.auctionStatus;
    return values[codes[2] ?? 0];
  });
  expect(stages).toEqual(["UPCOMING", "LIVE", "LIVE", "EXPIRED"]);
});
