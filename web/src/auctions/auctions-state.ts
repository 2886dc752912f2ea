import type { Auction } from "@gavelyard/contract/auctions/auctions";
import { useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import {
  useStatusChanges,
  type Notification,
  type StatusChange,
} from "../notifications/notification-store.ts";
import { useClientState } from "../ui/page/use-client-state.ts";
import { Watchers } from "../ui/page/watchers.ts";
import { auctionsQuery } from "./api.ts";

/** The client's state of all auctions, with the specification's names (section 3, D40). */
export interface AuctionsState extends StatusCheck {
  readonly isAnyAuctionLive: boolean;
  readonly liveAuctionsCount: number;
  readonly liveAuctionNames: readonly string[];
  /** Start of the next auction; null when none is planned. */
  readonly nextAuctionStart: string | null;
  /** Status changes noticed by this browser, newest first, at most 10. */
  readonly statusChangeNotifications: readonly Notification<StatusChange>[];
}

/** State of the periodic status checks (section 9). */
interface StatusCheck {
  /** Time of the last check, in ms of the server's clock; null before the first. */
  readonly lastChecked: number | null;
  /** Whether another check is scheduled. */
  readonly timerActive: boolean;
}

const unchecked: StatusCheck = { lastChecked: null, timerActive: false };
let check = unchecked;
const watchers = new Watchers();

export function setStatusCheck(next: Partial<StatusCheck>): void {
  check = { ...check, ...next };
  watchers.notify();
}

/** Summarizes a list of auctions: which are live, and what starts next. */
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

export function useAuctionsState(): AuctionsState {
  const { data = [] } = useQuery(auctionsQuery(useCall()));
  return {
    ...summaryOf(data),
    ...useClientState(
      watchers.watch,
      () => check,
      () => unchecked,
    ),
    statusChangeNotifications: useStatusChanges(),
  };
}
