import { feeScheduleOf, type FeeTable } from "./fees.ts";
import { invoiceLines, invoiceTotalCents } from "./invoice.ts";
import { milesBetween, type Place } from "./miles-between.ts";
import { centsToDollars, dollarsToCents, type Cents } from "./money.ts";
import type { InventoryType } from "./vehicle-class.ts";

/** Classes of units that a carrier charges alike. */
export const haulClasses = ["LIGHT", "TRUCK", "TRACTOR", "TRAILER", "EQUIPMENT"] as const;
export type HaulClass = (typeof haulClasses)[number];

const classes: Readonly<Record<InventoryType, HaulClass>> = {
  CAR: "LIGHT",
  SUV: "LIGHT",
  PICKUP: "LIGHT",
  VAN: "LIGHT",
  MOTORCYCLE: "LIGHT",
  TRUCK_STRAIGHT: "TRUCK",
  BUS: "TRUCK",
  RV: "TRUCK",
  TRUCK_TRACTOR: "TRACTOR",
  TRAILER: "TRAILER",
  EQUIPMENT: "EQUIPMENT",
  OTHER: "EQUIPMENT",
};

export const haulClassOf = (type: InventoryType): HaulClass => classes[type];

/** What delivery of one class of units costs. */
export interface HaulRate {
  /** For each mile that the unit is hauled. */
  readonly perMileCents: Cents;
  /** Minimum for the haul, without permits. */
  readonly minimumCents: Cents;
  /** Permits and escorts for an oversize load; 0 for a class that fits on the road as it is. */
  readonly permitsCents: Cents;
}
export type HaulRates = Readonly<Record<HaulClass, HaulRate>>;

export const defaultHaulRates: HaulRates = {
  LIGHT: { perMileCents: 2_00, minimumCents: 350_00, permitsCents: 0 },
  TRUCK: { perMileCents: 3_25, minimumCents: 600_00, permitsCents: 0 },
  TRACTOR: { perMileCents: 3_00, minimumCents: 600_00, permitsCents: 0 },
  TRAILER: { perMileCents: 2_75, minimumCents: 450_00, permitsCents: 0 },
  EQUIPMENT: { perMileCents: 4_75, minimumCents: 900_00, permitsCents: 650_00 },
};

/** A rate as screens and the API have it, in dollars (D13). */
export interface HaulRateTable {
  readonly perMile: number;
  readonly minimum: number;
  readonly permits: number;
}

export function haulRateOf({ perMile, minimum, permits }: HaulRateTable): HaulRate {
  return {
    perMileCents: dollarsToCents(perMile),
    minimumCents: dollarsToCents(minimum),
    permitsCents: dollarsToCents(permits),
  };
}

export function haulRateTableOf(rate: HaulRate): HaulRateTable {
  return {
    perMile: centsToDollars(rate.perMileCents),
    minimum: centsToDollars(rate.minimumCents),
    permits: centsToDollars(rate.permitsCents),
  };
}

/** Makes something of each class of units. */
export function byHaulClass<T>(make: (one: HaulClass) => T): Record<HaulClass, T> {
  return {
    LIGHT: make("LIGHT"),
    TRUCK: make("TRUCK"),
    TRACTOR: make("TRACTOR"),
    TRAILER: make("TRAILER"),
    EQUIPMENT: make("EQUIPMENT"),
  };
}

/** Road miles for each mile by air: about what interstates and state roads come to. */
const ROAD_FACTOR = 1.2;

/** Returns about how many miles a truck drives between two places. */
export const roadMiles = (from: Place, to: Place): number =>
  Math.round(milesBetween(from, to) * ROAD_FACTOR);

/** First three digits of ZIP codes that no road from the 48 states leads to. */
const overseas = /^(00[6-9]|09\d|340|96[2-9]|99[5-9])/;

/**
 * Returns whether a truck can drive to a ZIP code: not to Alaska, which needs a ferry or customs,
 * Hawaii, the territories, or military post offices.
 */
export const isReachedByRoad = (zip: string): boolean => !overseas.test(zip);

/** About what delivery will cost (D62), never a promise. The total is the sum of the parts. */
export interface DeliveryEstimate {
  readonly miles: number;
  /** Miles at the rate per mile. */
  readonly haulCents: Cents;
  /** What is added up to the minimum of a short haul. */
  readonly toMinimumCents: Cents;
  readonly permitsCents: Cents;
  readonly totalCents: Cents;
}

/** Estimates delivery over a whole number of miles. */
export function estimateDelivery(rate: HaulRate, miles: number): DeliveryEstimate {
  const haulCents = miles * rate.perMileCents;
  const toMinimumCents = Math.max(0, rate.minimumCents - haulCents);
  const { permitsCents } = rate;
  return {
    miles,
    haulCents,
    toMinimumCents,
    permitsCents,
    totalCents: haulCents + toMinimumCents + permitsCents,
  };
}

/** Estimates delivery of a unit from its yard to a place. */
export const estimateFrom = (
  { type, yard }: { readonly type: InventoryType; readonly yard: Place },
  to: Place,
  rates: Readonly<Record<HaulClass, HaulRateTable>>,
): DeliveryEstimate => estimateDelivery(haulRateOf(rates[haulClassOf(type)]), roadMiles(yard, to));

/** Returns what a sale costs with fees, tax and delivery, at a hammer price. */
export function costAtDoorCents(fees: FeeTable, hammerCents: Cents, deliveryCents: Cents): Cents {
  return invoiceTotalCents(invoiceLines(feeScheduleOf(fees), hammerCents)) + deliveryCents;
}
