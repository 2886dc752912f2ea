import type { WebhookEventType } from "@gavelyard/contract/webhooks";

export const eventTitles: Readonly<Record<WebhookEventType, string>> = {
  "unit.published": "Unit published",
  "auction.published": "Auction published",
  "lot.closed": "Lot closed",
  "award.declared": "Award declared",
  "payment.recorded": "Payment recorded",
  "unit.released": "Unit released",
  "user.verified": "User verified",
};

export const eventTypes = Object.keys(eventTitles) as WebhookEventType[];
