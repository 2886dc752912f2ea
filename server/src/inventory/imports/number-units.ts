import { moneyColumns } from "../unit-columns.ts";

const LB_PER_KG = 2.204_622_6;
const IN_PER_CM = 1 / 2.54;

/** By what people write: how many of a field's own unit one of theirs is. */
type Factors = Readonly<Partial<Record<string, number>>>;

const pounds: Factors = { LB: 1, LBS: 1, POUNDS: 1, KG: LB_PER_KG, KGS: LB_PER_KG };
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
  horsepower: { HP: 1, BHP: 1 },
  displacementL: { L: 1 },
  torqueLbFt: {},
  Hours: hours,
  Lb: pounds,
  In: inches,
  lengthFt: feet,
};

/** Fields in US dollars. */
export const prices: ReadonlySet<string> = new Set(Object.keys(moneyColumns));

/** Words of a header in which people name a unit: "GVWR (kg)", "Price CAD", "Odometer, km". */
export const wordsOf = (header: string): readonly string[] =>
  header.toUpperCase().split(/[^\p{L}\p{N}]+/u);

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

/** Returns the same for the unit that a header names, which may also be metric tons. */
export function headerFactor(field: string, header: string): number {
  const units = unitsOf(field);
  const known: Factors = units === pounds ? { ...pounds, T: 1_000 * LB_PER_KG } : units;
  const [, ...words] = wordsOf(header);
  return words.map((word) => known[word]).find((factor) => factor !== undefined) ?? 1;
}
