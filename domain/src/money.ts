/**
 * Money is integer US cents inside and a JSON number of dollars on the wire (D13).
 * Bids are whole dollars.
 */
export type Cents = number;

/** The largest amount handled, 100 billion dollars: below it dollars as a float are exact to the cent. */
export const maxCents: Cents = 10_000_000_000_000;

/** Whether `value` is a whole number of cents within the bounds handled. */
export function isCents(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= maxCents;
}

/** Whether `cents` is a whole number of dollars, as each bid has to be (D13). */
export function isWholeDollars(cents: Cents): boolean {
  return isCents(cents) && cents % 100 === 0;
}

/**
 * Turns a wire amount (dollars) into integer cents (D13).
 * @throws RangeError when the amount is not finite, has more than two decimals or is out of bounds.
 */
export function dollarsToCents(dollars: number): Cents {
  const cents = Math.round(dollars * 100);
  // A float closest to a two-decimal number equals the division of its cents by 100 exactly.
  if (!isCents(cents) || cents / 100 !== dollars) {
    throw new RangeError(`Not an amount of dollars and cents: ${dollars}`);
  }
  // Math.round keeps the sign of zero; -0 would print and compare oddly.
  return cents === 0 ? 0 : cents;
}

/**
 * Turns integer cents into the wire amount (dollars) (D13).
 * @throws RangeError when `cents` is not a whole number of cents within bounds.
 */
export function centsToDollars(cents: Cents): number {
  if (!isCents(cents)) throw new RangeError(`Not a whole number of cents: ${cents}`);
  return cents / 100;
}

/** A whole number with its thousands set apart: `12,250`. */
export function groupThousands(whole: number | string): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Prints an amount for people: `$12,250`, with cents only where there are any (`$12,250.50`),
 * a minus sign before the dollar sign.
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
 * A share of an amount in basis points (1 % = 100), rounded half up to the cent.
 * @throws RangeError when an argument is negative or not whole.
 */
export function shareOfCents(cents: Cents, basisPoints: number): Cents {
  if (!isCents(cents) || cents < 0 || !Number.isInteger(basisPoints) || basisPoints < 0) {
    throw new RangeError(`Cannot take ${basisPoints} basis points of ${cents} cents`);
  }
  // BigInt, since cents times basis points may leave the exact range of a float.
  return Number((BigInt(cents) * BigInt(basisPoints) + 5_000n) / 10_000n);
}
