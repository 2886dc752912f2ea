import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const rootQuery = (call: Call, lotId: number) =>
  queryOptions({
    queryKey: ["proofs", lotId],
    queryFn: () => call("lotRoot", { params: { id: String(lotId) } }),
  });

/** Lines of the list of roots shown of an auction at most. */
export const MOST_ROOTS = 100;

export const auctionRootsQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["proofs", "auction", auctionId],
    queryFn: () =>
      call("proofRoots", { query: { auctionId: String(auctionId), size: String(MOST_ROOTS) } }),
  });

/** Where the proof of a lot is downloaded. */
export const proofPath = (lotId: number) => `/api/lots/${lotId}/proof`;
