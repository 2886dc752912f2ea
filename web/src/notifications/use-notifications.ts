import { t } from "@gavelyard/messages/text";
import { maxNotifications } from "@gavelyard/domain/users/bell";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "@gavelyard/client/call";
import { useCall } from "../api/api-context.ts";
import { useSession } from "../session/session.ts";
import { toast } from "../ui/toast-store.ts";
import { noticeOf } from "./event-notice.tsx";
import {
  statusChanges,
  useStatusChanges,
  type Notification,
  type StatusChange,
} from "./notification-store.ts";
import { ownNotificationsQuery, useOwnNotifications } from "./own-notifications.ts";

export interface ShownNotification {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly to: string;
  /** In ms since the epoch. */
  readonly timestamp: number;
  readonly read: boolean;
}

/** Returns the bell's notifications, the user's own and those about auctions, newest first. */
export function useNotifications(): readonly ShownNotification[] {
  const isCustomer = useSession()?.userRole === "ROLE_CUSTOMER";
  const own = useOwnNotifications().map(({ id, event, read }): ShownNotification => {
    const { title, message, to } = noticeOf(event, isCustomer);
    return { id: `own-${id}`, title, message, to, timestamp: Date.parse(event.at), read };
  });
  return [...own, ...useStatusChanges().map(shown)]
    .toSorted((one, other) => other.timestamp - one.timestamp)
    .slice(0, maxNotifications);
}

/** Returns functions that mark all notifications as read, and that clear them. */
export function useNotificationChanges(): {
  readonly markRead: () => void;
  readonly clear: () => void;
} {
  const call = useCall();
  const queries = useQueryClient();
  const userId = useSession()?.userId ?? null;
  const { queryKey } = ownNotificationsQuery(call, userId ?? 0);
  const own = () => (userId === null ? [] : (queries.getQueryData(queryKey) ?? []));
  const send = (
    change: NonNullable<CallInput<"changeNotifications">["body"]>["change"],
    list: ReturnType<typeof own>,
  ) => {
    const upTo = list[0]?.event.at;
    if (upTo === undefined) return;
    unawaited(
      call("changeNotifications", { body: { change, upTo } }).then(
        () => {},
        // What the server has is shown again.
        () => queries.invalidateQueries({ queryKey }),
      ),
    );
  };
  return {
    markRead: () => {
      statusChanges.markRead();
      const list = own();
      if (list.every(({ read }) => read)) return;
      queries.setQueryData(
        queryKey,
        list.map((one) => ({ ...one, read: true })),
      );
      send("READ", list);
    },
    clear: () => {
      const list = own();
      const restore = statusChanges.clear();
      queries.setQueryData(queryKey, []);
      send("CLEARED", list);
      toast({
        type: "success",
        title: t("Notifications cleared"),
        undo: () => {
          restore();
          queries.setQueryData(queryKey, (since = []) => [...since, ...list]);
          send("RESTORED", list);
        },
      });
    },
  };
}

function shown(change: Notification<StatusChange>): ShownNotification {
  const { id, timestamp, read, auctionId, auctionName, oldStatus, newStatus } = change;
  const message = messageOf(oldStatus, newStatus);
  return { id, title: auctionName, message, to: `/auctions/${auctionId}`, timestamp, read };
}

function messageOf(oldStatus: string, newStatus: string): string {
  if (oldStatus === "EXPIRED" && newStatus === "LIVE")
    return t("The auction has been extended. Bidding is open.");
  if (newStatus === "LIVE") return t("The auction is live. Bidding is open.");
  if (newStatus === "EXPIRED") return t("The auction has ended.");
  return t("The auction has been rescheduled.");
}
