import { shareOfCents, type Cents } from "../money.ts";
import type { AllInCost, FeeSchedule } from "./fees.ts";
import type { HaulClass } from "./haul-class.ts";

/** The whole rate of a place from a day on: state, county, city and districts together. */
export interface TaxRate {
  /** Empty for the whole state. */
  readonly zip: string;
  /** Null for every unit. */
  readonly unitClass: HaulClass | null;
  /** Calendar date. It applies until the next one of the same place and class. */
  readonly startsOn: string;
  /** Hundredths of a percent, to a tenth: 8.875 % is 887.5. */
  readonly basisPoints: number;
}

/** A state's permission to collect its tax. Both days are included; null for no end. */
export interface TaxPermit {
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly taxesDocFee: boolean;
}

/** What the tax of a sale depends on where it is taxed by place (D94). */
export interface PlaceOfSale {
  /** Day of the sale in the yard's time zone. */
  readonly day: string;
  readonly zip: string;
  /** Null without a permit of the place's state. */
  readonly permit: TaxPermit | null;
  /** Rates of the state and of its places. */
  readonly rates: readonly TaxRate[];
}

export const coversDay = (
  { startsOn, endsOn }: { readonly startsOn: string | null; readonly endsOn: string | null },
  day: string,
): boolean => (startsOn === null || startsOn <= day) && (endsOn === null || day <= endsOn);

/**
 * Returns the rate of a sale in basis points: 0 without a permit on that day. A rate for the unit's
 * class comes before one for every unit, since states set it apart from their general rate, and a
 * ZIP code's before the state's.
 */
export function rateOfSale({ day, zip, permit, rates }: PlaceOfSale, unitClass: HaulClass): number {
  if (permit === null || !coversDay(permit, day)) return 0;
  for (const forClass of [unitClass, null]) {
    for (const inZip of [zip, ""]) {
      const rate = rates
        .filter((each) => each.unitClass === forClass && each.zip === inZip && each.startsOn <= day)
        .toSorted((one, other) => (one.startsOn < other.startsOn ? 1 : -1))[0];
      if (rate !== undefined) return rate.basisPoints;
    }
  }
  return 0;
}

/**
 * Returns a sale's fees with its tax: by place, or null as the auction's terms have it, which keep the
 * percentage that they were published with (D94).
 */
export function taxedAt(
  schedule: FeeSchedule,
  place: PlaceOfSale | null,
  unitClass: HaulClass,
): FeeSchedule {
  if (place === null) return schedule;
  return {
    ...schedule,
    taxBasisPoints: rateOfSale(place, unitClass),
    taxesDocFee: place.permit?.taxesDocFee ?? false,
  };
}

export interface SaleTax {
  /** What the rate applies to. */
  readonly taxableCents: Cents;
  readonly taxCents: Cents;
  /** Tax from which a certificate exempts; the sale then has none. */
  readonly exemptCents: Cents;
}

/**
 * Returns the tax of a sale, rounded half up to the cent once. All totals come from here: bid forms,
 * offers, delivered costs and invoices (D94).
 */
export function taxOfSale(
  schedule: Pick<FeeSchedule, "taxBasisPoints" | "taxesDocFee" | "exemptBy">,
  { hammerCents, premiumCents, docFeeCents }: Omit<AllInCost, "totalCents">,
): SaleTax {
  const taxableCents =
    hammerCents + premiumCents + (schedule.taxesDocFee === true ? docFeeCents : 0);
  const cents = shareOfCents(taxableCents, schedule.taxBasisPoints);
  return schedule.exemptBy === undefined
    ? { taxableCents, taxCents: cents, exemptCents: 0 }
    : { taxableCents, taxCents: 0, exemptCents: cents };
}
