import { groupThousands } from "@gavelyard/messages/text";

/**
 * Money: integer US cents in the code, a JSON number of dollars on the wire (D13).
 * Bids are whole dollars.
 */
export type Cents = number;

/** Maximum amount, 100 billion dollars. Up to it, dollars as a float are exact to the cent. */
export const maxCents: Cents = 10_000_000_000_000;

/** Returns whether `value` is a whole number of cents within `maxCents`. */
export function isCents(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= maxCents;
}

/** Returns whether `cents` is a whole number of dollars, as every bid must be (D13). */
export function isWholeDollars(cents: Cents): boolean {
  return isCents(cents) && cents % 100 === 0;
}

/**
 * Converts dollars from the wire to integer cents (D13).
 * @throws RangeError when the amount is not finite, has more than two decimals or is out of bounds.
 */
export function dollarsToCents(dollars: number): Cents {
  const cents = Math.round(dollars * 100);
  // The float closest to a two-decimal number equals its cents divided by 100 exactly.
  if (!isCents(cents) || cents / 100 !== dollars) {
    throw new RangeError(`Not an amount of dollars and cents: ${dollars}`);
  }
  // Math.round keeps the sign of zero, and -0 would print and compare wrong.
  return cents === 0 ? 0 : cents;
}

/**
 * Converts integer cents to dollars for the wire (D13).
 * @throws RangeError when `cents` is not a whole number of cents within bounds.
 */
export function centsToDollars(cents: Cents): number {
  if (!isCents(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  return cents / 100;
}

/**
 * Formats an amount for people: `$12,250`, or `$12,250.50` when there are cents. A minus sign goes
 * before the dollar sign.
 * @throws RangeError when `cents` is not a whole number of cents within bounds.
 */
export function formatDollars(cents: Cents): string {
  if (!isCents(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  const size = Math.abs(cents);
  const dollars = groupThousands(Math.floor(size / 100));
  const rest = size % 100;
  const fraction = rest === 0 ? "" : `.${String(rest).padStart(2, "0")}`;
  return `${cents < 0 ? "-" : ""}$${dollars}${fraction}`;
}

/**
 * Returns whether a number is a rate in basis points (1 % = 100), to a tenth: sales taxes have
 * thousandths of a percent, such as 8.875 %.
 */
export const isRate = (basisPoints: number): boolean =>
  basisPoints >= 0 && Math.round(basisPoints * 10) / 10 === basisPoints;

/** Converts a percentage, up to three decimals, to basis points. */
export const percentToBasisPoints = (percent: number): number => Math.round(percent * 1_000) / 10;

export const basisPointsToPercent = (basisPoints: number): number =>
  Math.round(basisPoints * 10) / 1_000;

/**
 * Returns a share of an amount in basis points, to a tenth of one, rounded half up to the cent.
 * @throws RangeError when an argument is negative or has more decimals.
 */
export function shareOfCents(cents: Cents, basisPoints: number): Cents {
  if (!isCents(cents) || cents < 0 || !isRate(basisPoints)) {
    throw new RangeError(`Cannot take ${basisPoints} basis points of ${cents} cents`);
  }
  // BigInt, since the product can exceed the exact range of a float.
  return Number((BigInt(cents) * BigInt(Math.round(basisPoints * 10)) + 50_000n) / 100_000n);
}
