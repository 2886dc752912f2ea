export const lotTopic = (inventoryId: number): string => `/topic/bids/${inventoryId}`;
export const questionsTopic = (inventoryId: number): string => `/topic/questions/${inventoryId}`;
/** The prices of all lots, for lists. */
export const pricesTopic = "/topic/prices";
export const auctionsTopic = "/topic/auctions";
export const userQueue = "/user/queue/events";
/** Topics that tell staff about changes in an auction. */
export const controlPrefix = "/topic/control/";
export const controlTopic = (auctionId: number): string => `${controlPrefix}${auctionId}`;
