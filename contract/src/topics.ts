/** Where the messages of one unit's lot are heard. */
export const lotTopic = (inventoryId: number): string => `/topic/bids/${inventoryId}`;
export const auctionsTopic = "/topic/auctions";
export const userQueue = "/user/queue/events";
