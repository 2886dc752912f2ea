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
    queryFn: async () => listOf(await call("bidsOfUser", { params: { id: String(userId) } })),
    meta: pricedMeta,
  });

/** A list, or an object that holds it: other servers may answer with either (section 7). */
const listOf = <Item>(
  answer: readonly Item[] | { readonly bids?: readonly Item[]; readonly data?: readonly Item[] },
): readonly Item[] => ("length" in answer ? answer : (answer.bids ?? answer.data ?? []));
