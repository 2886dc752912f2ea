import { expect, test } from "vitest";
import { caretIn } from "./dollars-field.tsx";

test.each([
  ["12,500", 0, 6],
  ["12,500", 2, 4],
  ["12,500", 3, 2],
  ["12,500", 4, 1],
  ["1,250,000", 6, 1],
  ["125", 3, 0],
  ["", 0, 0],
])("in %s, the caret with %i digits behind it is at %i", (grouped, after, at) => {
  expect(caretIn(grouped, after)).toBe(at);
});
