/**
 * Every call of the API by name: all that a browser needs to know of it at run time. The schemas
 * stand beside it in one file per feature, tied to these by `endpoint()`. Paths are the
 * specification's own (section 7), misspelt ones too (D8).
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
  changePassword: { method: "POST", path: "/api/users/change-password" },
  listSessions: { method: "GET", path: "/api/user/sessions" },
  endSession: { method: "DELETE", path: "/api/user/sessions/{id}" },

  listInventories: { method: "GET", path: "/inventories" },
  featuredInventories: { method: "GET", path: "/inventories/featured" },
  filterInventories: { method: "POST", path: "/inventories/filter" },
  inventoryFilterDetails: { method: "GET", path: "/inventory/fitter/details" },
  inventoryById: { method: "GET", path: "/inventory/{id}" },

  createInventory: { method: "POST", path: "/api/adminsupport/createInventory" },
  updateInventory: { method: "PUT", path: "/api/adminsupport/updateInventory" },
  deleteInventory: { method: "DELETE", path: "/api/adminsupport/inventory/{id}" },
  addImages: { method: "POST", path: "/api/adminsupport/addImageToInventory/{id}" },
  deleteImages: { method: "DELETE", path: "/api/adminsupport/deleteImageFromInventory/{id}" },
  arrangeImages: { method: "PUT", path: "/api/adminsupport/inventory/{id}/images" },
  unitByIdForStaff: { method: "GET", path: "/api/adminsupport/inventory/{id}" },
  searchUnits: { method: "POST", path: "/api/adminsupport/inventory/search" },
  publishInventory: { method: "POST", path: "/api/adminsupport/inventory/{id}/publish" },
  withdrawInventory: { method: "POST", path: "/api/adminsupport/inventory/{id}/withdraw" },
  duplicateInventory: { method: "POST", path: "/api/adminsupport/inventory/{id}/duplicate" },

  currentUser: { method: "GET", path: "/api/user/current" },
  exportOwnData: { method: "GET", path: "/api/user/export" },
  closeOwnAccount: { method: "POST", path: "/api/user/close" },
  userProfile: { method: "GET", path: "/api/{userId}" },
  updateUser: { method: "PUT", path: "/api/update-user/{id}" },
  purchasedInventories: { method: "GET", path: "/api/users/{id}/purchased-inventories" },
  allUsers: { method: "GET", path: "/api/admin/all-users" },
  allSupportUsers: { method: "GET", path: "/api/admin/all-support-users" },
  searchUsers: { method: "GET", path: "/api/adminsupport/users/pagination" },
  userForStaff: { method: "GET", path: "/api/adminsupport/{id}" },
  deleteUser: { method: "DELETE", path: "/api/admin/delete-user/{id}" },
  updateUserStatus: { method: "PUT", path: "/api/admin/update-user-status/{id}" },
  updateBidLimit: { method: "PUT", path: "/api/admin/update-bid-limit/users/{id}/{limit}" },
  resetBidUsage: { method: "PUT", path: "/api/admin/reset-bid-usage/{id}" },
  userWinnings: { method: "GET", path: "/api/winnings/auctions/{userId}" },

  placeBid: { method: "POST", path: "/api/bids/inventory/{inventoryId}/user/{userId}" },
  bidsOfInventory: { method: "GET", path: "/api/bids/inventory/{id}" },
  bidsOfUser: { method: "GET", path: "/api/bids/user/{id}" },
  highestBid: { method: "GET", path: "/api/bids/inventory/{id}/highest" },
  bidById: { method: "GET", path: "/api/bids/{id}" },
  raiseBid: { method: "PUT", path: "/api/bids/{id}" },
  retractBid: { method: "DELETE", path: "/api/bids/{id}" },

  cleanUpBids: { method: "GET", path: "/api/bids/adminsupport/bidCleanup/{id}" },
  cleanUpBidsByPost: { method: "POST", path: "/api/bids/adminsupport/bidCleanup/{id}" },
  winningBids: { method: "GET", path: "/api/bids/adminsupport/winningBids/{auctionId}" },
  declareWinners: { method: "POST", path: "/api/bids/adminsupport/declareWinner/{auctionId}" },
  decideLot: { method: "POST", path: "/api/adminsupport/lots/{id}/decision" },
  defaultAward: { method: "POST", path: "/api/adminsupport/awards/{id}/default" },
  voidAward: { method: "POST", path: "/api/adminsupport/awards/{id}/void" },
  offerSecondChance: { method: "POST", path: "/api/adminsupport/awards/{id}/second-chance" },
  answerOffer: { method: "POST", path: "/api/offers/{id}/answer" },
  offersOfUser: { method: "GET", path: "/api/users/{id}/offers" },
  settleAuction: { method: "PUT", path: "/api/adminsupport/auctions/settle/{id}" },

  unpaidInventories: {
    method: "GET",
    path: "/api/adminsupport/getAllUnpaidInventoriesbyAuctionId/{id}",
  },
  markAsPaid: {
    method: "POST",
    path: "/api/adminsupport/users/mark-as-paid/{userId}/{inventoryId}",
  },
  invoiceById: { method: "GET", path: "/api/invoices/{id}" },
  invoicePdf: { method: "GET", path: "/api/invoices/{id}/pdf" },
  invoiceFile: { method: "GET", path: "/api/invoices/{id}/file" },
  invoicesOfUser: { method: "GET", path: "/api/users/{id}/invoices" },
  releaseUnit: { method: "POST", path: "/api/adminsupport/awards/{id}/release" },

  bidLimitStatus: { method: "GET", path: "/api/bid-limit-status/{id}" },
  requestBidLimit: { method: "POST", path: "/api/bid-limit-request/{userId}" },
  limitRequestsForReview: {
    method: "GET",
    path: "/api/adminsupport/getAllbidLimitRequestsforReview",
  },
  reviewLimitRequest: { method: "POST", path: "/api/adminsupport/bidLimitRequestReviewed" },
  reviewedLimitRequests: { method: "GET", path: "/api/admin/getAllReviewed-bid-limit-requests" },
  approveLimitRequest: {
    method: "GET",
    path: "/api/admin/bidLimitRequestApproved/documentId/{id}/bidLimit/{amount}",
  },
  approveLimitRequestPost: {
    method: "POST",
    path: "/api/admin/bidLimitRequestApproved/documentId/{id}/bidLimit/{amount}",
  },
  rejectLimitRequest: {
    method: "POST",
    path: "/api/admin/bidLimitRequestRejected/documentId/{id}",
  },
  limitRequestStatus: { method: "GET", path: "/api/bid-limit-request-status/{id}" },
  withdrawLimitRequest: { method: "DELETE", path: "/api/bid-limit-request/documentId/{id}" },
  documentById: { method: "GET", path: "/api/documents/{id}" },

  createFinanceRequest: { method: "POST", path: "/createfinancerequest" },
  pendingFinanceRequests: { method: "GET", path: "/adminsupport/pendingfinancerequest" },
  updateFinanceStatus: { method: "PUT", path: "/adminsupport/updatestatus/{id}" },
  deleteFinanceRequest: { method: "DELETE", path: "/delete-completed/{id}" },
  financeRequestsOfUser: { method: "GET", path: "/api/finance-requests/{userId}" },
  withdrawFinanceRequest: { method: "POST", path: "/api/finance-requests/{id}/withdraw" },
  financeDraft: { method: "GET", path: "/api/finance-draft/{userId}" },
  saveFinanceDraft: { method: "PUT", path: "/api/finance-draft/{userId}" },

  sendContact: { method: "POST", path: "/email/send" },
  submitLead: { method: "POST", path: "/form/submit" },
  listLeads: { method: "GET", path: "/api/adminsupport/leads" },
  listMessages: { method: "GET", path: "/api/adminsupport/messages" },
  handleEnquiry: { method: "POST", path: "/api/adminsupport/enquiries/{id}/handled" },

  stats: { method: "GET", path: "/api/adminsupport/stats" },
  staffHome: { method: "GET", path: "/api/adminsupport/home" },
  searchAudit: { method: "GET", path: "/api/adminsupport/audit" },

  wishlist: { method: "GET", path: "/api/wishlist/{userId}" },
  addToWishlist: { method: "POST", path: "/api/wishlist/{userId}/add/{inventoryId}" },
  removeFromWishlist: { method: "DELETE", path: "/api/wishlist/{userId}/remove/{inventoryId}" },

  savedSearches: { method: "GET", path: "/api/users/{userId}/saved-searches" },
  saveSearch: { method: "POST", path: "/api/users/{userId}/saved-searches" },
  seeSavedSearch: { method: "POST", path: "/api/users/{userId}/saved-searches/{id}/seen" },
  deleteSavedSearch: { method: "DELETE", path: "/api/users/{userId}/saved-searches/{id}" },

  listAuctions: { method: "GET", path: "/auctions" },
  auctionById: { method: "GET", path: "/auctions/{id}" },

  createAuction: { method: "POST", path: "/api/adminsupport/auctions/create" },
  updateAuction: { method: "PUT", path: "/api/adminsupport/auctions/update/{id}" },
  deleteAuction: { method: "DELETE", path: "/api/adminsupport/auctions/delete/{id}" },
  deleteAuctionImage: { method: "DELETE", path: "/api/adminsupport/auctions/delete/image" },
  expiredAuctions: { method: "GET", path: "/api/adminsupport/auctions/expired" },
  auctionsByStatus: { method: "GET", path: "/api/adminsupport/auctions/status/{status}" },
  searchAuctions: { method: "POST", path: "/api/adminsupport/auctions/search" },
  unsettledAuctions: { method: "GET", path: "/api/adminsupport/auctions" },
  bulkDeleteAuctions: { method: "DELETE", path: "/api/adminsupport/auctions/bulk-delete" },
  duplicateAuction: { method: "POST", path: "/api/adminsupport/auctions/duplicate/{id}" },
  changeAuctionStatus: { method: "PATCH", path: "/api/adminsupport/auctions/{id}/status" },
  auctionByIdForStaff: { method: "GET", path: "/api/adminsupport/auctions/{id}" },

  siteDetails: { method: "GET", path: "/site-details" },
} as const satisfies Record<string, Route>;

/** Where a call is found. `path` names its parameters in braces, as the specification does. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
}

export type RouteName = keyof typeof routes;
