import type { Answer, Call } from "@gavelyard/client/call";
import type { UserEvent } from "@gavelyard/contract/realtime";
import { maxNotifications } from "@gavelyard/domain/users/bell";
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import { useSession } from "../session/session.ts";

type OwnNotification = Answer<"ownNotifications">[number];

export const ownNotificationsQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["notifications", userId],
    queryFn: () => call("ownNotifications"),
  });

/** Loads the user's notifications. The page comes first: it may find that the session has ended. */
export function useLoadNotifications(userId: number): void {
  useQuery(ownNotificationsQuery(useCall(), userId));
}

/** The signed-in user's notifications once they are loaded, newest first (D72). */
export function useOwnNotifications(): readonly OwnNotification[] {
  const userId = useSession()?.userId ?? 0;
  const { data = [] } = useQuery({ ...ownNotificationsQuery(useCall(), userId), enabled: false });
  return data;
}

/** Returns how many of the user's own notifications are unread; the page's title shows it. */
export const useUnread = (): number => useOwnNotifications().filter(({ read }) => !read).length;

/** Adds an event that has just arrived. The server stores it a moment later. */
export function addNotification(
  queries: QueryClient,
  { call, userId }: { call: Call; userId: number },
  event: UserEvent,
): void {
  const aboutLot = (one: UserEvent) =>
    "inventoryId" in one && one.type !== "QUESTION" && one.type !== "NOTICE"
      ? one.inventoryId
      : null;
  const unitId = aboutLot(event);
  queries.setQueryData(ownNotificationsQuery(call, userId).queryKey, (list = []) =>
    [
      { id: Math.max(0, ...list.map(({ id }) => id)) + 1, event, read: false },
      ...list.filter((one) => unitId === null || aboutLot(one.event) !== unitId),
    ].slice(0, maxNotifications),
  );
}
