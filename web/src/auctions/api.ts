import type { Auction } from "@gavelyard/contract/auctions/auctions";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pricedMeta } from "../realtime/priced-meta.ts";
import type { Call, CallInput } from "@gavelyard/client/call";

/** An auction as lists show it, kept small since it is embedded in every page's HTML. */
export type ListedAuction = Omit<
  Auction,
  "name" | "auctionStatus" | "scheduledEndTime" | "serverTime"
>;

/** The list of auctions; the main screen polls it every 30 s (section 7). */
export const auctionsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["auctions"],
    queryFn: async () => (await call("listAuctions")).map(toListed),
  });

/** An auction of any server, which may send only one of a field's two names (section 3). */
type ReadAuction = Omit<Auction, "auctionName" | "status"> &
  Partial<Pick<Auction, "auctionName" | "status">>;

const toListed = ({
  name,
  auctionName,
  auctionStatus,
  status,
  scheduledEndTime: _end,
  serverTime: _time,
  ...shown
}: ReadAuction): ListedAuction => ({
  ...shown,
  auctionName: auctionName ?? name,
  status: status ?? auctionStatus,
});

/** Pictures and places of live and upcoming auctions, by auction ID. */
export const previewsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["auctions", "previews"],
    queryFn: () => call("auctionPreviews"),
  });

export const auctionQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["auctions", id],
    queryFn: () => call("auctionById", { params: { id: String(id) } }),
    meta: pricedMeta,
  });

/** Latest first. */
export const expiredAuctionsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "auctions", "expired"],
    queryFn: () => call("expiredAuctions"),
  });

/** What a run list shows of its units, saved or not. */
export const runListUnitsQuery = (call: Call, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["staff", "units", "run-list", ids],
    queryFn: async () => {
      const units = await call("runListUnits", { body: { units: [...ids] } });
      return new Map(units.map((unit) => [unit.id, unit]));
    },
    placeholderData: keepPreviousData,
  });

export const auctionForStaffQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "auctions", id],
    queryFn: () => call("auctionByIdForStaff", { params: { id: String(id) } }),
  });

/** Bids over time for one page of the staff's auctions. */
export const auctionTrendsQuery = (call: Call, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["staff", "auctions", "trends", ids],
    queryFn: () => call("auctionTrends", { query: { auctions: ids.join(",") } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export type AuctionSearch = NonNullable<CallInput<"searchAuctions">["body"]>;

export const staffAuctionsQuery = (call: Call, search: AuctionSearch) =>
  queryOptions({
    queryKey: ["staff", "auctions", "search", search],
    queryFn: () => call("searchAuctions", { body: search }),
    placeholderData: keepPreviousData,
  });
