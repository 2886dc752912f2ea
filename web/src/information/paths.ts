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
