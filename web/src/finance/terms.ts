/** Months over which a loan may run. */
export const terms = [12, 24, 36, 48, 60, 72, 84] as const;

/** "60 months, 5 years". */
export const termWords = (months: number): string =>
  `${months} months, ${months / 12} ${months === 12 ? "year" : "years"}`;
