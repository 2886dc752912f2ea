import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

/** The list of auctions; it polls every 30 s on the main screen (section 7). */
export const auctionsQuery = (call: Call) =>
  queryOptions({ queryKey: ["auctions"], queryFn: () => call("listAuctions") });

/** One auction with its run list. */
export const auctionQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["auctions", id],
    queryFn: () => call("auctionById", { params: { id: String(id) } }),
  });
