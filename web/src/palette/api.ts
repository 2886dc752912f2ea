import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const findQuery = (call: Call, q: string) =>
  queryOptions({
    queryKey: ["staff", "find", q],
    queryFn: () => call("findRecords", { query: { q } }),
    staleTime: 10_000,
  });
