import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const priceGuideQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["inventories", id, "price-guide"],
    queryFn: () => call("priceGuideOf", { params: { id: String(id) } }),
  });
