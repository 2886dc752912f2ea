import { expect, test } from "vitest";
import { decodeVin } from "./vin-decode.ts";

test.each([
  ["a tractor", "3AKJGLDR5GSGX1234", "TRUCK_TRACTOR", "Freightliner", [2016, 1986]],
  [
    "a tractor with a digit at position 7",
    "1XPBDP9X0KD601280",
    "TRUCK_TRACTOR",
    "Peterbilt",
    [2019, 1989],
  ],
  ["a light pickup with a letter", "1FTFW1E50JFA00001", "PICKUP", "Ford", [2018, 1988]],
  ["a car with a digit", "1HGCM82633A004352", "CAR", "Honda", [2003]],
  ["a car with a digit and two years", "1G1JC524XK7123456", "CAR", "Chevrolet", [1989, 2019]],
  [
    "a code whose newer year is still ahead",
    "1XPWD49X5XD000001",
    "TRUCK_TRACTOR",
    "Peterbilt",
    [1999],
  ],
  ["a foreign car", "WVGZZZ5NZEW069297", "SUV", null, [2014, 1984]],
  ["a code that makes share", "1C4RDJDG5EC502498", "SUV", null, [2014, 1984]],
] as const)("%s", (_what, vin, inventoryType, manufacturer, modelYears) => {
  expect(decodeVin(vin, { inventoryType, gvwrLb: null }, 2026)).toEqual({
    manufacturer,
    modelYears,
  });
});

test("what isn't a VIN says nothing", () => {
  expect(decodeVin("short", { inventoryType: "CAR", gvwrLb: null }, 2026)).toBeNull();
});
