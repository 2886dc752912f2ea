/** Where the messages of one unit's lot are heard. */
export const lotTopic = (inventoryId: number): string => `/topic/bids/${inventoryId}`;
export const auctionsTopic = "/topic/auctions";
export const userQueue = "/user/queue/events";
/** Where staff hear that something in an auction changed, and what such topics begin with. */
export const controlPrefix = "/topic/control/";
export const controlTopic = (auctionId: number): string => `${controlPrefix}${auctionId}`;
