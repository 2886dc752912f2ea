import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../../api/client.ts";

export const priceGuideQuery = (call: Call, id: number) =>
  queryOptions({
    queryKey: ["inventories", id, "price-guide"],
    queryFn: () => call("priceGuideOf", { params: { id: String(id) } }),
  });
