import type { Auction } from "@gavelyard/contract/auctions";
import { auctionStatusAt } from "@gavelyard/domain/auction-status";
import { statusCheckIntervalMs } from "@gavelyard/domain/check-interval";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCall } from "../api/api-context.ts";
import { auctionsQuery } from "../auctions/api.ts";
import { serverNow } from "../clock.ts";
import { notifications } from "./notification-store.ts";

const timesOf = (auction: Auction) => ({
  startMs: auction.startTime === null ? null : Date.parse(auction.startTime),
  endMs: auction.endTime === null ? null : Date.parse(auction.endTime),
});

function changeWords(status: string): string {
  if (status === "LIVE") return "The auction is live: bidding is open.";
  if (status === "EXPIRED") return "The auction has ended.";
  return "The auction has a new date.";
}

/**
 * Compares each auction's status with the one before, at the intervals of section 9, and keeps who is
 * live true also while the list cannot be read; on a change the list is read anew and, where allowed,
 * the browser says that an auction started (section 4). Without a list it is asked for again.
 */
export function useAuctionStatusChecks(): void {
  const queries = useQueryClient();
  const call = useCall();
  const { data, refetch } = useQuery(auctionsQuery(call));
  const known = useRef(new Map<number, Auction["status"]>());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const check = () => {
      const now = serverNow();
      let changed = false;
      let outdated = false;
      for (const auction of data ?? []) {
        const status = auctionStatusAt(now, timesOf(auction));
        const before = known.current.get(auction.id);
        known.current.set(auction.id, status);
        outdated ||= auction.status !== status;
        if (before === undefined || before === status) continue;
        changed = true;
        notifications.add({
          title: auction.auctionName,
          message: changeWords(status),
          to: `/auctions/${auction.id}`,
          auction: { auctionName: auction.auctionName, oldStatus: before, newStatus: status },
        });
        if (
          status === "LIVE" &&
          "Notification" in window &&
          Notification.permission === "granted"
        ) {
          new Notification("Auction Now Live!", { body: `${auction.auctionName} has started.` });
        }
      }
      const { queryKey } = auctionsQuery(call);
      if (outdated) {
        queries.setQueryData(queryKey, (list) =>
          list?.map((one) => ({ ...one, status: known.current.get(one.id) ?? one.status })),
        );
      }
      if (changed) void queries.invalidateQueries({ queryKey });
      timer = setTimeout(
        () => {
          if (data === undefined) void refetch({ cancelRefetch: false });
          check();
        },
        statusCheckIntervalMs(now, data?.map(timesOf) ?? null),
      );
    };
    check();
    return () => clearTimeout(timer);
  }, [call, data, queries, refetch]);
}
