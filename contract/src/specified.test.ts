import { expect, test } from "vitest";
import { allRoutes } from "./all-routes.ts";

/** All calls in section 7 of the specification, spelled the same, and the POST versions of D9. */
const specified = `
POST /auth/login
POST /auth/signup
POST /auth/sendotp
POST /auth/verifyotp
POST /auth/forgot-password
POST /auth/reset-password
POST /auth/refresh-token
POST /api/users/change-password
GET /inventories
GET /inventories/featured
POST /inventories/filter
GET /inventory/fitter/details
GET /inventory/{id}
POST /api/adminsupport/createInventory
PUT /api/adminsupport/updateInventory
DELETE /api/adminsupport/inventory/{id}
POST /api/adminsupport/addImageToInventory/{id}
DELETE /api/adminsupport/deleteImageFromInventory/{id}
GET /api/adminsupport/home
GET /api/admin/all-support-users
GET /api/user/current
GET /api/admin/all-users
GET /api/adminsupport/users/pagination
GET /api/{userId}
GET /api/adminsupport/{id}
DELETE /api/admin/delete-user/{id}
PUT /api/update-user/{id}
PUT /api/admin/update-user-status/{id}
PUT /api/admin/update-bid-limit/users/{id}/{limit}
PUT /api/admin/reset-bid-usage/{id}
GET /api/winnings/auctions/{userId}
GET /api/users/{id}/purchased-inventories
POST /api/bids/inventory/{inventoryId}/user/{userId}
GET /api/bids/inventory/{id}
GET /api/bids/user/{id}
GET /api/bids/inventory/{id}/highest
GET /api/bids/{id}
PUT /api/bids/{id}
DELETE /api/bids/{id}
GET /api/bids/adminsupport/bidCleanup/{id}
POST /api/bids/adminsupport/bidCleanup/{id}
GET /api/bids/adminsupport/winningBids/{auctionId}
POST /api/bids/adminsupport/declareWinner/{auctionId}
GET /api/wishlist/{userId}
POST /api/wishlist/{userId}/add/{inventoryId}
DELETE /api/wishlist/{userId}/remove/{inventoryId}
POST /api/bid-limit-request/{userId}
GET /api/adminsupport/getAllbidLimitRequestsforReview
POST /api/adminsupport/bidLimitRequestReviewed
GET /api/admin/getAllReviewed-bid-limit-requests
GET /api/admin/bidLimitRequestApproved/documentId/{id}/bidLimit/{amount}
POST /api/admin/bidLimitRequestApproved/documentId/{id}/bidLimit/{amount}
GET /api/bid-limit-request-status/{id}
GET /api/bid-limit-status/{id}
GET /auctions
GET /auctions/{id}
POST /api/adminsupport/auctions/create
PUT /api/adminsupport/auctions/update/{id}
DELETE /api/adminsupport/auctions/delete/{id}
DELETE /api/adminsupport/auctions/delete/image
GET /api/adminsupport/auctions/expired
GET /api/adminsupport/auctions/status/{status}
POST /api/adminsupport/auctions/search
GET /api/adminsupport/auctions
PUT /api/adminsupport/auctions/settle/{id}
DELETE /api/adminsupport/auctions/bulk-delete
POST /api/adminsupport/auctions/duplicate/{id}
PATCH /api/adminsupport/auctions/{id}/status
GET /api/adminsupport/getAllUnpaidInventoriesbyAuctionId/{id}
POST /api/adminsupport/users/mark-as-paid/{userId}/{inventoryId}
POST /createfinancerequest
GET /adminsupport/pendingfinancerequest
PUT /adminsupport/updatestatus/{id}
DELETE /delete-completed/{id}
POST /email/send
POST /form/submit
GET /api/adminsupport/stats
`
  .trim()
  .split("\n");

test.each(specified)("the contract has exactly %s", (call) => {
  const known = Object.values(allRoutes).map(({ method, path }) => `${method} ${path}`);
  expect(known.filter((each) => each === call)).toEqual([call]);
});
