import fc from "fast-check";
import { expect, it } from "vitest";
import { inOrder } from "./in-order.ts";
import { Workspace } from "./workspace.ts";

/** Runs all steps of a generator. */
function finished<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

it("returns the same pages as a plain sort", () => {
  const key = fc.oneof(
    fc.constantFrom(0, 1, 4e13),
    fc.integer({ min: 0, max: 50 }),
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  );
  const keyList = fc.oneof(
    fc.array(key, { maxLength: 40 }),
    fc.array(key, { minLength: 600, maxLength: 3_000 }),
  );
  const workspace = new Workspace();
  fc.assert(
    fc.property(keyList, fc.nat(3_000), fc.integer({ min: 1, max: 100 }), (keys, from, size) => {
      const units = Int32Array.from(keys.keys(), (place) => place * 3);
      const expected = [...keys.keys()]
        .toSorted((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other)
        .slice(from, from + size)
        .map((place) => place * 3);
      const page = inOrder(units, Float64Array.from(keys), from, from + size, workspace);
      expect(finished(page)).toEqual(expected);
      workspace.clear();
    }),
    { numRuns: 300 },
  );
});
