import type { Call } from "@gavelyard/client/call";
import type { QueryClient } from "@tanstack/react-query";
import { auctionsQuery, previewsQuery } from "../../auctions/api.ts";
import { saleQuery } from "./api.ts";
import { idsOf, salesToShow } from "./choice.ts";

/** Lots per sale in the page's HTML; the browser loads the others. */
const FIRST_LOTS = 5;

export async function loadSales(
  { call, queries }: { readonly call: Call; readonly queries: QueryClient },
  search: URLSearchParams,
): Promise<void> {
  await queries.prefetchQuery(auctionsQuery(call));
  const auctions = queries.getQueryData(auctionsQuery(call).queryKey) ?? [];
  const shown = salesToShow(auctions, idsOf(search.get("auctions") ?? ""), []);
  if (shown.length === 0) await queries.prefetchQuery(previewsQuery(call));
  await Promise.all(
    shown.map(async (id) => {
      const { queryKey, ...options } = saleQuery(call, id);
      await queries.prefetchQuery({ queryKey, ...options });
      if (!import.meta.env.SSR) return;
      queries.setQueryData(
        queryKey,
        (sale) => sale && { ...sale, open: sale.open.slice(0, FIRST_LOTS) },
        { updatedAt: 0 },
      );
    }),
  );
}
