import { expect, test } from "vitest";
import { decodeVin } from "./vin-decode.ts";

test.each([
  // A 2016 Freightliner: the year code G with a letter before it.
  ["3AKJGLDR5GSGX1234", { manufacturer: "Freightliner", modelYears: [2016, 1986] }],
  ["1FTFW1E50JFA00001", { manufacturer: "Ford", modelYears: [2018, 1988] }],
  // A code for a year that is still ahead can only mean the older one.
  ["1XPWD49X5XD000001", { manufacturer: "Peterbilt", modelYears: [1999] }],
  ["9BWZZZ377VT004251", { manufacturer: null, modelYears: [1997, 2027] }],
  ["short", null],
])("%s", (vin, decoded) => {
  expect(decodeVin(vin, 2026)).toEqual(decoded);
});
