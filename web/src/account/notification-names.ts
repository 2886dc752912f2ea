import { t } from "@gavelyard/messages/text";
import type { NotificationKind } from "@gavelyard/domain/users/notifications";

export const notificationNames: Readonly<Record<NotificationKind, string>> = {
  OUTBID: t("Someone outbids me"),
  ENDING_SOON: t("A lot I bid on or watch is about to close"),
  AUCTION_LIVE: t("A lot on my watchlist goes live"),
  SEARCH_ALERT: t("A saved search finds new units"),
  NEW_ANSWERS: t("A question about a lot I bid on or watch is answered"),
  WON: t("I win a lot"),
  LOST: t("A lot I bid on closes and I didn't win"),
  OFFER: t("I get an offer"),
  PAYMENT_DUE: t("A payment is due tomorrow"),
  PICKUP: t("I have a pickup tomorrow"),
};
