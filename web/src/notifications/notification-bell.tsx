import { maxNotifications } from "@gavelyard/domain/users/bell";
import { t } from "@gavelyard/messages/text";
import { useRef, useState } from "react";
import { useStatusChanges } from "./notification-store.ts";
import { useUnread } from "./own-notifications.ts";
import { useDismiss } from "../ui/overlay/use-dismiss.ts";
import { ListIcon } from "../ui/list-icon.tsx";
import { later } from "../ui/later.tsx";

const NotificationList = later(async () => ({
  default: (await import("./notification-list.tsx")).NotificationList,
}));

export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const changes = useStatusChanges().filter(({ read }) => !read).length;
  const unread = Math.min(maxNotifications, useUnread() + changes);
  useDismiss(open, () => setOpen(false), root);
  return (
    <div ref={root} className="relative">
      <button
        type="button"
        aria-expanded={open}
        className="bar-button relative"
        aria-label={
          unread === 0 ? t("Notifications") : t("Notifications, {unread} new", { unread })
        }
        onClick={() => setOpen(!open)}
      >
        <ListIcon name="bell" />
        {unread === 0 ? null : (
          <span
            aria-hidden
            className="figures absolute right-1 top-1 min-w-4 rounded-full bg-amber px-1 text-center text-xs font-bold text-on-amber"
          >
            {unread}
          </span>
        )}
      </button>
      {open ? (
        <section
          aria-label={t("Notifications")}
          className="fixed inset-x-2 top-16 z-40 max-h-[70vh] overflow-y-auto whitespace-normal rounded-lg border border-line bg-sheet p-4 text-ink shadow-lg sm:absolute sm:inset-x-auto sm:right-0 sm:top-full sm:mt-1 sm:w-96"
        >
          <NotificationList />
        </section>
      ) : null}
    </div>
  );
}
