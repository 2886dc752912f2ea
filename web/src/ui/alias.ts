import { t } from "@gavelyard/messages/text";

/** Says a bidder's alias of a lot, "Bidder 3" on the wire, in the reader's language (D24). */
export const alias = (name: string): string =>
  t("Bidder {bidder}", { bidder: name.replace(/^\D+/, "") });
