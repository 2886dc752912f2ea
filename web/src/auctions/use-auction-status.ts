import { t } from "@gavelyard/messages/text";
import { auctionStatusAt } from "@gavelyard/domain/auctions/auction-status";
import {
  checkIntervalWithoutDataMs,
  statusCheckIntervalMs,
} from "@gavelyard/domain/auctions/check-interval";
import { unawaited } from "@gavelyard/domain/unawaited";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCall } from "../api/api-context.ts";
import { auctionsQuery, type ListedAuction } from "./api.ts";
import { setStatusCheck } from "./auctions-state.ts";
import { clockOffsetMs, serverNow } from "../clock.ts";
import { showBrowserNotice } from "../notifications/browser-notice.ts";
import { statusChanges } from "../notifications/notification-store.ts";

const timesOf = (auction: ListedAuction) => ({
  startMs: auction.startTime === null ? null : Date.parse(auction.startTime),
  endMs: auction.endTime === null ? null : Date.parse(auction.endTime),
});

/**
 * Checks each auction's status at the intervals of section 9, even while the list can't be loaded,
 * to keep the live auctions correct. On a change it refetches the list. An end counts once a list that
 * is younger confirms it, since late bids extend lots. A browser notification announces an auction
 * that starts, if the user allowed it (section 4). A failed refresh is only logged and retried after
 * 60 s (section 8).
 */
export function useAuctionStatusChecks(): void {
  const queries = useQueryClient();
  const call = useCall();
  const { data, dataUpdatedAt, error, errorUpdateCount, refetch } = useQuery(auctionsQuery(call));
  const knownStatuses = useRef(new Map<number, ListedAuction["status"]>());
  useEffect(() => {
    if (error === null) return undefined;
    // oxlint-disable-next-line no-console -- section 8 wants it logged, and only logged
    console.warn(`Auction refresh failed: ${error.message}`);
    const retry = () => unawaited(refetch({ cancelRefetch: false }));
    const timer = setTimeout(retry, checkIntervalWithoutDataMs);
    return () => clearTimeout(timer);
  }, [error, errorUpdateCount, refetch]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      const now = serverNow();
      let changed = false;
      let outdated = false;
      for (const auction of data ?? []) {
        const times = timesOf(auction);
        const status = auctionStatusAt(now, times);
        const before = knownStatuses.current.get(auction.id);
        outdated ||= auction.status !== status;
        changed ||= before !== undefined && before !== status;
        const isOlder = dataUpdatedAt + clockOffsetMs() <= (times.endMs ?? 0);
        if (before === "LIVE" && status === "EXPIRED" && isOlder) continue;
        knownStatuses.current.set(auction.id, status);
        if (before === undefined || before === status) continue;
        statusChanges.add({
          auctionId: auction.id,
          auctionName: auction.auctionName,
          oldStatus: before,
          newStatus: status,
        });
        if (status === "LIVE" && before !== "EXPIRED") {
          const body = t("{auctionName} has started.", { auctionName: auction.auctionName });
          unawaited(showBrowserNotice(t("Auction Now Live!"), { body }));
        }
      }
      const { queryKey } = auctionsQuery(call);
      if (outdated) {
        queries.setQueryData(
          queryKey,
          (list) => list?.map((one) => ({ ...one, status: auctionStatusAt(now, timesOf(one)) })),
          { updatedAt: dataUpdatedAt },
        );
      }
      // A list on its way is older than the change that was just noticed.
      if (changed) unawaited(queries.invalidateQueries({ queryKey }, { cancelRefetch: outdated }));
      timer = setTimeout(check, statusCheckIntervalMs(now, data?.map(timesOf) ?? null));
      setStatusCheck({ lastChecked: now, timerActive: true });
    };
    check();
    return () => {
      clearTimeout(timer);
      setStatusCheck({ timerActive: false });
    };
  }, [call, data, dataUpdatedAt, queries]);
}
