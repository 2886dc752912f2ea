import { feeScheduleOf, type FeeTable } from "./fees.ts";
import { invoiceLines, invoiceTotalCents } from "./invoice.ts";
import { milesBetween, type Place } from "../miles-between.ts";
import { centsToDollars, dollarsToCents, type Cents } from "../money.ts";
import type { InventoryType } from "../inventory/vehicle-class.ts";
import { haulClassOf, type HaulClass } from "./haul-class.ts";

export interface HaulRate {
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

/** A rate in dollars, for screens and the API (D13). */
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

export function byHaulClass<T>(make: (one: HaulClass) => T): Record<HaulClass, T> {
  return {
    LIGHT: make("LIGHT"),
    TRUCK: make("TRUCK"),
    TRACTOR: make("TRACTOR"),
    TRAILER: make("TRAILER"),
    EQUIPMENT: make("EQUIPMENT"),
  };
}

/** Typical ratio of road miles to great-circle miles on interstates and state roads. */
const ROAD_FACTOR = 1.2;

/** Estimates the miles that a truck drives between two places. */
export const roadMiles = (from: Place, to: Place): number =>
  Math.round(milesBetween(from, to) * ROAD_FACTOR);

/** ZIP code prefixes that no road from the 48 states leads to. */
const overseas = /^(00[6-9]|09\d|340|96[2-9]|99[5-9])/;

/**
 * Returns whether a truck can drive to a ZIP code. It can't drive to Hawaii, the territories,
 * military post offices, or Alaska, which needs a ferry or customs.
 */
export const isReachedByRoad = (zip: string): boolean => !overseas.test(zip);

/** What delivery is likely to cost (D62); never a promise. */
export interface DeliveryEstimate {
  readonly miles: number;
  readonly haulCents: Cents;
  /** Added to bring a short haul up to the minimum. */
  readonly toMinimumCents: Cents;
  readonly permitsCents: Cents;
  readonly totalCents: Cents;
}

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

export const estimateFrom = (
  { type, yard }: { readonly type: InventoryType; readonly yard: Place },
  to: Place,
  rates: Readonly<Record<HaulClass, HaulRateTable>>,
): DeliveryEstimate => estimateDelivery(haulRateOf(rates[haulClassOf(type)]), roadMiles(yard, to));

/** Returns the total of a sale at a hammer price, with fees, tax and delivery. */
export function costAtDoorCents(fees: FeeTable, hammerCents: Cents, deliveryCents: Cents): Cents {
  return invoiceTotalCents(invoiceLines(feeScheduleOf(fees), hammerCents)) + deliveryCents;
}
