import { english } from "@gavelyard/messages/text";
import fc from "fast-check";
import { expect, test } from "vitest";
import { refuseSpin } from "./spins.ts";

const fine = { width: 1500, height: 1000 };
const frames = (number: number, odd = fine) => [
  ...Array.from({ length: number - 1 }, () => fine),
  odd,
];

test.each([
  [frames(12), null],
  [frames(72), null],
  [frames(11), "12 to 72 pictures; you added 11"],
  [frames(73), "12 to 72 pictures; you added 73"],
  [[], "you added 0"],
  [frames(12, { width: 750, height: 501 }), null],
  [frames(12, { width: 1000, height: 1500 }), "Picture 12 isn't the same shape"],
  [frames(12, { width: 1500, height: 1125 }), "Picture 12 isn't the same shape"],
])("%#: %s", (given, said) => {
  const refusal = refuseSpin(given);
  if (said === null) expect(refusal).toBeNull();
  else expect(english(refusal ?? "")).toContain(said);
});

test("a view needs 12 to 72 pictures of one size", () => {
  const side = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 12, max: 72 }), (width, height, number) => {
      expect(refuseSpin(Array.from({ length: number }, () => ({ width, height })))).toBeNull();
    }),
  );
});
