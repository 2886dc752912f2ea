/** Public pages that render without data. */
export const pagesWithoutData = [
  "/about",
  "/company",
  "/financing",
  "/contact",
  "/security",
  "/privacy",
  "/landing",
  "/signin",
  "/register",
  "/forgot-password",
  "/no-such-page",
] as const;

/** Public pages with data. LOT stands for a unit that is open for bids. */
export const pagesOfData = [
  "/",
  "/vehicles",
  "/auctions",
  "/live",
  "/bidding-process",
  "/terms",
  "/truck/LOT",
] as const;
