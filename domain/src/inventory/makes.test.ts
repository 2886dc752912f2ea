import { expect, test } from "vitest";
import { makeKeys, misspelledMake, spelledMake } from "./makes.ts";

test.each([
  ["FORD", "Ford"],
  ["ford", "Ford"],
  ["Chevy", "Chevrolet"],
  ["CHEVROLET", "Chevrolet"],
  ["Mercedes Benz", "Mercedes-Benz"],
  ["MERCEDES-BENZ", "Mercedes-Benz"],
  ["harley davidson", "Harley-Davidson"],
  ["Bmw", "BMW"],
  ["INTERNATIONAL", "International"],
  ["Nobody  Knows", "Nobody Knows"],
])("%s is spelled %s", (make, spelled) => {
  expect(spelledMake(make)).toBe(spelled);
  expect(spelledMake(spelled)).toBe(spelled);
});

test.each([
  ["INTERANTIONAL", "International"],
  ["Peterblit", "Peterbilt"],
  ["Frieghtliner", "Freightliner"],
  ["International", null],
  ["Chevy", null],
  ["Fort", null],
  ["Alliance RV", null],
])("%s may be %s", (make, meant) => {
  expect(misspelledMake(make)).toBe(meant);
});

test("a make is found by all its names", () => {
  expect(makeKeys("chevy")).toEqual(makeKeys("Chevrolet"));
  expect(makeKeys("chevy").toSorted()).toEqual(["CHEV", "CHEVROLET", "CHEVY"]);
  expect(makeKeys("Nobody knows")).toEqual(["NOBODYKNOWS"]);
});
