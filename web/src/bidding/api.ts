import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";
import { pricedMeta } from "../realtime/priced-meta.ts";

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
