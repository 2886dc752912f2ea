import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const signalsQuery = (call: Call, looked: boolean, page: number) =>
  queryOptions({
    queryKey: ["staff", "signals", looked, page],
    queryFn: () =>
      call("signals", {
        query: { looked: looked ? "true" : "false", page: String(page), size: "20" },
      }),
    placeholderData: keepPreviousData,
  });
