import type { Cents } from "./money.ts";

export interface LoanCost {
  readonly monthlyCents: Cents;
  readonly totalCents: Cents;
  readonly interestCents: Cents;
}

/**
 * Returns the cost of a loan with level payments at the end of each month; an estimate, since
 * lenders add their own fees.
 * @param principalCents amount borrowed, 0 or more
 * @param aprPercent yearly rate, 0 to 60
 * @param months term, 1 or more
 */
export function loanCost(principalCents: Cents, aprPercent: number, months: number): LoanCost {
  const rate = aprPercent / 1_200;
  const exact =
    rate === 0 ? principalCents / months : (principalCents * rate) / (1 - (1 + rate) ** -months);
  const monthlyCents = Math.round(exact);
  const totalCents = Math.max(principalCents, monthlyCents * months);
  return { monthlyCents, totalCents, interestCents: totalCents - principalCents };
}
