import fc from "fast-check";
import { expect, it } from "vitest";
import { unitsIn } from "./bits.ts";
import { NumberWords } from "./number-words.ts";

/** More units than one block of a search. */
const UNITS = 20_000;

function find(words: NumberWords, start: string): number[] {
  const steps = words.units(start);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return [...unitsIn(step.value)];
  }
}

it("finds the units whose stock number or VIN has a word with this start", () => {
  const word = fc.stringMatching(/^[a-c1-3]{1,20}$/);
  const stocked = fc.uniqueArray(
    fc.tuple(fc.nat(UNITS - 1), fc.array(word, { minLength: 1, maxLength: 4 })),
    { maxLength: 30, selector: ([unit]) => unit },
  );
  fc.assert(
    fc.property(stocked, fc.stringMatching(/^[a-c1-3]{1,3}$/), (units, start) => {
      const words = new NumberWords();
      words.grow(UNITS);
      for (const [unit, ofUnit] of units) words.put(unit, ofUnit);
      const expected = units
        .filter(([, ofUnit]) => ofUnit.some((one) => one.startsWith(start)))
        .map(([unit]) => unit);
      expect(find(words, start)).toEqual(expected.toSorted((one, other) => one - other));
    }),
  );
});
