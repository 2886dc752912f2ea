import { t } from "@gavelyard/messages/text";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { useEffect, useEffectEvent } from "react";
import { browserZone } from "../clock.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useNotificationChanges, useNotifications } from "./use-notifications.ts";
import { Link } from "../ui/page/router.tsx";

export function NotificationList() {
  const list = useNotifications();
  const { markRead, clear } = useNotificationChanges();
  const read = useEffectEvent(markRead);
  useEffect(() => () => read(), []);
  if (list.length === 0) {
    return (
      <EmptyState title={t("No notifications")}>
        {t("Auction starts and ends, and updates on your bids, appear here.")}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-3">
      <ul className="grid">
        {list.map(({ id, title, message, to, timestamp, read }) => (
          <li key={id} className="border-b border-line py-3 first:pt-0 last:border-0">
            <Link to={to} className="block text-ink no-underline hover:underline">
              <span className="font-semibold">
                {read ? null : (
                  <span className="mr-2 inline-block size-2.5 rounded-full bg-amber align-middle">
                    <span className="sr-only">{t("New:")}</span>
                  </span>
                )}
                {title}
              </span>
              <span className="block text-sm text-soft">{message}</span>
              <time
                className="block text-sm text-soft"
                dateTime={new Date(timestamp).toISOString()}
              >
                {formatDateTime(timestamp, browserZone())}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <Button tone="quiet" className="justify-self-start" onClick={clear}>
        {t("Clear all")}
      </Button>
    </div>
  );
}
