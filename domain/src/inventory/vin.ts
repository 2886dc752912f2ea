import { isRoadVehicle, lightVehicleMaxLb } from "./vehicle-class.ts";
import type { InventoryType } from "./vehicle-class.ts";

export const identifierTypes = ["VIN", "SERIAL", "HIN", "NONE"] as const;
export type IdentifierType = (typeof identifierTypes)[number];

/** First model year that requires the 17-character VIN. */
export const firstVinModelYear = 1981;

const vinShape = /^[A-HJ-NPR-Z0-9]{17}$/;
/** Rows of letters and digits on keyboards and in the alphabet, without I, O and Q. */
const rows = "ABCDEFGHJKLMNPRSTUVWXYZ 12345678901234567890 ASDFGHJKL ZXCVBNM";
/** Different characters that every VIN has at least. */
const LEAST_VARIETY = 5;

/** Returns whether people typed this only to fill a field that asks for a VIN. */
const isFiller = (vin: string): boolean =>
  new Set(vin).size < LEAST_VARIETY || rows.includes(vin.slice(0, 15));
const serialShape = /^[A-Z0-9-]{4,20}$/;
/** Twelve characters, optionally after a two-letter country code (33 CFR 181.25). */
const hinShape = /^([A-Z]{2})?[A-Z0-9]{12}$/;

/** Weight of each position in the check digit's sum (49 CFR 565.15). */
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** Letters by value from 1 to 9 (49 CFR 565.15); a digit counts as itself. */
const lettersByValue = ["AJ", "BKS", "CLT", "DMU", "ENV", "FW", "GPX", "HY", "RZ"] as const;

/** Model year codes from 1980 on, repeating every thirty years (49 CFR 565.15). */
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** Normalizes a VIN for storage: no spaces or hyphens, upper case. */
export function normalizeVin(typed: string): string {
  return typed.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
}

