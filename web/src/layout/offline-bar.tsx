import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { WifiOff } from "lucide-react";
import { browserZone } from "../clock.ts";
import { Link, useLocation } from "../ui/page/router.tsx";
import { useOnline } from "../ui/page/use-online.ts";

export function OfflineBar() {
  const queries = useQueryClient();
  const { pathname } = useLocation();
  if (useOnline() || pathname === "/offline") return null;
  const newest = Math.max(
    0,
    ...queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.isActive())
      .map((query) => query.state.dataUpdatedAt),
  );
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 bg-outbid-bg px-4 py-2 text-center font-semibold text-outbid"
    >
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <span>
        {newest === 0
          ? t("You're offline.")
          : t("You're offline. Last updated {time}.", {
              time: formatDateTime(newest, browserZone()),
            })}{" "}
        <Link to="/offline" target="_self" className="text-outbid underline">
          {t("View saved pages")}
        </Link>
      </span>
    </p>
  );
}
