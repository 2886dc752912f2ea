import fc from "fast-check";
import { expect, test } from "vitest";
import { typedWords, wordsOf, wordsOfUnit } from "./search-words.ts";

test.each([
  ["Freightliner Cascadia", ["freightliner", "cascadia"]],
  ["F-150 Lariat", ["f150", "150", "lariat"]],
  ["AB-12-34", ["ab1234", "1234", "34"]],
  ["6.7L Power Stroke, V8", ["6.7l", "power", "stroke", "v8"]],
  ["A/C (rear) -- ok.", ["a", "c", "rear", "ok"]],
  ["Camión", ["camión"]],
  ["Camio\u0301n", ["camión"]],
  [" - . ", []],
])("the words of %j", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test.each([
  ["f-150 xlt", ["f150", "xlt"]],
  ["2019 PETER", ["2019", "peter"]],
  ["a b c d e f g h i j k l m n", [..."abcdefghijkl"]],
  ["--", []],
])("typed: %j", (typed, words) => {
  expect(typedWords(typed)).toEqual(words);
});

const unit = {
  modelYear: 2019,
  manufacturer: "Ford",
  model: "F-150",
  trim: null,
  bodyStyle: "Crew cab",
  engineType: "2.7L V6",
  stockNumber: "ST-0012",
  vin: "1FTEW1EP5KFA12345",
};
test("a unit is found by its year, make, model, body, engine, stock number and VIN", () => {
  expect(wordsOfUnit(unit).join(" ")).toBe(
    "2019 ford f150 150 crewcab cab 2.7lv6 v6 6 st0012 0012 1ftew1ep5kfa12345 kfa12345 a12345",
  );
  expect(wordsOfUnit({ ...unit, vin: null, stockNumber: "X1" }).at(-1)).toBe("x1");
});

test("each text finds itself, however it is typed", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."aB1 .-/é") }), (text) => {
      const words = wordsOf(text);
      for (const typed of typedWords(text)) expect(words).toContain(typed);
      for (const typed of typedWords(text.toUpperCase())) expect(words).toContain(typed);
    }),
  );
});
