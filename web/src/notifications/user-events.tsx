import { unawaited } from "@gavelyard/domain/unawaited";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../api/api-context.ts";
import { useUserEvents } from "../realtime/use-live.ts";
import { currentUserId, type Session } from "../session/session.ts";
import { toast } from "../ui/toast-store.ts";
import { noticeOf } from "./event-notice.tsx";
import { addNotification, useLoadNotifications, useUnread } from "./own-notifications.ts";

/** Shows the user's live events as toasts and notifications, and refetches the affected lists. */
export function UserEvents({ session }: { session: Session }) {
  const queries = useQueryClient();
  const call = useCall();
  useUserEvents(session.userId, (event) => {
    // The connection may close slightly after the session.
    if (currentUserId() !== session.userId) return;
    const isCustomer = session.userRole === "ROLE_CUSTOMER";
    unawaited(queries.invalidateQueries({ queryKey: ["me"] }));
    if (!isCustomer) unawaited(queries.invalidateQueries({ queryKey: ["staff"] }));
    const { to, live, message, action, ...request } = noticeOf(event, isCustomer);
    toast({ ...request, message: live ?? message, action: action ?? { to } });
    addNotification(queries, { call, userId: session.userId }, event);
  });
  useLoadNotifications(session.userId);
  const unread = useUnread();
  useEffect(() => showOnIcon(unread), [unread]);
  return null;
}

/** Shows a number on the installed application's icon, where there is one. */
function showOnIcon(unread: number): void {
  if (!("setAppBadge" in navigator)) return;
  // Browsers refuse it to pages that aren't installed.
  unawaited(
    (unread === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(unread)).catch(() => {}),
  );
}
