import { isRoadVehicle, lightVehicleMaxLb } from "./vehicle-class.ts";
import type { InventoryType } from "./vehicle-class.ts";

/** What identifies a unit. */
export const identifierTypes = ["VIN", "SERIAL", "HIN", "NONE"] as const;
export type IdentifierType = (typeof identifierTypes)[number];

/** The first model year for which the 17-character VIN is required. */
export const firstVinModelYear = 1981;

const vinShape = /^[A-HJ-NPR-Z0-9]{17}$/;
const serialShape = /^[A-Z0-9-]{4,20}$/;
/** Twelve characters, before them a country code of two where there is one (33 CFR 181.25). */
const hinShape = /^([A-Z]{2})?[A-Z0-9]{12}$/;

/** The weight of each position in the sum of the check digit (49 CFR 565.15). */
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** The letters of each value from 1 to 9 (49 CFR 565.15); a digit counts as itself. */
const lettersByValue = ["AJ", "BKS", "CLT", "DMU", "ENV", "FW", "GPX", "HY", "RZ"] as const;

/** Codes of the model year from 1980 on, repeating every thirty years (49 CFR 565.15). */
const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** A VIN as it is stored: without spaces and hyphens, upper case. */
export function normaliseVin(typed: string): string {
  return typed.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
}

/** A serial number as it is stored: without spaces, upper case; hyphens belong to it. */
export function normaliseSerial(typed: string): string {
  return typed
    .replace(/\s/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .toUpperCase();
}

/** Whether a normalised text has the form of a VIN: 17 of the digits and letters but I, O and Q. */
export function isVinShaped(vin: string): boolean {
  return vinShape.test(vin);
}

/**
 * The check digit (position 9, `0` to `9` or `X`) that belongs to a normalised VIN, whatever stands
 * there (49 CFR 565.15).
 * @throws RangeError when the text has not the form of a VIN.
 */
export function vinCheckDigit(vin: string): string {
  if (!isVinShaped(vin)) throw new RangeError(`Not a VIN: ${vin}`);
  const sum = weights.reduce<number>(
    (total, weight, position) => total + weight * valueOf(vin.charAt(position)),
    0,
  );
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

/** Whether a normalised VIN carries the right check digit. */
export function hasRightCheckDigit(vin: string): boolean {
  return isVinShaped(vin) && vinCheckDigit(vin) === vin.charAt(8);
}

/** Whether a VIN was given out in North America, where check digits are the law. */
export function isNorthAmericanVin(vin: string): boolean {
  return /^([1-5]|7[F-Z0-9])/.test(vin);
}

/**
 * A VIN with the right check digit from 17 characters with anything at position 9.
 * @throws RangeError when the template has not the form of a VIN.
 */
export function makeVin(template: string): string {
  const shaped = `${template.slice(0, 8)}0${template.slice(9)}`;
  return `${template.slice(0, 8)}${vinCheckDigit(shaped)}${template.slice(9)}`;
}

/** What is wrong with an identifier; staff may override CHECK_DIGIT with a reason, the others not. */
export type IdentifierProblem =
  | { readonly code: "VIN_REQUIRED" }
  | { readonly code: "BAD_VIN" }
  | { readonly code: "BAD_SERIAL" }
  | { readonly code: "BAD_HIN" }
  | { readonly code: "MUST_BE_EMPTY" }
  | { readonly code: "CHECK_DIGIT"; readonly expected: string; readonly found: string };

/** The identifier a unit is expected to have: a VIN on road vehicles from model year 1981, else a serial. */
export function expectedIdentifierType(unit: {
  readonly inventoryType: InventoryType;
  readonly modelYear: number;
}): "VIN" | "SERIAL" {
  const needsVin = isRoadVehicle(unit.inventoryType) && unit.modelYear >= firstVinModelYear;
  return needsVin ? "VIN" : "SERIAL";
}

/**
 * The fault of a normalised identifier, or null. The check digit is asked for on North American VINs
 * only, and only on units that must have a VIN: others may carry 17 characters of another standard.
 */
export function identifierProblem(unit: {
  readonly inventoryType: InventoryType;
  readonly modelYear: number;
  readonly identifierType: IdentifierType;
  /** Normalised; empty with the type NONE. */
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
      if (!isVinShaped(identifier)) return { code: "BAD_VIN" };
      const expected = vinCheckDigit(identifier);
      const found = identifier.charAt(8);
      if (!mustBeVin || !isNorthAmericanVin(identifier) || found === expected) return null;
      return { code: "CHECK_DIGIT", expected, found };
    }
  }
}

/** The model years that a code at position 10 may stand for, one in each cycle; none for other characters. */
export function modelYearsOfCode(code: string): readonly number[] {
  const place = code.length === 1 ? yearCodes.indexOf(code) : -1;
  return place === -1 ? [] : [1980 + place, 2010 + place];
}

/** What the year code says of a model year; ASK_STAFF where only a person can tell the cycle. */
export type YearCodeVerdict = "OK" | "MISMATCH" | "ASK_STAFF";

/**
 * Holds the year code (position 10) of a normalised VIN against the model year. The code repeats every
 * thirty years; position 7 tells the cycle (a letter: 2010 on, a digit: before) on cars and on trucks
 * up to 10,000 lb only (49 CFR 565.15). On a heavier truck a letter with an older year is left to
 * staff, and either conflict is where the weight is unknown. Elsewhere position 7 says nothing. VINs
 * from outside North America need no year code.
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
  switch (positionSevenRule(unit)) {
    case "DECIDES":
      return "MISMATCH";
    case "WEIGHT_UNKNOWN":
      return "ASK_STAFF";
    case "TOO_HEAVY":
      return hasLetter ? "ASK_STAFF" : "OK";
    case "OTHER_KIND":
      return "OK";
  }
}

function positionSevenRule(unit: {
  readonly inventoryType: InventoryType;
  readonly gvwrLb: number | null;
}): "DECIDES" | "WEIGHT_UNKNOWN" | "TOO_HEAVY" | "OTHER_KIND" {
  switch (unit.inventoryType) {
    case "CAR":
      return "DECIDES";
    case "MOTORCYCLE":
    case "TRAILER":
    case "BUS":
    case "EQUIPMENT":
    case "OTHER":
      return "OTHER_KIND";
    default:
      if (unit.gvwrLb === null) return "WEIGHT_UNKNOWN";
      return unit.gvwrLb <= lightVehicleMaxLb ? "DECIDES" : "TOO_HEAVY";
  }
}

function valueOf(character: string): number {
  const digit = "0123456789".indexOf(character);
  if (digit !== -1) return digit;
  return lettersByValue.findIndex((letters) => letters.includes(character)) + 1;
}
