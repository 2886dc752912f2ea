import type { Auction } from "@gavelyard/contract/auctions";
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useCall } from "../api/api-context.ts";
import {
  useStatusChanges,
  type Notification,
  type StatusChange,
} from "../layout/notification-store.ts";
import { auctionsQuery } from "./api.ts";

/** What the client knows of all auctions, by the specification's names (section 3, D40). */
export interface AuctionsState extends StatusCheck {
  readonly isAnyAuctionLive: boolean;
  readonly liveAuctionsCount: number;
  readonly liveAuctionNames: readonly string[];
  /** Start of the next auction; null while none is planned. */
  readonly nextAuctionStart: string | null;
  /** Status changes that this browser noticed, newest first, at most 10. */
  readonly statusChangeNotifications: readonly Notification<StatusChange>[];
}

/** Where the status checks of section 9 stand. */
interface StatusCheck {
  /** Time of the last check, ms of the server's clock; null before the first. */
  readonly lastChecked: number | null;
  /** Whether a next check is scheduled. */
  readonly timerActive: boolean;
}

const unchecked: StatusCheck = { lastChecked: null, timerActive: false };
let check = unchecked;
const watchers = new Set<() => void>();

/** Stores where the status checks stand. */
export function setStatusCheck(next: Partial<StatusCheck>): void {
  check = { ...check, ...next };
  for (const watcher of watchers) watcher();
}

function watchCheck(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** What a list of auctions says about which are live and what comes next. */
export function summaryOf(
  auctions: readonly Pick<Auction, "auctionName" | "status" | "startTime">[],
): Pick<
  AuctionsState,
  "isAnyAuctionLive" | "liveAuctionsCount" | "liveAuctionNames" | "nextAuctionStart"
> {
  const live = auctions.filter(({ status }) => status === "LIVE");
  const starts = auctions.flatMap(({ status, startTime }) =>
    status === "UPCOMING" && startTime !== null ? [startTime] : [],
  );
  return {
    isAnyAuctionLive: live.length > 0,
    liveAuctionsCount: live.length,
    liveAuctionNames: live.map(({ auctionName }) => auctionName),
    nextAuctionStart:
      starts.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null,
  };
}

/** Follows the state of all auctions. */
export function useAuctionsState(): AuctionsState {
  const { data = [] } = useQuery(auctionsQuery(useCall()));
  return {
    ...summaryOf(data),
    ...useSyncExternalStore(
      watchCheck,
      () => check,
      () => unchecked,
    ),
    statusChangeNotifications: useStatusChanges(),
  };
}
