import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const savedSearchesQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "saved-searches"],
    queryFn: () => call("savedSearches", { params: { userId: String(userId) } }),
  });
