import type { UserEvent } from "@gavelyard/contract/realtime";
import { t, currentLanguage } from "@gavelyard/messages/text";
import type { ReactNode } from "react";
import { useLotPrices } from "../realtime/prices.ts";
import { money } from "../ui/text/format.ts";
import type { ToastRequest } from "../ui/toast-store.ts";
import { lotTag } from "./lot-tag.ts";

export interface EventNotice extends ToastRequest {
  readonly message: string;
  /** Shown in a toast instead of `message`. */
  readonly live?: ReactNode;
  readonly to: string;
}

/** Returns what is said of an event, and the page that it leads to. */
export function noticeOf(event: UserEvent, isCustomer: boolean): EventNotice {
  switch (event.type) {
    case "OUTBID": {
      const { inventoryId, amount, minNextBid } = event;
      const to = `/truck/${inventoryId}`;
      return {
        type: "warning",
        title: t("Outbid: {title}", { title: event.title }),
        message: t("Current bid: {bid}.", { bid: money(amount) }),
        live: <CurrentBid {...event} />,
        // The lot's page shows it, too.
        ...(isOnScreen(inventoryId) ? {} : { duration: 0 }),
        debounceKey: lotTag(inventoryId),
        debounceMs: 400,
        tag: lotTag(inventoryId),
        action: { to, label: <NextBid {...{ inventoryId, minNextBid }} /> },
        to,
      };
    }
    case "LEADING":
      return {
        type: "success",
        title: t("You're the high bidder again: {title}", { title: event.title }),
        message: t("Current bid: {bid}.", { bid: money(event.amount) }),
        tag: lotTag(event.inventoryId),
        to: `/truck/${event.inventoryId}`,
      };
    case "WON": {
      const to = "/dashboard?tab=winnings";
      return {
        type: "success",
        title: t("You won {title}", { title: event.title }),
        message: t("Hammer price: {amount}.", { amount: money(event.amount) }),
        duration: 0,
        tag: lotTag(event.inventoryId),
        action: { to, label: t("View next steps") },
        to,
      };
    }
    case "LOST": {
      const to = `/truck/${event.inventoryId}`;
      return {
        type: "info",
        title: t("Lot closed: {title}", { title: event.title }),
        message: t("It closed at {amount}.", { amount: money(event.amount) }),
        tag: lotTag(event.inventoryId),
        action: { to, label: t("View lot") },
        to,
      };
    }
    case "LIMIT_CHANGED":
      return {
        type: "info",
        title: t("Bid limit changed"),
        message: t("Your bid limit is {limit}.", { limit: money(event.limit) }),
        to: "/dashboard?tab=limit",
      };
    case "REQUEST_DECIDED":
      return event.decision === "APPROVED"
        ? {
            type: "success",
            title: t("Bid limit request approved"),
            message:
              event.limit === null
                ? ""
                : t("Your bid limit is {limit}.", { limit: money(event.limit) }),
            to: "/dashboard?tab=limit",
          }
        : {
            type: "warning",
            title: t("Bid limit request rejected"),
            message: t("See the note for the reason."),
            to: "/dashboard?tab=limit",
          };
    case "PERMISSIONS_CHANGED":
      return {
        type: "info",
        title: t("Permissions changed"),
        message: t("An administrator changed your permissions."),
        to: "/admin-dashboard",
      };
    case "QUESTION": {
      const to = `/truck/${event.inventoryId}#questions`;
      return {
        type: "info",
        title: event.title,
        message: event.messageIn?.[currentLanguage()] ?? event.message,
        duration: 0,
        action: { to, label: t("View question") },
        to,
      };
    }
    case "NOTICE":
      return {
        type: "info",
        title: event.title,
        message: event.messageIn?.[currentLanguage()] ?? event.message,
        duration: 0,
        to: !isCustomer
          ? // Staff get the outcome of their counteroffers.
            "/admin-dashboard?tab=work"
          : event.auctionId === undefined
            ? "/dashboard?tab=winnings"
            : `/auctions/${event.auctionId}`,
      };
  }
}

const isOnScreen = (inventoryId: number) =>
  document.querySelector(`[data-bidding="${inventoryId}"]`) !== null;

function CurrentBid({ inventoryId, amount }: { inventoryId: number; amount: number }) {
  const price = useLotPrices().get(inventoryId)?.price ?? amount;
  return t("Current bid: {bid}.", { bid: money(Math.max(price, amount)) });
}

function NextBid({
  inventoryId,
  minNextBid,
}: {
  inventoryId: number;
  minNextBid?: number | undefined;
}) {
  const next = useLotPrices().get(inventoryId)?.minNextBid ?? minNextBid;
  return next === undefined ? t("View lot") : t("Bid {amount}", { amount: money(next) });
}
