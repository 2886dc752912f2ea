import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

/** A running auction, refetched on changes by the live connection and every 5 s in any case. */
export const controlQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["staff", "control", auctionId],
    queryFn: () => call("controlRoom", { params: { id: String(auctionId) } }),
    refetchInterval: 5_000,
    staleTime: 0,
  });
