import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const savedSearchesQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "saved-searches"],
    queryFn: () => call("savedSearches", { params: { userId: String(userId) } }),
  });
