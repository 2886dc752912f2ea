import { t } from "@gavelyard/messages/text";

/** Translates a bidder's alias on a lot, "Bidder 3" on the wire (D24). */
export const alias = (name: string): string =>
  t("Bidder {bidder}", { bidder: name.replace(/^\D+/, "") });
