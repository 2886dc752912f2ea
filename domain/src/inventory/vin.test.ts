import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  expectedIdentifierType,
  hasRightCheckDigit,
  identifierProblem,
  isNorthAmericanVin,
  isVinShaped,
  makeVin,
  modelYearsOfCode,
  normalizeSerial,
  normalizeVin,
  vinCheckDigit,
  yearCodeVerdict,
} from "./vin.ts";

const vinCharacters = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";
const anyTemplate = fc
  .array(fc.constantFrom(...vinCharacters), { minLength: 17, maxLength: 17 })
  .map((characters) => characters.join(""));

describe("check digit", () => {
  // The first is the regulation's example, the second a well-known one with the check digit X.
  test.each(["1M8GDM9AXKP042788", "1G4AH59H45G118341", "11111111111111111", "5GZCZ43D13S812715"])(
    "%s is valid",
    (vin) => {
      expect(hasRightCheckDigit(vin)).toBe(true);
    },
  );

  test.each([
    "1M8GDM9A0KP042788",
    "1G4AH59H55G118341",
    "11111111111111112",
    "",
    "1M8GDM9AXKP04278",
  ])("%s is not valid", (vin) => {
    expect(hasRightCheckDigit(vin)).toBe(false);
  });

  test("makeVin replaces only the check digit", () => {
    fc.assert(
      fc.property(anyTemplate, (template) => {
        const vin = makeVin(template);
        expect(hasRightCheckDigit(vin)).toBe(true);
        expect(vin.slice(0, 8) + vin.slice(9)).toBe(template.slice(0, 8) + template.slice(9));
        expect(makeVin(vin)).toBe(vin);
      }),
    );
  });

  test("detects every mistyped digit", () => {
    fc.assert(
      fc.property(
        anyTemplate.map(makeVin),
        fc.nat({ max: 16 }),
        fc.nat({ max: 9 }),
        (vin, place, digit) => {
          fc.pre(/\d/.test(vin.charAt(place)) && vin.charAt(place) !== String(digit));
          const typed = vin.slice(0, place) + String(digit) + vin.slice(place + 1);
          expect(hasRightCheckDigit(typed)).toBe(false);
        },
      ),
    );
  });

  test.each(["", "SHORT", "1M8GDM9AXKP04278O", "1m8gdm9axkp042788"])("throws for %j", (text) => {
    expect(() => vinCheckDigit(text)).toThrow(RangeError);
  });

  test.each(["1M8GDM9A", "IM8GDM9A_KP042788", "1M8GDM9A_KP0427889"])(
    "makeVin throws for %j",
    (template) => {
      expect(() => makeVin(template)).toThrow(RangeError);
    },
  );

  test("a template can have anything at position 9", () => {
    expect(makeVin("1M8GDM9A_KP042788")).toBe("1M8GDM9AXKP042788");
  });
});

test.each([
  [" 1m8-gdm9 axkp–042788 ", "1M8GDM9AXKP042788"],
  ["", ""],
])("%j is stored as %j", (typed, vin) => {
  expect(normalizeVin(typed)).toBe(vin);
});

test("a serial keeps its hyphens, typed as any kind of dash", () => {
  expect(normalizeSerial(" cat–0336-x 12 ")).toBe("CAT-0336-X12");
});

test.each([
  ["1M8GDM9AXKP042788", true],
  ["IM8GDM9AXKP042788", false],
  ["OM8GDM9AXKP042788", false],
  ["QM8GDM9AXKP042788", false],
  ["1M8GDM9AXKP0427888", false],
  ["1m8gdm9axkp042788", false],
])("%s looks like a VIN: %j", (text, shaped) => {
  expect(isVinShaped(text)).toBe(shaped);
});

test.each([
  ["1", true],
  ["2", true],
  ["3", true],
  ["4", true],
  ["5", true],
  ["7S", true],
  ["7A", false],
  ["W", false],
  ["J", false],
  ["6", false],
])("VINs from %s are North American: %j", (start, northAmerican) => {
  expect(isNorthAmericanVin(start.padEnd(17, "A"))).toBe(northAmerican);
});

