import type { Call } from "@gavelyard/client/call";
import { queryOptions } from "@tanstack/react-query";

/** Estimated delivery costs of units to a ZIP code; not requested without one. */
export const estimatesQuery = (call: Call, zip: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["inventories", "delivery", zip, ids],
    queryFn: () => call("deliveryEstimates", { query: { zip, units: ids.join(",") } }),
    enabled: zip !== "" && ids.length > 0,
    staleTime: 60_000,
    retry: false,
  });
