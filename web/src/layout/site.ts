import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";
import { useCall } from "../api/api-context.ts";

/** A change of contact details or of the notice is on pages that stay open after this time. */
const FRESH_MS = 60_000;

/** Contact details, the notice and switches of the site; they change only with the settings. */
export const siteQuery = (call: Call) =>
  queryOptions({
    queryKey: ["site"],
    queryFn: () => call("siteDetails"),
    staleTime: FRESH_MS,
    gcTime: Infinity,
  });

export const useSite = () => useQuery(siteQuery(useCall())).data;
