import {
  cabTypes,
  inventoryTypes,
  trailerTypes,
} from "@gavelyard/contract/inventory/inventory-fields";
import { inventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MIN_SPACING, marksOf } from "./marks.ts";
import { HEIGHT, outlineOf, WIDTH } from "./outlines.ts";

const finding = fc.record({
  area: fc.constantFrom("Engine", "Cab", "Brakes", "Exterior", "Frame", "Body", "Roof", "Doors"),
  item: fc.constantFrom("Oil pan", "Front axle", "Hood", "Rear bumper", "Seat", "Lamps", "Panel"),
});
const unit = fc.record({
  inventoryType: fc.constantFrom(...inventoryTypes),
  bodyStyle: fc.constantFrom(null, "Dump truck", "Fuel tank truck", "Flatbed", "53 ft dry van"),
  cabType: fc.constantFrom(null, ...cabTypes),
  specs: fc
    .record({
      trailerType: fc.constantFrom(...trailerTypes),
      category: fc.string({ maxLength: 60 }),
    })
    .map(({ trailerType, category }) =>
      inventorySpecs.parse({
        trailer: { trailerType, lengthFt: 53 },
        equipment: { category },
      }),
    ),
});

describe("marks on a drawing", () => {
  test("never overlap or leave the drawing, and are missing only when it is full", () => {
    fc.assert(
      fc.property(unit, fc.array(finding, { maxLength: 60 }), (drawn, findings) => {
        const outline = outlineOf(drawn);
        if (outline === null) return;
        const marks = marksOf(outline, findings);
        expect(marks).toHaveLength(findings.length);
        const placed = marks.filter((mark) => mark !== null);
        // Sixteen, as many as an inspection finds, always have room.
        expect(placed.length).toBeGreaterThanOrEqual(Math.min(16, findings.length));
        for (const [at, [x, y]] of placed.entries()) {
          expect(x).toBeGreaterThanOrEqual(MIN_SPACING / 2);
          expect(x).toBeLessThanOrEqual(WIDTH - MIN_SPACING / 2);
          expect(y).toBeGreaterThanOrEqual(MIN_SPACING / 2);
          expect(y).toBeLessThanOrEqual(HEIGHT - MIN_SPACING / 2);
          for (const other of placed.slice(0, at)) {
            expect(Math.hypot(x - other[0], y - other[1])).toBeGreaterThanOrEqual(MIN_SPACING);
          }
        }
      }),
    );
  });

  test("are at the finding's zone while there is room", () => {
    const outline = outlineOf({
      inventoryType: "TRUCK_TRACTOR",
      bodyStyle: null,
      cabType: "SLEEPER",
      specs: inventorySpecs.parse({}),
    });
    if (outline === null) throw new Error("a tractor has a drawing");
    const engine = { area: "Engine", item: "Oil pan" };
    const [first, second] = marksOf(outline, [engine, engine]);
    expect(first).toEqual(outline.at.engine);
    expect(second).not.toEqual(first);
  });

  test("a kind without a matching drawing has none", () => {
    const specs = inventorySpecs.parse({ equipment: { category: "Generator" } });
    const equipment = {
      inventoryType: "EQUIPMENT",
      bodyStyle: null,
      cabType: null,
      specs,
    } as const;
    expect(outlineOf(equipment)).toBeNull();
    expect(outlineOf({ ...equipment, inventoryType: "OTHER" })).toBeNull();
    expect(outlineOf({ ...equipment, bodyStyle: "Wheel loader" })?.name).toBe("loader");
  });
});
