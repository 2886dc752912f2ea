import { isWholeDollars } from "../money.ts";
import type { Cents } from "../money.ts";

/** A row of an increment table: from this price up, the next bid must be `stepCents` higher. */
export interface IncrementStep {
  readonly fromCents: Cents;
  readonly stepCents: Cents;
}

/** Increments by current price, in ascending order. The first one starts at 0 (D19). */
export type IncrementTable = readonly IncrementStep[];

/** Default increments, for lots and auctions without their own table (D19). */
export const defaultIncrements: IncrementTable = [
  { fromCents: 0, stepCents: 10_00 },
  { fromCents: 100_00, stepCents: 25_00 },
  { fromCents: 1_000_00, stepCents: 50_00 },
  { fromCents: 5_000_00, stepCents: 100_00 },
  { fromCents: 25_000_00, stepCents: 250_00 },
  { fromCents: 50_000_00, stepCents: 500_00 },
  { fromCents: 100_000_00, stepCents: 1_000_00 },
];

/** Maximum rows in a custom increment table. */
export const maxIncrementSteps = 50;

/** What is wrong with a custom increment table, and the index of the row at fault. */
export type IncrementTableProblem =
  | { readonly code: "EMPTY" }
  | { readonly code: "TOO_LONG" }
  | { readonly code: "FIRST_NOT_ZERO"; readonly index: 0 }
  | { readonly code: "FROM_NOT_ASCENDING"; readonly index: number }
  | { readonly code: "NOT_WHOLE_DOLLARS"; readonly index: number }
  | { readonly code: "STEP_NOT_POSITIVE"; readonly index: number };

/**
 * Returns the first problem with a custom increment table (D19), or null. Increments and bounds are
 * whole dollars, since bids are (D13).
 */
export function incrementTableProblem(table: IncrementTable): IncrementTableProblem | null {
  if (table.length === 0) return { code: "EMPTY" };
  if (table.length > maxIncrementSteps) return { code: "TOO_LONG" };
  let previousFrom = -1;
  for (const [index, { fromCents, stepCents }] of table.entries()) {
    if (!isWholeDollars(fromCents) || !isWholeDollars(stepCents)) {
      return { code: "NOT_WHOLE_DOLLARS", index };
    }
    if (index === 0 && fromCents !== 0) return { code: "FIRST_NOT_ZERO", index };
    if (fromCents <= previousFrom) return { code: "FROM_NOT_ASCENDING", index };
    if (stepCents <= 0) return { code: "STEP_NOT_POSITIVE", index };
    previousFrom = fromCents;
  }
  return null;
}

/**
 * Returns the increment in cents at a current price, from the row with the highest bound not above
 * it (D19).
 * @throws RangeError when no row covers the price, which means that the table was never validated.
 */
export function incrementAt(table: IncrementTable, priceCents: Cents): Cents {
  const step = table.findLast(({ fromCents }) => fromCents <= priceCents);
  if (step === undefined) throw new RangeError(`No increment for a price of ${priceCents} cents`);
  return step.stepCents;
}

/**
 * Returns the lowest amount in cents that a bidder who is not the high bidder may bid: the starting
 * price without bids, else the current bid plus its increment (D19). Rounded up to whole dollars,
 * since bids are (D13), but a starting price or a reserve may have cents.
 */
export function minNextBidCents(lot: {
  /** The current bid; null while there are no bids. */
  readonly priceCents: Cents | null;
  readonly startingCents: Cents;
  readonly table: IncrementTable;
}): Cents {
  const cents =
    lot.priceCents === null
      ? lot.startingCents
      : lot.priceCents + incrementAt(lot.table, lot.priceCents);
  return Math.ceil(cents / 100) * 100;
}
