/** "60 months, 5 years". */
export const termWords = (months: number): string =>
  `${months} months, ${months / 12} ${months === 12 ? "year" : "years"}`;
