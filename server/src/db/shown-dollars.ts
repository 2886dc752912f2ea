/** Builds SQL that formats cents as whole dollars, like `$12,250`. */
export const shownDollars = (cents: string): string =>
  `to_char(${cents} / 100, 'FM$999,999,999,990')`;
