import {
  basisPointsToPercent,
  centsToDollars,
  dollarsToCents,
  isCents,
  isRate,
  percentToBasisPoints,
  shareOfCents,
} from "../money.ts";
import type { Cents } from "../money.ts";

/** Rate of the buyer's premium on the part of the hammer price above `fromCents`. */
export interface PremiumBracket {
  readonly fromCents: Cents;
  /** Hundredths of a percent, to a tenth: 1,000 is 10 %, 887.5 is 8.875 %. */
  readonly basisPoints: number;
}

export interface FeeSchedule {
  /**
   * Ascending, the first one from 0. Each rate applies only to its part of the price, so a higher
   * bid never costs less in total.
   */
  readonly premiumBrackets: readonly PremiumBracket[];
  readonly minPremiumCents: Cents;
  /** Fee for the title and the paperwork of the sale. */
  readonly docFeeCents: Cents;
  /** Sales tax on hammer price and premium, in hundredths of a percent, to a tenth. */
  readonly taxBasisPoints: number;
  /** Whether the document fee is taxed, too (D94). */
  readonly taxesDocFee?: boolean | undefined;
  /** Number of the buyer's certificate that exempts the sale from tax (D95). */
  readonly exemptBy?: string | undefined;
}

/**
 * Default fees: 10 % up to $10,000, 5 % of the part up to $50,000 and 2.5 % of the rest, at least
 * $100, and a $150 document fee. No tax: most buyers resell or register elsewhere and pay it there.
 */
export const defaultFees: FeeSchedule = {
  premiumBrackets: [
    { fromCents: 0, basisPoints: 1_000 },
    { fromCents: 10_000_00, basisPoints: 500 },
    { fromCents: 50_000_00, basisPoints: 250 },
  ],
  minPremiumCents: 100_00,
  docFeeCents: 150_00,
  taxBasisPoints: 0,
};

export type FeeScheduleProblem =
  | "NO_BRACKET"
  | "FIRST_NOT_ZERO"
  | "FROM_NOT_ASCENDING"
  | "BAD_RATE"
  | "BAD_AMOUNT";

/** Returns the first problem with a fee schedule, or null. Rates go from 0 to 100 %. */
export function feeScheduleProblem(schedule: FeeSchedule): FeeScheduleProblem | null {
  const { premiumBrackets, minPremiumCents, docFeeCents } = schedule;
  const amounts = [minPremiumCents, docFeeCents, ...premiumBrackets.map((each) => each.fromCents)];
  if (!amounts.every((cents) => isCents(cents) && cents >= 0)) return "BAD_AMOUNT";
  const [first, ...others] = premiumBrackets;
  if (first === undefined) return "NO_BRACKET";
  if (first.fromCents !== 0) return "FIRST_NOT_ZERO";
  let previousFrom = first.fromCents;
  for (const { fromCents } of others) {
    if (fromCents <= previousFrom) return "FROM_NOT_ASCENDING";
    previousFrom = fromCents;
  }
  const rates = [schedule.taxBasisPoints, ...premiumBrackets.map((each) => each.basisPoints)];
  const ratesHold = rates.every((rate) => isRate(rate) && rate <= 10_000);
  return ratesHold ? null : "BAD_RATE";
}

/**
 * Returns the index of the first bracket that is out of order, for a form to mark it; null when
 * there is none.
 */
export function misplacedBracket({ premiumBrackets }: FeeSchedule): number | null {
  const index = premiumBrackets.findIndex(({ fromCents }, at) =>
    at === 0 ? fromCents !== 0 : fromCents <= (premiumBrackets[at - 1]?.fromCents ?? 0),
  );
  return index === -1 ? null : index;
}

/** Returns the buyer's premium. Each bracket's share is rounded half up to the cent. */
export function buyersPremiumCents(schedule: FeeSchedule, hammerCents: Cents): Cents {
  const { premiumBrackets, minPremiumCents } = schedule;
  let premiumCents = 0;
  for (const [index, { fromCents, basisPoints }] of premiumBrackets.entries()) {
    const upToCents = premiumBrackets[index + 1]?.fromCents ?? Infinity;
    const partCents = Math.min(hammerCents, upToCents) - fromCents;
    if (partCents > 0) premiumCents += shareOfCents(partCents, basisPoints);
  }
  return Math.max(premiumCents, minPremiumCents);
}

/** A buyer's total cost of a lot before taxes and transport, in cents. */
export interface AllInCost {
  readonly hammerCents: Cents;
  readonly premiumCents: Cents;
  readonly docFeeCents: Cents;
  readonly totalCents: Cents;
}

/**
 * Returns hammer price, buyer's premium and document fee of a lot: an estimate while bidding is
 * open, the invoice afterward.
 */
export function allInCost(schedule: FeeSchedule, hammerCents: Cents): AllInCost {
  const premiumCents = buyersPremiumCents(schedule, hammerCents);
  const { docFeeCents } = schedule;
  return {
    hammerCents,
    premiumCents,
    docFeeCents,
    totalCents: hammerCents + premiumCents + docFeeCents,
  };
}

/** A fee schedule in dollars and percent, for screens and the API (D13). */
export interface FeeTable {
  readonly premium: { readonly from: number; readonly percent: number }[];
  readonly minPremium: number;
  readonly docFee: number;
  readonly taxPercent: number;
  /** Whether the document fee is taxed, too (D94). */
  readonly taxesDocFee?: boolean | undefined;
  /** Number of the reader's certificate that exempts the sale from tax (D95). */
  readonly exemptBy?: string | undefined;
  /** Where and on which day the lot is sold, for the reader's certificates. */
  readonly soldIn?: { readonly state: string; readonly day: string } | undefined;
}

export function feeTableOf(schedule: FeeSchedule): FeeTable {
  return {
    premium: schedule.premiumBrackets.map(({ fromCents, basisPoints }) => ({
      from: centsToDollars(fromCents),
      percent: basisPointsToPercent(basisPoints),
    })),
    minPremium: centsToDollars(schedule.minPremiumCents),
    docFee: centsToDollars(schedule.docFeeCents),
    taxPercent: basisPointsToPercent(schedule.taxBasisPoints),
    taxesDocFee: schedule.taxesDocFee,
    exemptBy: schedule.exemptBy,
  };
}

/** Converts a table to a schedule without checking it; use `feeScheduleProblem` for that. */
export function feeScheduleOf(table: FeeTable): FeeSchedule {
  return {
    premiumBrackets: table.premium.map(({ from, percent }) => ({
      fromCents: dollarsToCents(from),
      basisPoints: percentToBasisPoints(percent),
    })),
    minPremiumCents: dollarsToCents(table.minPremium),
    docFeeCents: dollarsToCents(table.docFee),
    taxBasisPoints: percentToBasisPoints(table.taxPercent),
    taxesDocFee: table.taxesDocFee,
    exemptBy: table.exemptBy,
  };
}
