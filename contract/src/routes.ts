/**
 * Routes by name that pages call soon after they load. Browsers load only this file, not the
 * schemas, which are in one file per feature and bound to routes by `endpoint()`. All other routes
 * are in `later-routes.ts`. Paths are the specification's (section 7), misspellings included (D8).
 */
export const routes = {
  login: { method: "POST", path: "/auth/login" },
  signup: { method: "POST", path: "/auth/signup" },
  sendOtp: { method: "POST", path: "/auth/sendotp" },
  verifyOtp: { method: "POST", path: "/auth/verifyotp" },
  refreshToken: { method: "POST", path: "/auth/refresh-token" },
  logout: { method: "POST", path: "/auth/logout" },
  forgotPassword: { method: "POST", path: "/auth/forgot-password" },
  resetPassword: { method: "POST", path: "/auth/reset-password" },
  listSessions: { method: "GET", path: "/api/user/sessions" },
  confirmAgain: { method: "POST", path: "/api/user/confirm" },
  denySignIn: { method: "POST", path: "/auth/deny-sign-in" },

  passkeyChallenge: { method: "POST", path: "/auth/passkey-challenge" },
  signInByFactor: { method: "POST", path: "/auth/second-factor" },
  ownFactors: { method: "GET", path: "/api/user/factors" },

  listInventories: { method: "GET", path: "/inventories" },
  featuredInventories: { method: "GET", path: "/inventories/featured" },
  typesOfInventory: { method: "GET", path: "/inventories/types" },
  filterInventories: { method: "POST", path: "/inventories/filter" },
  inventoryFilterDetails: { method: "GET", path: "/inventory/fitter/details" },
  inventoryById: { method: "GET", path: "/inventory/{id}" },
  priceGuideOf: { method: "GET", path: "/inventory/{id}/price-guide" },
  questionsOfUnit: { method: "GET", path: "/inventory/{id}/questions" },
  ownQuestions: { method: "GET", path: "/inventory/{id}/questions/mine" },
  askQuestion: { method: "POST", path: "/inventory/{id}/questions" },
  countUnitView: { method: "POST", path: "/inventory/{id}/views" },

  currentUser: { method: "GET", path: "/api/user/current" },
  userProfile: { method: "GET", path: "/api/{userId}" },
  selling: { method: "GET", path: "/api/user/selling" },
  acceptTerms: { method: "POST", path: "/api/user/terms" },
  updateUser: { method: "PUT", path: "/api/update-user/{id}" },
  purchasedInventories: { method: "GET", path: "/api/users/{id}/purchased-inventories" },
  userWinnings: { method: "GET", path: "/api/winnings/auctions/{userId}" },

  placeBid: { method: "POST", path: "/api/bids/inventory/{inventoryId}/user/{userId}", once: true },
  bidsOfInventory: { method: "GET", path: "/api/bids/inventory/{id}" },
  bidsOfUser: { method: "GET", path: "/api/bids/user/{id}" },
  highestBid: { method: "GET", path: "/api/bids/inventory/{id}/highest" },
  bidById: { method: "GET", path: "/api/bids/{id}" },
  raiseBid: { method: "PUT", path: "/api/bids/{id}", once: true },
  retractBid: { method: "DELETE", path: "/api/bids/{id}" },

  lotProof: { method: "GET", path: "/api/lots/{id}/proof" },

  answerOffer: { method: "POST", path: "/api/offers/{id}/answer", once: true },
  offersOfUser: { method: "GET", path: "/api/users/{id}/offers" },

  invoiceById: { method: "GET", path: "/api/invoices/{id}" },
  billOfSale: { method: "GET", path: "/api/invoices/{id}/bill-of-sale" },
  invoicePdf: { method: "GET", path: "/api/invoices/{id}/pdf" },
  invoiceFile: { method: "GET", path: "/api/invoices/{id}/file" },
  invoicesOfUser: { method: "GET", path: "/api/users/{id}/invoices" },
  statementOfSale: { method: "GET", path: "/api/users/{id}/statements/{auctionId}" },
  statementPdf: { method: "GET", path: "/api/users/{id}/statements/{auctionId}/pdf" },
  buyerAccount: { method: "GET", path: "/api/users/{id}/account" },
  receiptFile: { method: "GET", path: "/api/receipts/{id}/file" },
  spendingOfUser: { method: "GET", path: "/api/users/{id}/spending" },
  howToPay: { method: "GET", path: "/api/invoices/{id}/how-to-pay" },
  sendPaymentProof: { method: "POST", path: "/api/invoices/{id}/proofs" },
  deliveryEstimates: { method: "GET", path: "/api/delivery-estimates" },
  requestDelivery: { method: "POST", path: "/api/awards/{id}/delivery", once: true },
  withdrawDelivery: { method: "POST", path: "/api/deliveries/{id}/withdraw" },
  answerDelivery: { method: "POST", path: "/api/deliveries/{id}/answer", once: true },
  setPickup: { method: "PUT", path: "/api/awards/{id}/pickup", once: true },

  bidLimitStatus: { method: "GET", path: "/api/bid-limit-status/{id}" },
  requestBidLimit: { method: "POST", path: "/api/bid-limit-request/{userId}" },
  limitRequestStatus: { method: "GET", path: "/api/bid-limit-request-status/{id}" },
  withdrawLimitRequest: { method: "DELETE", path: "/api/bid-limit-request/documentId/{id}" },
  documentById: { method: "GET", path: "/api/documents/{id}" },

  sendContact: { method: "POST", path: "/email/send" },
  submitLead: { method: "POST", path: "/form/submit" },

  wishlist: { method: "GET", path: "/api/wishlist/{userId}" },
  addToWishlist: { method: "POST", path: "/api/wishlist/{userId}/add/{inventoryId}" },
  removeFromWishlist: { method: "DELETE", path: "/api/wishlist/{userId}/remove/{inventoryId}" },

  savedSearches: { method: "GET", path: "/api/users/{userId}/saved-searches" },
  saveSearch: { method: "POST", path: "/api/users/{userId}/saved-searches" },
  changeSearchAlert: { method: "PUT", path: "/api/users/{userId}/saved-searches/{id}/alert" },
  seeSavedSearch: { method: "POST", path: "/api/users/{userId}/saved-searches/{id}/seen" },
  deleteSavedSearch: { method: "DELETE", path: "/api/users/{userId}/saved-searches/{id}" },

  ownNotifications: { method: "GET", path: "/api/user/notifications" },

  listAuctions: { method: "GET", path: "/auctions" },
  auctionPreviews: { method: "GET", path: "/api/auction-previews" },
  auctionById: { method: "GET", path: "/auctions/{id}" },

  saleTerms: { method: "GET", path: "/sale-terms" },

  reportPageFailure: { method: "POST", path: "/api/pages/failures" },
  reportPageSpeed: { method: "POST", path: "/api/pages/speeds" },
  siteDetails: { method: "GET", path: "/site-details" },
} as const satisfies Record<string, Route>;

/** `path` has its parameters in braces, as in the specification. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /**
   * For calls that move bids or money: they take an `Idempotency-Key` and run once per key (D14).
   */
  readonly once?: true;
}
