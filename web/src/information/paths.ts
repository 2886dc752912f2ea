/** Paths of the information pages (section 2). */
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

/** Returns whether a page states sale terms, which operators can change. */
export const statesTerms = (path: InformationPath): boolean => withTerms.includes(path);
