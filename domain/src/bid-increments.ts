import { isWholeDollars } from "./money.ts";
import type { Cents } from "./money.ts";

/** One step of an increment table: from this price on (inclusive), a bid must be higher by `stepCents`. */
export interface IncrementStep {
  readonly fromCents: Cents;
  readonly stepCents: Cents;
}

/** Increments by current price, ascending; the first step starts at 0 (D19). */
export type IncrementTable = readonly IncrementStep[];

/** The table used where neither the lot nor its auction has one of its own (D19). */
export const defaultIncrements: IncrementTable = [
  { fromCents: 0, stepCents: 10_00 },
  { fromCents: 100_00, stepCents: 25_00 },
  { fromCents: 1_000_00, stepCents: 50_00 },
  { fromCents: 5_000_00, stepCents: 100_00 },
  { fromCents: 25_000_00, stepCents: 250_00 },
  { fromCents: 50_000_00, stepCents: 500_00 },
  { fromCents: 100_000_00, stepCents: 1_000_00 },
];

/** The most steps that an override table may have. */
export const maxIncrementSteps = 50;

/** What can be wrong with an override table, and at which step. */
export type IncrementTableProblem =
  | { readonly code: "EMPTY" }
  | { readonly code: "TOO_LONG" }
  | { readonly code: "FIRST_NOT_ZERO"; readonly index: 0 }
  | { readonly code: "FROM_NOT_ASCENDING"; readonly index: number }
  | { readonly code: "NOT_WHOLE_DOLLARS"; readonly index: number }
  | { readonly code: "STEP_NOT_POSITIVE"; readonly index: number };

/**
 * The first fault of an override table (D19), or null when it may be used. Steps and bounds are whole
 * dollars, since bids are (D13).
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
 * The increment in cents at a current price: the step with the highest lower bound not above it (D19).
 * @throws RangeError when the table covers no such price (a table that was never validated).
 */
export function incrementAt(table: IncrementTable, priceCents: Cents): Cents {
  const step = table.findLast(({ fromCents }) => fromCents <= priceCents);
  if (step === undefined) throw new RangeError(`No increment for a price of ${priceCents} cents`);
  return step.stepCents;
}

/**
 * The least amount in cents that someone who does not lead may bid: the starting price on a lot
 * without a bid, else the current price and its increment (D19).
 */
export function minNextBidCents(lot: {
  /** The current price, null as long as there is no bid. */
  readonly priceCents: Cents | null;
  readonly startingCents: Cents;
  readonly table: IncrementTable;
}): Cents {
  if (lot.priceCents === null) return lot.startingCents;
  return lot.priceCents + incrementAt(lot.table, lot.priceCents);
}
