import type { InventoryCard, InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { ModelLine } from "./model-line.ts";
import type { Chance } from "./random.ts";

/** A unit's prices, in cents, each a whole number of dollars. */
export interface Prices {
  readonly valueCents: number;
  readonly estimateLowCents: number;
  readonly estimateHighCents: number;
  readonly startingCents: number;
  readonly reserveCents: number | null;
  readonly saleType: InventoryDetail["saleType"];
}

/** Share of a clean title's value that remains with each brand. */
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
/** Share of the price that remains after the first sale. */
const FIRST_YEAR = 0.9;
/**
 * Minimum share of the price when new that a unit keeps at any age, for parts, metal or collectors.
 */
const MIN_SHARE = 0.05;

/** Values a unit by age, use and condition, like a wholesale buyer, and derives its prices. */
export function priceUnit(
  line: ModelLine,
  unit: {
    readonly age: number;
    /** Miles or hours relative to the average at this age; 1 is average. */
    readonly use: number;
    readonly grade: number;
    readonly titleBrand: InventoryCard["titleBrand"];
    readonly runCondition: InventoryCard["runCondition"];
  },
  chance: Chance,
): Prices {
  const priceNew = chance.between(...line.priceNew);
  const aged = Math.max(MIN_SHARE, FIRST_YEAR * line.keepsAYear ** unit.age);
  const used = Math.min(1.18, Math.max(0.72, 1 - 0.3 * (unit.use - 1)));
  const condition = 0.76 + unit.grade * 0.065;
  const title = titleFactors[unit.titleBrand] ?? 1;
  const runs = line.trade === "TRAILER" ? 1 : runFactors[unit.runCondition];
  const dollars = Math.max(
    900,
    priceNew * aged * used * condition * title * runs * (1 + chance.bell() * 0.03),
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
