import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addAll,
  addUnit,
  between,
  inBoth,
  inFirst,
  noUnits,
  removeUnit,
  unitsIn,
  withCodes,
  type Bits,
} from "./bits.ts";

const END = 200;
const sets = fc.uniqueArray(fc.nat(END - 1));

function bitsOf(units: readonly number[]): Bits {
  const bits = noUnits(END);
  for (const unit of units) addUnit(bits, unit);
  return bits;
}

const inOrder = (units: Iterable<number>) => [...units].toSorted((one, other) => one - other);

it("sets of units combine like sets", () => {
  fc.assert(
    fc.property(sets, sets, (some, others) => {
      const other = new Set(others);
      const [bits, otherBits] = [bitsOf(some), bitsOf(others)];
      expect([...unitsIn(bits)]).toEqual(inOrder(some));
      expect([...unitsIn(inBoth(bits, otherBits))]).toEqual(
        inOrder(some.filter((unit) => other.has(unit))),
      );
      expect([...unitsIn(inFirst(bits, otherBits))]).toEqual(
        inOrder(some.filter((unit) => !other.has(unit))),
      );
      for (const unit of others) removeUnit(bits, unit);
      expect(bits).toEqual(inFirst(bitsOf(some), otherBits));
      addAll(bits, otherBits);
      expect([...unitsIn(bits)]).toEqual(inOrder(new Set([...some, ...others])));
    }),
  );
});

it("finds units by code and by number", () => {
  const codes = fc.array(fc.nat(9), { minLength: 1, maxLength: END });
  const values = fc.array(fc.option(fc.float({ noNaN: true }), { nil: Number.NaN }), {
    minLength: END,
    maxLength: END,
  });
  fc.assert(
    fc.property(codes, fc.uniqueArray(fc.integer({ min: 1, max: 9 })), (ofUnits, wanted) => {
      const found = unitsIn(withCodes(Uint16Array.from(ofUnits), wanted, 10));
      const expected = [...ofUnits.keys()].filter((unit) => wanted.includes(ofUnits[unit] ?? -1));
      expect([...found]).toEqual(expected);
    }),
  );
  fc.assert(
    fc.property(
      sets,
      values,
      fc.float({ noNaN: true }),
      fc.float({ noNaN: true }),
      (units, of, min, max) => {
        const found = unitsIn(between(bitsOf(units), Float32Array.from(of), min, max));
        const isIn = (unit: number) => (of[unit] ?? 0) >= min && (of[unit] ?? 0) <= max;
        expect([...found]).toEqual(inOrder(units.filter(isIn)));
      },
    ),
  );
});
