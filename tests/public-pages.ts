/** Public pages that need no data to be drawn. */
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

/** Public pages of data. LOT stands for a unit that can be bid on. */
export const pagesOfData = [
  "/",
  "/vehicles",
  "/auctions",
  "/live",
  "/bidding-process",
  "/terms",
  "/truck/LOT",
] as const;