describe("identifierProblem", () => {
  const truck = {
    inventoryType: "TRUCK_TRACTOR",
    modelYear: 2019,
    identifierType: "VIN",
    identifier: "1M8GDM9AXKP042788",
  } as const;
  const excavator = { ...truck, inventoryType: "EQUIPMENT", identifierType: "SERIAL" } as const;
  const wrongDigit = "1M8GDM9A1KP042788";
  const serial = { identifierType: "SERIAL" } as const;
  test.each([
    ["a valid VIN", truck, null],
    [
      "a wrong check digit",
      { ...truck, identifier: wrongDigit },
      { code: "CHECK_DIGIT", expected: "X", found: "1" },
    ],
    ["a European VIN without a check digit", { ...truck, identifier: "WDB9634031L123456" }, null],
    [
      "16 characters",
      { ...truck, identifier: "1M8GDM9AXKP04278" },
      { code: "BAD_VIN", length: 16 },
    ],
    [
      "an O",
      { ...truck, identifier: "1M8GDM9AXKPO42788" },
      { code: "BAD_CHARACTER", at: 12, character: "O" },
    ],
    ["one repeated character", { ...truck, identifier: "1".repeat(17) }, { code: "FILLER" }],
    ["few characters", { ...truck, identifier: "12121212121212121" }, { code: "FILLER" }],
    ["a row of letters", { ...truck, identifier: "ABCDEFGHJKLMNPRST" }, { code: "FILLER" }],
    [
      "a serial on a road vehicle of 1981",
      { ...truck, ...serial, modelYear: 1981, identifier: "AB12" },
      { code: "VIN_REQUIRED" },
    ],
    ["a serial on one of 1980", { ...truck, ...serial, modelYear: 1980, identifier: "AB12" }, null],
    [
      "no identifier on a road vehicle",
      { ...truck, identifierType: "NONE", identifier: "" },
      { code: "VIN_REQUIRED" },
    ],
    ["a serial of equipment", { ...excavator, identifier: "CAT-0336-X12" }, null],
    ["one of 20 characters", { ...excavator, identifier: "A".repeat(20) }, null],
    ["one of 21", { ...excavator, identifier: "A".repeat(21) }, { code: "BAD_SERIAL" }],
    ["one of 3", { ...excavator, identifier: "ABC" }, { code: "BAD_SERIAL" }],
    ["a slash in it", { ...excavator, identifier: "AB/12" }, { code: "BAD_SERIAL" }],
    [
      "17 characters of another standard on equipment",
      { ...excavator, identifierType: "VIN", identifier: wrongDigit },
      null,
    ],
    [
      "a hull number",
      { ...excavator, inventoryType: "OTHER", identifierType: "HIN", identifier: "USABC12345E505" },
      null,
    ],
    [
      "a short hull number",
      { ...excavator, inventoryType: "OTHER", identifierType: "HIN", identifier: "ABC12345" },
      { code: "BAD_HIN" },
    ],
    ["no identifier", { ...excavator, identifierType: "NONE", identifier: "" }, null],
    [
      "an identifier of type NONE",
      { ...excavator, identifierType: "NONE", identifier: "A" },
      { code: "MUST_BE_EMPTY" },
    ],
  ] as const)("%s", (_, unit, problem) => {
    expect(identifierProblem(unit)).toEqual(problem);
  });

  test("road vehicles need a VIN from model year 1981 on, others a serial", () => {
    expect(expectedIdentifierType({ inventoryType: "TRAILER", modelYear: 1981 })).toBe("VIN");
    expect(expectedIdentifierType({ inventoryType: "TRAILER", modelYear: 1980 })).toBe("SERIAL");
    expect(expectedIdentifierType({ inventoryType: "EQUIPMENT", modelYear: 2024 })).toBe("SERIAL");
  });
});

describe("year code", () => {
  test.each([
    ["A", [1980, 2010]],
    ["H", [1987, 2017]],
    ["J", [1988, 2018]],
    ["N", [1992, 2022]],
    ["P", [1993, 2023]],
    ["R", [1994, 2024]],
    ["T", [1996, 2026]],
    ["V", [1997, 2027]],
    ["Y", [2000, 2030]],
    ["1", [2001, 2031]],
    ["9", [2009, 2039]],
    ["0", []],
    ["U", []],
    ["Z", []],
    ["I", []],
    ["", []],
    ["AB", []],
  ])("%j stands for %j", (code, years) => {
    expect(modelYearsOfCode(code)).toEqual(years);
  });

  test("each model year from 1981 to 2039 has one code", () => {
    for (let year = 1981; year <= 2039; year += 1) {
      const codes = [...vinCharacters].filter((code) => modelYearsOfCode(code).includes(year));
      expect(codes, String(year)).toHaveLength(1);
    }
  });

  // Position 7 is the character before the gap, position 10 the one after it.
  const vin = (seventh: string, tenth: string) => makeVin(`1FTBR2${seventh}A0${tenth}P042788`);
  test.each([
    ["a light truck, letter, 2019", vin("C", "K"), 2019, "PICKUP", 7_000, "OK"],
    ["the same, entered as 1989", vin("C", "K"), 1989, "PICKUP", 7_000, "MISMATCH"],
    ["a light truck, digit, 1989", vin("4", "K"), 1989, "PICKUP", 10_000, "OK"],
    ["the same, entered as 2019", vin("4", "K"), 2019, "PICKUP", 10_000, "MISMATCH"],
    ["a car of any weight", vin("4", "K"), 2019, "CAR", null, "MISMATCH"],
    ["another year of the code", vin("C", "K"), 2020, "PICKUP", 7_000, "MISMATCH"],
    [
      "a letter on a heavy truck with an older year",
      vin("C", "K"),
      1989,
      "TRUCK_TRACTOR",
      52_000,
      "OK",
    ],
    ["a tractor of unknown weight", vin("9", "K"), 2019, "TRUCK_TRACTOR", null, "OK"],
    ["a pickup whose weight is 0", vin("4", "K"), 2019, "PICKUP", 0, "ASK_STAFF"],
    ["a light straight truck", vin("4", "K"), 2019, "TRUCK_STRAIGHT", 9_900, "MISMATCH"],
    [
      "a digit on a heavy truck with a newer year",
      vin("4", "K"),
      2019,
      "TRUCK_TRACTOR",
      52_000,
      "OK",
    ],
    ["a heavy truck with a wrong code", vin("4", "K"), 2018, "TRUCK_TRACTOR", 52_000, "MISMATCH"],
    ["a conflict with unknown weight", vin("4", "K"), 2019, "VAN", null, "ASK_STAFF"],
    ["no conflict with unknown weight", vin("C", "K"), 2019, "VAN", null, "OK"],
    ["a trailer", vin("4", "K"), 2019, "TRAILER", 9_000, "OK"],
    ["an invalid code", vin("C", "0"), 2019, "TRAILER", null, "MISMATCH"],
    ["a European VIN", "WDB9634031L123456", 2019, "TRUCK_TRACTOR", 40_000, "OK"],
  ] as const)("%s", (_, vehicle, modelYear, inventoryType, gvwrLb, verdict) => {
    expect(yearCodeVerdict({ vin: vehicle, modelYear, inventoryType, gvwrLb })).toBe(verdict);
  });
});
