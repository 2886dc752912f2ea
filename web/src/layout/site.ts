import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";
import { useCall } from "../api/api-context.ts";

/** Contact details and switches of the site; they change only with the settings. */
export const siteQuery = (call: Call) =>
  queryOptions({
    queryKey: ["site"],
    queryFn: () => call("siteDetails"),
    staleTime: Infinity,
    gcTime: Infinity,
  });

export const useSite = () => useQuery(siteQuery(useCall())).data;
