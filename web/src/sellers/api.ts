import type { Call } from "@gavelyard/client/call";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";

/** Key of everything about sellers. */
export const sellersKey = ["staff", "sellers"] as const;

export const sellersQuery = (call: Call, at: { q: string; page: number }) =>
  queryOptions({
    queryKey: [...sellersKey, "search", at],
    queryFn: () => call("sellers", { query: { q: at.q, page: String(at.page), size: "25" } }),
    placeholderData: keepPreviousData,
  });

export const sellerQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: [...sellersKey, id],
    queryFn: () => call("sellerById", { params: { id: String(id) } }),
  });

/** What the signed-in customer sells. */
export const sellingQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "selling"], queryFn: () => call("selling") });
