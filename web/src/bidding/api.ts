import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";
import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import { pricedMeta } from "../realtime/priced-meta.ts";
import { withRowsSince } from "./history-rows.ts";

export const historyQuery = (call: Call, inventoryId: number) =>
  queryOptions({
    queryKey: ["bids", inventoryId, "history"],
    queryFn: async ({ client, queryKey }) => {
      const known = () => client.getQueryData<HistoryRow[]>(queryKey) ?? [];
      const requestedAt = known();
      const response = await call("bidsOfInventory", { params: { id: String(inventoryId) } });
      return withRowsSince(response, requestedAt, known());
    },
  });

/** The lot's state and the caller's position, also polled while the live connection is down. */
export const highestQuery = (call: Call, inventoryId: number, userId: number | null) =>
  queryOptions({
    queryKey: ["bids", inventoryId, "highest", userId],
    queryFn: () => call("highestBid", { params: { id: String(inventoryId) } }),
  });

export const ownBidsQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "bids"],
    queryFn: () => call("bidsOfUser", { params: { id: String(userId) } }),
    meta: pricedMeta,
  });
