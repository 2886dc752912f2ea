import type { InventoryType } from "./vehicle-class.ts";
import { isNorthAmericanVin, isVinShaped, modelYearsOfCode, positionSeven } from "./vin.ts";

/**
 * Common manufacturers by world manufacturer identifier (the VIN's first characters), without those
 * that several makes share, such as 1C4 of Jeep, Dodge and Chrysler.
 */
const makers: Readonly<Record<string, string>> = {
  "1FU": "Freightliner",
  "1FV": "Freightliner",
  "3AK": "Freightliner",
  "3AL": "Freightliner",
  "4UZ": "Freightliner",
  "1XP": "Peterbilt",
  "1NP": "Peterbilt",
  "2NP": "Peterbilt",
  "1XK": "Kenworth",
  "1NK": "Kenworth",
  "2NK": "Kenworth",
  "3WK": "Kenworth",
  "4V4": "Volvo",
  "4V5": "Volvo",
  "1M1": "Mack",
  "1M2": "Mack",
  "1HS": "International",
  "1HT": "International",
  "2HS": "International",
  "3HA": "International",
  "3HS": "International",
  "5KJ": "Western Star",
  "5PV": "Hino",
  JAL: "Isuzu",
  "54D": "Isuzu",
  "1FA": "Ford",
  "1FB": "Ford",
  "1FD": "Ford",
  "1FM": "Ford",
  "1FT": "Ford",
  "2FM": "Ford",
  "3FA": "Ford",
  "1G1": "Chevrolet",
  "1GA": "Chevrolet",
  "1GB": "Chevrolet",
  "1GC": "Chevrolet",
  "1GN": "Chevrolet",
  "3GC": "Chevrolet",
  "1GD": "GMC",
  "1GK": "GMC",
  "1GT": "GMC",
  "3GT": "GMC",
  "1C6": "Ram",
  "3C6": "Ram",
  "3C7": "Ram",
  "1J4": "Jeep",
  "4T1": "Toyota",
  "5TF": "Toyota",
  "2T3": "Toyota",
  "1HG": "Honda",
  "2HG": "Honda",
  "5FN": "Honda",
  "1N4": "Nissan",
  "1N6": "Nissan",
  "1HD": "Harley-Davidson",
  "5YJ": "Tesla",
  "1GR": "Great Dane",
  "1JJ": "Wabash",
  "1UY": "Utility",
  "13N": "Fontaine",
};

export interface DecodedVin {
  /** Null for a manufacturer that is not in the table. */
  readonly manufacturer: string | null;
  /** Possible model years, the likelier first; one in each thirty-year cycle. */
  readonly modelYears: readonly number[];
}

/** Returns the manufacturer of a normalized VIN; null if it isn't one, or not in the table. */
export const makerOf = (vin: string): string | null =>
  isVinShaped(vin) ? (makers[vin.slice(0, 3)] ?? null) : null;

/**
 * Reads manufacturer and model year from a normalized VIN; null if it isn't one. The newer year
 * comes first, unless position 7 of a light North American vehicle has the digit of the older one
 * (49 CFR 565.15). Years after next year are left out.
 */
export function decodeVin(
  vin: string,
  unit: { readonly inventoryType: InventoryType; readonly gvwrLb: number | null },
  thisYear: number,
): DecodedVin | null {
  if (!isVinShaped(vin)) return null;
  const years = modelYearsOfCode(vin.charAt(9)).filter((year) => year <= thisYear + 1);
  const hasMeaning = isNorthAmericanVin(vin) && positionSeven(unit) !== "MEANINGLESS";
  const olderFirst = hasMeaning && /\d/.test(vin.charAt(6));
  return {
    manufacturer: makerOf(vin),
    modelYears: olderFirst ? years : years.toReversed(),
  };
}
