import { expect, test } from "vitest";
import { typedWords, wordsOfNames } from "./search-words.ts";
import { Spellings } from "./spellings.ts";

const spellings = new Spellings([
  { make: null, alias: "Interantional", name: "International" },
  { make: null, alias: "Western Star Corp", name: "Western Star" },
  { make: "International", alias: "LT 625 Sleeper", name: "LT625" },
  { make: "International", alias: "lt-625", name: "LT625" },
]);

test.each([
  ["INTERANTIONAL", "International"],
  ["Chevy", "Chevrolet"],
  ["western-star corp", "Western Star"],
  ["Acme", "Acme"],
])("the make %s is %s", (text, make) => {
  expect(spellings.make(text)).toBe(make);
});

test.each([
  ["International", "LT 625", "LT625"],
  ["INTERNATIONAL", "LT625 SLEEPER", "LT625"],
  ["Kenworth", "LT 625", "LT 625"],
])("the model of %s, %s, is %s", (make, text, model) => {
  expect(spellings.model(make, text)).toBe(model);
});

test.each([
  ["chevy", "Chevrolet\nSilverado"],
  ["cat", "Chevrolet\nCatalina"],
  ["cat", "Caterpillar\n320"],
  ["LT 625", "International\nLT625"],
  ["lt625", "International\nLT 625"],
  ["LT625 sleeper", "International\nLT-625"],
  ["interantional lt", "International\nLT-625"],
  ["western star corp 49x", "Western Star\n49X"],
  ["landrover", "Land Rover\nDefender"],
  ["mercedes benz", "Mercedes-Benz\nActros"],
  ["mercedesbenz", "Mercedes-Benz\nActros"],
])("the typed words %j find %j", (typed, names) => {
  const words = wordsOfNames(names);
  for (const meanings of spellings.meaningsOf(typedWords(typed)))
    expect(words.some((word) => meanings.some((one) => word.startsWith(one)))).toBe(true);
});

test("a chosen model means itself and what it is an alias of", () => {
  expect(spellings.modelKeys("lt 625 sleeper")).toEqual(["LT625SLEEPER", "LT625"]);
  expect(spellings.modelKeys("F-150")).toEqual(["F150"]);
});
