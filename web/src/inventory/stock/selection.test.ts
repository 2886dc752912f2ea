import { expect, test } from "vitest";
import { chosenOf, nothing, sizeOf, unitsOf, withPage, type Selection } from "./selection.ts";

test("rows of several pages stay chosen", () => {
  const first = withPage(nothing, [1, 2, 3], new Set([1, 3]));
  const both = withPage(first, [4, 5], new Set([4]));
  expect(sizeOf(both)).toBe(3);
  expect(unitsOf(withPage(both, [1, 2, 3], new Set([3])))).toEqual({ units: [3, 4] });
  expect([...chosenOf(both, [1, 2, 4])]).toEqual([1, 4]);
});

test("all that match but some are a rule, not a list", () => {
  const search = { q: "volvo" };
  const all: Selection = { mode: "ALL", search, total: 452, except: new Set() };
  const some = withPage(all, [1, 2, 3], new Set([1, 3]));
  expect(sizeOf(some)).toBe(451);
  expect([...chosenOf(some, [1, 2, 3, 9])]).toEqual([1, 3, 9]);
  expect(unitsOf(some)).toEqual({ search, except: [2] });
  expect(sizeOf(withPage(some, [2], new Set([2])))).toBe(452);
});
