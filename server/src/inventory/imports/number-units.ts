import { moneyColumns } from "../unit-columns.ts";

const LB_PER_KG = 2.204_622_6;
const IN_PER_CM = 1 / 2.54;

/** By what people write: how many of a field's own unit one of theirs is. */
type Factors = Readonly<Partial<Record<string, number>>>;

const pounds: Factors = {
  LB: 1,
  LBS: 1,
  POUNDS: 1,
  KG: LB_PER_KG,
  KGS: LB_PER_KG,
  TONNES: 1_000 * LB_PER_KG,
};
const inches = {
  IN: 1,
  INCHES: 1,
  '"': 1,
  FT: 12,
  "'": 12,
  MM: IN_PER_CM / 10,
  CM: IN_PER_CM,
  M: 100 * IN_PER_CM,
};
const feet = Object.fromEntries(
  Object.entries({ ...inches, FEET: 12 }).map(([unit, factor]) => [unit, factor / 12]),
);
const hours: Factors = { H: 1, HR: 1, HRS: 1, HOUR: 1, HOURS: 1 };

/** By the end of a field's name. Kilometers are a unit of their own, which the row keeps. */
const byField: Readonly<Record<string, Factors>> = {
  odometer: { MI: 1, MILE: 1, MILES: 1 },
  horsepower: { HP: 1, BHP: 1, KW: 1.341_022 },
  displacementL: { L: 1, CC: 0.001, CI: 0.016_387 },
  torqueLbFt: { NM: 0.737_562 },
  Hours: hours,
  Lb: pounds,
  In: inches,
  lengthFt: feet,
};

/** Fields in US dollars. */
export const prices: ReadonlySet<string> = new Set(Object.keys(moneyColumns));

/** Words of a header in which people name a unit: "GVWR (kg)", "Price CAD", "odometerKm". */
export const wordsOf = (header: string): readonly string[] =>
  header
    .replace(/(\p{Ll}{2})(\p{Lu})/gu, "$1 $2")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

const kilometers = /^(?:KM|KMS|KLMS|KILOMETERS|KILOMETRES|KILÓMETROS|KILOMETROS)$/;
const miles = /^(?:MI|MILE|MILES|MILLAS)$/;

/**
 * Returns the unit of readings that a header names: "BOTH" if it doesn't say which, null if it names
 * none. Spanish calls the reading in miles "kilometraje", too.
 */
export function distanceOf(header: string): "KM" | "MI" | "BOTH" | null {
  const words = wordsOf(header);
  if (words.includes("KILOMETRAJE")) return "BOTH";
  const isKm = words.some((word) => kilometers.test(word));
  const isMi = words.some((word) => miles.test(word));
  return isKm && isMi ? "BOTH" : isKm ? "KM" : isMi ? "MI" : null;
}

const currencyWords: Readonly<Record<string, string>> = {
  CAD: "CAD",
  CDN: "CAD",
  EUR: "EUR",
  EURO: "EUR",
  EUROS: "EUR",
  MXN: "MXN",
  PESOS: "MXN",
  GBP: "GBP",
  AUD: "AUD",
  CHF: "CHF",
  JPY: "JPY",
};
const currencySigns = [
  [/€/, "EUR"],
  [/£/, "GBP"],
  [/¥/, "JPY"],
  [/\bCA?\$/i, "CAD"],
  [/\bMX?\$/i, "MXN"],
  [/\bAU?\$/i, "AUD"],
] as const;

/** Returns the currency that a header of prices names, unless it is the US dollar; null if none. */
export const currencyOf = (header: string): string | null =>
  wordsOf(header)
    .map((word) => currencyWords[word])
    .find((currency) => currency !== undefined) ??
  currencySigns.find(([sign]) => sign.test(header))?.[1] ??
  null;

function unitsOf(field: string): Factors {
  if (prices.has(field)) return { USD: 1 };
  return Object.entries(byField).find(([end]) => field.endsWith(end))?.[1] ?? {};
}

const everyUnit = new Set(Object.values(byField).flatMap((units) => Object.keys(units)));
/** Returns whether a word after a number is a unit of any field. */
export const isUnit = (word: string): boolean => everyUnit.has(word.toUpperCase());

/** Returns by how much a number's unit exceeds the field's; null if the field takes no such unit. */
export const factorOf = (field: string, unit: string): number | null =>
  unitsOf(field)[unit.toUpperCase()] ?? null;

const thousands = new Set(["000", "000S", "1000", "1000S", "X1000", "THOUSAND", "THOUSANDS"]);
/** Words of a header that are a unit whatever stands around them. */
const clearUnit =
  /^(?:KMS?|MI|MILES?|KGS?|LBS?|POUNDS|TONS?|TONNES|HOURS|HRS|HP|KW|NM|CC|CI|MM|CM|FT|FEET|INCHES|GAL|GALLONS)$/;

/** Returns whether a word of a header names a unit, a currency or thousands, not the field. */
export const isRemark = (word: string): boolean =>
  clearUnit.test(word) ||
  kilometers.test(word) ||
  thousands.has(word) ||
  word in currencyWords ||
  ["IN", "USD", "US", "L", "M", "X"].includes(word);

/**
 * Returns by how much the unit that a header names exceeds the field's, with thousands and metric
 * tons; 1 if it names none, null if the field doesn't take it or the header names two.
 */
export function headerFactor(field: string, header: string): number | null {
  const units = unitsOf(field);
  const known: Factors = units === pounds ? { ...pounds, T: 1_000 * LB_PER_KG } : units;
  const [, ...words] = wordsOf(header);
  const factors = new Set(words.flatMap((word) => known[word] ?? []));
  const others = words.filter((word) => clearUnit.test(word) && known[word] === undefined);
  // A reading in kilometers keeps its unit.
  const isOther = field !== "odometer" && others.length > 0 && factors.size === 0;
  const isHours = field === "odometer" && words.some((word) => word in hours);
  if (factors.size > 1 || isOther || isHours) return null;
  const [factor = 1] = factors;
  return words.some((word) => thousands.has(word)) ? 1_000 * factor : factor;
}
