import { t } from "@gavelyard/messages/text";
import { toast } from "../ui/toast-store.ts";
import {
  maxNotifications,
  ownEvents,
  statusChanges,
  useOwnEvents,
  useStatusChanges,
  type Notification,
  type OwnEvent,
  type StatusChange,
} from "./notification-store.ts";

/** Returns the bell's notifications, the user's own and those about auctions, newest first. */
export function useNotifications(): readonly Notification<OwnEvent>[] {
  return [...useOwnEvents(), ...useStatusChanges().map(asEvent)]
    .toSorted((one, other) => other.timestamp - one.timestamp)
    .slice(0, maxNotifications);
}

export function markNotificationsRead(): void {
  ownEvents.markRead();
  statusChanges.markRead();
}

export function clearNotifications(): void {
  const restore = [ownEvents.clear(), statusChanges.clear()];
  toast({
    type: "success",
    title: t("Notifications cleared"),
    undo: () => {
      for (const one of restore) one();
    },
  });
}

function asEvent(change: Notification<StatusChange>): Notification<OwnEvent> {
  const { id, timestamp, read, auctionId, auctionName, newStatus } = change;
  const event = {
    title: auctionName,
    message: messageOf(newStatus),
    to: `/auctions/${auctionId}`,
  };
  return { ...event, id, timestamp, read };
}

function messageOf(newStatus: string): string {
  if (newStatus === "LIVE") return t("The auction is live. Bidding is open.");
  if (newStatus === "EXPIRED") return t("The auction has ended.");
  return t("The auction has been rescheduled.");
}
