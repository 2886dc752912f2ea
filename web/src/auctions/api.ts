import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "../api/client.ts";

/** The list of auctions; it polls every 30 s on the main screen (section 7). */
export const auctionsQuery = (call: Call) =>
  queryOptions({ queryKey: ["auctions"], queryFn: () => call("listAuctions") });

/** One auction with its run list. */
export const auctionQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["auctions", id],
    queryFn: () => call("auctionById", { params: { id: String(id) } }),
  });

/** Auctions that are over, the last first, as staff see them. */
export const expiredAuctionsQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "auctions", "expired"],
    queryFn: () => call("expiredAuctions"),
  });

/** One auction as staff see it, with its run list. */
export const auctionForStaffQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["staff", "auctions", id],
    queryFn: () => call("auctionByIdForStaff", { params: { id: String(id) } }),
  });

export type AuctionSearch = NonNullable<CallInput<"searchAuctions">["body"]>;

/** A page of auctions as staff find them. */
export const staffAuctionsQuery = (call: Call, search: AuctionSearch) =>
  queryOptions({
    queryKey: ["staff", "auctions", "search", search],
    queryFn: () => call("searchAuctions", { body: search }),
    placeholderData: keepPreviousData,
  });
