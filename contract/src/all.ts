import * as auctions from "./auctions.ts";
import * as sales from "./auctions-staff.ts";
import * as auth from "./auth.ts";
import * as bidLimits from "./bid-limits.ts";
import * as bidding from "./bidding.ts";
import type { Endpoint } from "./endpoint.ts";
import * as inventory from "./inventory.ts";
import * as stock from "./inventory-staff.ts";
import * as payments from "./payments.ts";
import type { RouteName } from "./routes.ts";
import * as winners from "./sales.ts";
import * as site from "./site.ts";
import * as users from "./users.ts";
import * as wishlists from "./wishlist.ts";

/** The table of every call: what OpenAPI, the access sweep and the contract tests are made from. */
export const allEndpoints = {
  login: auth.login,
  signup: auth.signup,
  sendOtp: auth.sendOtp,
  verifyOtp: auth.verifyOtp,
  refreshToken: auth.refreshToken,
  logout: auth.logout,
  forgotPassword: auth.forgotPassword,
  resetPassword: auth.resetPassword,
  changePassword: auth.changePassword,
  listSessions: auth.listSessions,
  endSession: auth.endSession,
  listInventories: inventory.listInventories,
  featuredInventories: inventory.featuredInventories,
  filterInventories: inventory.filterInventories,
  inventoryFilterDetails: inventory.inventoryFilterDetails,
  inventoryById: inventory.inventoryById,
  createInventory: stock.createInventory,
  updateInventory: stock.updateInventory,
  deleteInventory: stock.deleteInventory,
  addImages: stock.addImages,
  deleteImages: stock.deleteImages,
  arrangeImages: stock.arrangeImages,
  unitByIdForStaff: stock.unitByIdForStaff,
  searchUnits: stock.searchUnits,
  publishInventory: stock.publishInventory,
  withdrawInventory: stock.withdrawInventory,
  duplicateInventory: stock.duplicateInventory,
  currentUser: users.currentUser,
  userProfile: users.userProfile,
  updateUser: users.updateUser,
  purchasedInventories: users.purchasedInventories,
  allUsers: users.allUsers,
  allSupportUsers: users.allSupportUsers,
  searchUsers: users.searchUsers,
  userForStaff: users.userForStaff,
  deleteUser: users.deleteUser,
  updateUserStatus: users.updateUserStatus,
  updateBidLimit: users.updateBidLimit,
  resetBidUsage: users.resetBidUsage,
  userWinnings: users.userWinnings,
  placeBid: bidding.placeBid,
  bidsOfInventory: bidding.bidsOfInventory,
  bidsOfUser: bidding.bidsOfUser,
  highestBid: bidding.highestBid,
  bidById: bidding.bidById,
  raiseBid: bidding.raiseBid,
  retractBid: bidding.retractBid,
  cleanUpBids: winners.cleanUpBids,
  cleanUpBidsByPost: winners.cleanUpBidsByPost,
  winningBids: winners.winningBids,
  declareWinners: winners.declareWinners,
  decideLot: winners.decideLot,
  defaultAward: winners.defaultAward,
  voidAward: winners.voidAward,
  offerSecondChance: winners.offerSecondChance,
  answerOffer: winners.answerOffer,
  offersOfUser: winners.offersOfUser,
  settleAuction: winners.settleAuction,
  unpaidInventories: payments.unpaidInventories,
  markAsPaid: payments.markAsPaid,
  invoiceById: payments.invoiceById,
  invoicePdf: payments.invoicePdf,
  invoiceFile: payments.invoiceFile,
  invoicesOfUser: payments.invoicesOfUser,
  releaseUnit: payments.releaseUnit,
  bidLimitStatus: bidLimits.bidLimitStatus,
  wishlist: wishlists.wishlist,
  addToWishlist: wishlists.addToWishlist,
  removeFromWishlist: wishlists.removeFromWishlist,
  listAuctions: auctions.listAuctions,
  auctionById: auctions.auctionById,
  createAuction: sales.createAuction,
  updateAuction: sales.updateAuction,
  deleteAuction: sales.deleteAuction,
  deleteAuctionImage: sales.deleteAuctionImage,
  expiredAuctions: sales.expiredAuctions,
  auctionsByStatus: sales.auctionsByStatus,
  searchAuctions: sales.searchAuctions,
  unsettledAuctions: sales.unsettledAuctions,
  bulkDeleteAuctions: sales.bulkDeleteAuctions,
  duplicateAuction: sales.duplicateAuction,
  changeAuctionStatus: sales.changeAuctionStatus,
  auctionByIdForStaff: sales.auctionByIdForStaff,
  siteDetails: site.siteDetails,
} as const satisfies Record<RouteName, Endpoint>;

/** The calls by name, for the typed client. */
export type AllEndpoints = typeof allEndpoints;
