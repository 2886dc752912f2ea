import type { NotificationKind } from "@gavelyard/domain/notifications";

export const notificationNames: Readonly<Record<NotificationKind, string>> = {
  OUTBID: "Someone outbids me",
  ENDING_SOON: "A lot I bid on or watch is about to close",
  AUCTION_LIVE: "A lot on my watchlist goes live",
  SEARCH_ALERT: "A saved search finds new units",
  NEW_ANSWERS: "A question about a lot I bid on or watch is answered",
  WON: "I win a lot",
  LOST: "A lot I bid on closes and I didn't win",
  OFFER: "I get an offer",
  PAYMENT_DUE: "A payment is due tomorrow",
  PICKUP: "I have a pickup tomorrow",
};
