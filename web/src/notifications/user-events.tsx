import { t, currentLanguage } from "@gavelyard/messages/text";
import type { UserEvent } from "@gavelyard/contract/realtime";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useUserEvents } from "../realtime/use-live.ts";
import { currentUserId, type Session } from "../session/session.ts";
import { money } from "../ui/format.ts";
import { toast, type ToastRequest } from "../ui/toast-store.ts";
import { ownEvents } from "./notification-store.ts";

/** Returns an event's text and the page that it links to. */
function toastFor(
  event: UserEvent,
): ToastRequest & { readonly message: string; readonly to: string } {
  switch (event.type) {
    case "OUTBID":
      return {
        type: "warning",
        title: t("Outbid"),
        message: t("Current bid on {title}: {amount}.", {
          title: event.title,
          amount: money(event.amount),
        }),
        debounceKey: `outbid-${event.inventoryId}`,
        debounceMs: 400,
        to: `/truck/${event.inventoryId}`,
      };
    case "LEADING":
      return {
        type: "success",
        title: t("You're the high bidder again"),
        message: t("{title} at {amount}.", { title: event.title, amount: money(event.amount) }),
        to: `/truck/${event.inventoryId}`,
      };
    case "WON":
      return {
        type: "success",
        title: t("You won"),
        message: t("{title} for {amount}.", { title: event.title, amount: money(event.amount) }),
        duration: 0,
        to: "/dashboard?tab=winnings",
      };
    case "LOST":
      return {
        type: "info",
        title: t("Lot closed"),
        message: t("{title} closed at {amount}.", {
          title: event.title,
          amount: money(event.amount),
        }),
        to: `/truck/${event.inventoryId}`,
      };
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
    case "QUESTION":
      return {
        type: "info",
        title: event.title,
        message: event.messageIn?.[currentLanguage()] ?? event.message,
        duration: 0,
        to: `/truck/${event.inventoryId}#questions`,
      };
    case "NOTICE":
      return {
        type: "info",
        title: event.title,
        message: event.messageIn?.[currentLanguage()] ?? event.message,
        duration: 0,
        to:
          event.auctionId === undefined
            ? "/dashboard?tab=winnings"
            : `/auctions/${event.auctionId}`,
      };
  }
}

/** Shows the user's live events as toasts and notifications, and refetches the affected lists. */
export function UserEvents({ session }: { session: Session }) {
  const queries = useQueryClient();
  useUserEvents(session.userId, (event) => {
    // The connection may close slightly after the session.
    if (currentUserId() !== session.userId) return;
    const isCustomer = session.userRole === "ROLE_CUSTOMER";
    unawaited(queries.invalidateQueries({ queryKey: ["me"] }));
    if (!isCustomer) unawaited(queries.invalidateQueries({ queryKey: ["staff"] }));
    const { to, ...request } = toastFor(event);
    toast(request);
    // Staff get the outcome of their counteroffers.
    const page = isCustomer || event.type !== "NOTICE" ? to : "/admin-dashboard?tab=work";
    ownEvents.add({ title: request.title, message: request.message, to: page });
  });
  return null;
}
