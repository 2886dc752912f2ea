/** Where pages of text are found (section 2). */
export const informationPaths = [
  "/about",
  "/company",
  "/security",
  "/bidding-process",
  "/terms",
  "/terms-and-conditions",
  "/privacy",
] as const;
export type InformationPath = (typeof informationPaths)[number];

const withTerms: readonly InformationPath[] = [
  "/bidding-process",
  "/terms",
  "/terms-and-conditions",
];

/** Whether a page states terms of sales, which operators change. */
export const statesTerms = (path: InformationPath): boolean => withTerms.includes(path);
