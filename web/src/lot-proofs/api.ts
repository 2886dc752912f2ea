import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const rootQuery = (call: Call, lotId: number) =>
  queryOptions({
    queryKey: ["proofs", lotId],
    queryFn: () => call("lotRoot", { params: { id: String(lotId) } }),
  });

export const MAX_ROOTS = 100;

export const auctionRootsQuery = (call: Call, auctionId: number) =>
  queryOptions({
    queryKey: ["proofs", "auction", auctionId],
    queryFn: () =>
      call("proofRoots", { query: { auctionId: String(auctionId), size: String(MAX_ROOTS) } }),
  });

export const proofPath = (lotId: number) => `/api/lots/${lotId}/proof`;
