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

/** Public pages without data that people reach by other ways than links on pages. */
export const pagesAside = [
  "/admin-login",
  "/reset-password?token=from-a-mail",
  "/not-me",
  "/otp-verification",
  "/offline",
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

/** Other addresses and views of pages with data. */
export const viewsOfData = ["/auctions?view=calendar", "/terms-and-conditions"] as const;
