import type { Cents } from "./money.ts";

/** What a loan costs each month and in all. */
export interface LoanCost {
  readonly monthlyCents: Cents;
  readonly totalCents: Cents;
  readonly interestCents: Cents;
}

/**
 * The level payment of a loan at the end of each month; an estimate, since lenders add fees of theirs.
 * @param principalCents what is borrowed, 0 or more
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