/** Normalizes a serial number for storage: no spaces, upper case. Hyphens stay. */
export function normalizeSerial(typed: string): string {
  return typed
    .replace(/\s/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .toUpperCase();
}

/** Returns whether a normalized text looks like a VIN: 17 digits and letters without I, O and Q. */
export function isVinShaped(vin: string): boolean {
  return vinShape.test(vin);
}

/**
 * Returns the correct check digit (position 9, `0` to `9` or `X`) of a normalized VIN, whatever it
 * has at that position (49 CFR 565.15).
 * @throws RangeError when the text doesn't have the form of a VIN.
 */
export function vinCheckDigit(vin: string): string {
  if (!isVinShaped(vin)) throw new RangeError(`Not a VIN: ${vin}`);
  const sum = weights.reduce<number>(
    (total, weight, position) => total + weight * valueOf(vin.charAt(position)),
    0,
  );
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

export function hasRightCheckDigit(vin: string): boolean {
  return isVinShaped(vin) && vinCheckDigit(vin) === vin.charAt(8);
}

/** Returns whether a VIN was assigned in North America, where check digits are required by law. */
export function isNorthAmericanVin(vin: string): boolean {
  return /^([1-5]|7[F-Z0-9])/.test(vin);
}

/**
 * Returns a VIN with the correct check digit from 17 characters with any character at position 9.
 * @throws RangeError when the template doesn't have the form of a VIN.
 */
export function makeVin(template: string): string {
  const shaped = `${template.slice(0, 8)}0${template.slice(9)}`;
  return `${template.slice(0, 8)}${vinCheckDigit(shaped)}${template.slice(9)}`;
}

/**
 * What is wrong with an identifier. Staff may override VIN_REQUIRED and CHECK_DIGIT, with a reason:
 * states assign numbers of their own to rebuilt vehicles and homemade trailers.
 */
export type IdentifierProblem =
  | { readonly code: "VIN_REQUIRED" }
  | { readonly code: "BAD_VIN"; readonly length: number }
  /** `at` counts from 1. */
  | { readonly code: "BAD_CHARACTER"; readonly at: number; readonly character: string }
  | { readonly code: "FILLER" }
  | { readonly code: "BAD_SERIAL" }
  | { readonly code: "BAD_HIN" }
  | { readonly code: "MUST_BE_EMPTY" }
  | { readonly code: "CHECK_DIGIT"; readonly expected: string; readonly found: string };

/** Road vehicles from 1981 on need a VIN, other units a serial number. */
export function expectedIdentifierType(unit: {
  readonly inventoryType: InventoryType;
  readonly modelYear: number;
}): "VIN" | "SERIAL" {
  const needsVin = isRoadVehicle(unit.inventoryType) && unit.modelYear >= firstVinModelYear;
  return needsVin ? "VIN" : "SERIAL";
}

/**
 * Returns the problem with a normalized identifier, or null. The check digit is checked only on
 * North American VINs of units that must have a VIN; others may carry 17 characters of another
 * standard.
 */
export function identifierProblem(unit: {
  readonly inventoryType: InventoryType;
  readonly modelYear: number;
  readonly identifierType: IdentifierType;
  /** Normalized; empty with the type NONE. */
  readonly identifier: string;
}): IdentifierProblem | null {
  const { identifierType, identifier } = unit;
  const mustBeVin = expectedIdentifierType(unit) === "VIN";
  if (mustBeVin && identifierType !== "VIN") return { code: "VIN_REQUIRED" };
  switch (identifierType) {
    case "NONE":
      return identifier === "" ? null : { code: "MUST_BE_EMPTY" };
    case "SERIAL":
      return serialShape.test(identifier) ? null : { code: "BAD_SERIAL" };
    case "HIN":
      return hinShape.test(identifier) ? null : { code: "BAD_HIN" };
    case "VIN": {
      const bad = vinShapeProblem(identifier);
      if (bad !== null) return bad;
      const expected = vinCheckDigit(identifier);
      const found = identifier.charAt(8);
      if (!mustBeVin || !isNorthAmericanVin(identifier) || found === expected) return null;
      return { code: "CHECK_DIGIT", expected, found };
    }
  }
}

function vinShapeProblem(identifier: string): IdentifierProblem | null {
  if (identifier.length !== 17) return { code: "BAD_VIN", length: identifier.length };
  if (isFiller(identifier)) return { code: "FILLER" };
  const at = identifier.search(/[^A-HJ-NPR-Z0-9]/);
  return at < 0 ? null : { code: "BAD_CHARACTER", at: at + 1, character: identifier.charAt(at) };
}

/**
 * Returns the model years of a code at position 10, one in each cycle; empty for an invalid code.
 */
export function modelYearsOfCode(code: string): readonly number[] {
  const place = code.length === 1 ? yearCodes.indexOf(code) : -1;
  return place === -1 ? [] : [1980 + place, 2010 + place];
}

/** ASK_STAFF: only a person can tell which thirty-year cycle the code means. */
export type YearCodeVerdict = "OK" | "MISMATCH" | "ASK_STAFF";

/**
 * Compares the year code (position 10) of a normalized VIN with the model year. The code repeats
 * every thirty years; position 7 shows the cycle (a letter: 2010 on, a digit: before) on cars and
 * on trucks up to 10,000 lb only (49 CFR 565.15). Staff decide on a conflict when the weight of a
 * pickup, van, SUV or RV is unknown. On other units position 7 has no meaning. VINs from outside
 * North America need no year code.
 */
export function yearCodeVerdict(unit: {
  readonly vin: string;
  readonly modelYear: number;
  readonly inventoryType: InventoryType;
  readonly gvwrLb: number | null;
}): YearCodeVerdict {
  const { vin, modelYear } = unit;
  if (!isNorthAmericanVin(vin)) return "OK";
  if (!modelYearsOfCode(vin.charAt(9)).includes(modelYear)) return "MISMATCH";
  const hasLetter = /[A-Z]/.test(vin.charAt(6));
  if (hasLetter === modelYear >= 2010) return "OK";
  switch (positionSeven(unit)) {
    case "DECIDES":
      return "MISMATCH";
    case "WEIGHT_UNKNOWN":
      return "ASK_STAFF";
    case "MEANINGLESS":
      return "OK";
  }
}

/** Returns what position 7 of a North American VIN says about the cycle of its year code. */
export function positionSeven(unit: {
  readonly inventoryType: InventoryType;
  readonly gvwrLb: number | null;
}): "DECIDES" | "WEIGHT_UNKNOWN" | "MEANINGLESS" {
  const { inventoryType } = unit;
  // 0 is what people enter for a weight that they don't know.
  const gvwrLb = unit.gvwrLb === 0 ? null : unit.gvwrLb;
  switch (inventoryType) {
    case "CAR":
      return "DECIDES";
    case "MOTORCYCLE":
    case "TRAILER":
    case "BUS":
    case "EQUIPMENT":
    case "OTHER":
      return "MEANINGLESS";
    case "TRUCK_TRACTOR":
    case "TRUCK_STRAIGHT":
      return gvwrLb !== null && gvwrLb <= lightVehicleMaxLb ? "DECIDES" : "MEANINGLESS";
    default:
      if (gvwrLb === null) return "WEIGHT_UNKNOWN";
      return gvwrLb <= lightVehicleMaxLb ? "DECIDES" : "MEANINGLESS";
  }
}

function valueOf(character: string): number {
  const digit = "0123456789".indexOf(character);
  if (digit !== -1) return digit;
  return lettersByValue.findIndex((letters) => letters.includes(character)) + 1;
}
