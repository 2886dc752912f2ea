import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";
import { useCall } from "../api/api-context.ts";

/** How long contact details and the notice stay fresh, in ms. */
const FRESH_MS = 60_000;
/** Refetch interval while bidding is unavailable, in ms. */
const UNAVAILABLE_POLL_MS = 2_000;

/** Contact details, notice and switches of the site, which change only with the settings. */
export const siteQuery = (call: Call) =>
  queryOptions({
    queryKey: ["site"],
    queryFn: () => call("siteDetails"),
    staleTime: FRESH_MS,
    gcTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.bidding === false ? UNAVAILABLE_POLL_MS : false),
  });

export const useSite = () => useQuery(siteQuery(useCall())).data;
