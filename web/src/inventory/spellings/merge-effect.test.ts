import { expect, test } from "vitest";
import { mergeEffect } from "./merge-effect.ts";

const names = [
  {
    name: "Chevrolet",
    units: 5,
    spellings: [
      { name: "Chevrolet", units: 3, bound: 1 },
      { name: "CHEVROLET", units: 2, bound: 1 },
    ],
    aliases: [],
  },
  {
    name: "Chevi",
    units: 4,
    spellings: [{ name: "Chevi", units: 4, bound: 3 }],
    aliases: [],
  },
];

test.each([
  ["Chevrolet", { changed: 3, kept: 3 }],
  ["Chevi", { changed: 3, kept: 2 }],
  ["CHEVY", { changed: 4, kept: 5 }],
])("merging into %s changes what bids don't rely on", (name, effect) => {
  expect(mergeEffect(names, name)).toEqual(effect);
});
