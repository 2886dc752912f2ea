import type { InventoryCard, InventoryDetail } from "@gavelyard/contract/inventory";
import type { ModelLine } from "./model-line.ts";
import type { Chance } from "./random.ts";

/** The prices of a unit, all whole dollars in cents. */
export interface Prices {
  readonly valueCents: number;
  readonly estimateLowCents: number;
  readonly estimateHighCents: number;
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly saleType: InventoryDetail["saleType"];
}

/** The share of a clean title's value that a brand leaves. */
const titleFactors: Partial<Record<InventoryCard["titleBrand"], number>> = {
  SALVAGE: 0.52,
  REBUILT: 0.74,
  FLOOD: 0.4,
  LEMON: 0.85,
};
const runFactors: Readonly<Record<InventoryCard["runCondition"], number>> = {
  RUNS_DRIVES: 1,
  STARTS: 0.72,
  DOES_NOT_START: 0.52,
  UNKNOWN: 0.62,
};
/** A new unit loses this at once when it is sold to its first owner. */
const FIRST_YEAR = 0.9;
/** However old, it keeps this share of its price when new: parts, metal, collectors. */
const LEAST_SHARE = 0.05;

/** Values a unit by age, use and condition as wholesale buyers do, and sets its prices around that. */
export function priceUnit(
  line: ModelLine,
  unit: {
    readonly age: number;
    /** Miles or hours against what is usual at this age; 1 is usual. */
    readonly use: number;
    readonly grade: number;
    readonly titleBrand: InventoryCard["titleBrand"];
    readonly runCondition: InventoryCard["runCondition"];
  },
  chance: Chance,
): Prices {
  const priceNew = chance.between(...line.priceNew);
  const aged = Math.max(LEAST_SHARE, FIRST_YEAR * line.keepsAYear ** unit.age);
  const used = Math.min(1.18, Math.max(0.72, 1 - 0.3 * (unit.use - 1)));
  const kept = 0.76 + unit.grade * 0.065;
  const title = titleFactors[unit.titleBrand] ?? 1;
  const runs = line.trade === "TRAILER" ? 1 : runFactors[unit.runCondition];
  const dollars = Math.max(
    900,
    priceNew * aged * used * kept * title * runs * (1 + chance.bell() * 0.03),
  );
  const saleType = pickSaleType(chance);
  const startShare =
    saleType === "ABSOLUTE" ? chance.between(0.18, 0.34) : chance.between(0.38, 0.56);
  const startingCents = roundTo(dollars * startShare, 100) * 100;
  const reserveCents =
    saleType === "ABSOLUTE"
      ? null
      : Math.max(startingCents, roundTo(dollars * chance.between(0.74, 0.94), 100) * 100);
  return {
    valueCents: roundTo(dollars, 50) * 100,
    estimateLowCents: roundTo(dollars * 0.9, 250) * 100,
    estimateHighCents: roundTo(dollars * 1.12, 250) * 100,
    startingCents,
    reserveCents,
    saleType,
  };
}

function pickSaleType(chance: Chance): InventoryDetail["saleType"] {
  const roll = chance.next();
  if (roll < 0.3) return "ABSOLUTE";
  return roll < 0.92 ? "RESERVE" : "ON_APPROVAL";
}

function roundTo(dollars: number, step: number): number {
  return Math.max(step, Math.round(dollars / step) * step);
}
