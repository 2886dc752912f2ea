import type { InventoryType } from "../inventory/vehicle-class.ts";

/** What the order of a run list goes by; money in any one unit. */
export interface OrderedUnit {
  readonly stockNumber: string;
  readonly inventoryType: InventoryType;
  readonly modelYear: number;
  readonly startingPrice: number;
}

/** Orders that staff can give a run list (D80). */
export const runOrders = [
  "TYPE",
  "SPREAD",
  "PRICE_LOW",
  "PRICE_HIGH",
  "YEAR_NEW",
  "STOCK_NUMBER",
] as const;
export type RunOrder = (typeof runOrders)[number];

const compared: Readonly<
  Record<Exclude<RunOrder, "SPREAD">, (one: OrderedUnit, other: OrderedUnit) => number>
> = {
  TYPE: (one, other) => compareText(one.inventoryType, other.inventoryType),
  PRICE_LOW: (one, other) => one.startingPrice - other.startingPrice,
  PRICE_HIGH: (one, other) => other.startingPrice - one.startingPrice,
  YEAR_NEW: (one, other) => other.modelYear - one.modelYear,
  STOCK_NUMBER: (one, other) =>
    one.stockNumber.localeCompare(other.stockNumber, "en", { numeric: true }),
};

const compareText = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);

/** Returns the units in an order; equal ones keep theirs. */
export function inRunOrder<Unit extends OrderedUnit>(
  units: readonly Unit[],
  order: RunOrder,
): Unit[] {
  return order === "SPREAD" ? spreadByType(units) : units.toSorted(compared[order]);
}

/** Spreads each type evenly over the list, so that a bidder for one type stays to its end. */
function spreadByType<Unit extends OrderedUnit>(units: readonly Unit[]): Unit[] {
  const byType = Map.groupBy(units, ({ inventoryType }) => inventoryType);
  return [...byType.values()]
    .toSorted((one, other) => other.length - one.length)
    .flatMap((group) => group.map((unit, at) => ({ unit, at: (at + 0.5) / group.length })))
    .toSorted((one, other) => one.at - other.at)
    .map(({ unit }) => unit);
}

export const lotGapNames = ["PICTURE", "REPORT", "RESERVE"] as const;
export type LotGap = (typeof lotGapNames)[number];

/** Returns what bidders may miss of a unit, which doesn't keep staff from offering it (D80). */
export function lotGaps(unit: {
  readonly saleType: "ABSOLUTE" | "RESERVE" | "ON_APPROVAL";
  readonly hasReserve: boolean;
  readonly pictures: number;
  readonly hasReport: boolean;
}): LotGap[] {
  return [
    ...(unit.pictures === 0 ? (["PICTURE"] as const) : []),
    ...(unit.hasReport ? [] : (["REPORT"] as const)),
    ...(unit.saleType === "RESERVE" && !unit.hasReserve ? (["RESERVE"] as const) : []),
  ];
}

/** Statuses in which a unit can join a run list. */
export const offerableStatuses = ["AVAILABLE", "UNSOLD"] as const;
