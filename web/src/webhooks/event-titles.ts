import { t } from "@gavelyard/messages/text";
import type { WebhookEventType } from "@gavelyard/contract/webhooks";

export const eventTitles: Readonly<Record<WebhookEventType, string>> = {
  "unit.published": t("Unit published"),
  "auction.published": t("Auction published"),
  "lot.closed": t("Lot closed"),
  "award.declared": t("Award declared"),
  "payment.recorded": t("Payment recorded"),
  "payment.removed": t("Payment removed"),
  "unit.released": t("Unit released"),
  "user.verified": t("User verified"),
};

export const eventTypes = Object.keys(eventTitles) as WebhookEventType[];
