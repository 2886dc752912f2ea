import { t } from "@gavelyard/messages/text";
import { useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "@gavelyard/domain/time-zone";
import { WifiOff } from "lucide-react";
import { browserZone } from "../clock.ts";
import { useOnline } from "../ui/use-online.ts";

/** Shows that the network is down, and how old the displayed data is. */
export function OfflineBar() {
  const queries = useQueryClient();
  if (useOnline()) return null;
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
      {newest === 0
        ? t("You're offline.")
        : t("You're offline. Last updated {time}.", {
            time: formatDateTime(newest, browserZone()),
          })}
    </p>
  );
}
