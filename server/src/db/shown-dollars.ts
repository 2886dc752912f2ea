/** Whole dollars of a number of cents as people write them, `$12,250`, as SQL. */
export const shownDollars = (cents: string): string =>
  `to_char(${cents} / 100, 'FM$999,999,999,990')`;
