import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const proposalsQuery = (call: Call, decided: boolean, page: number) =>
  queryOptions({
    queryKey: ["staff", "proposals", decided, page],
    queryFn: () =>
      call("proposals", {
        query: { decided: decided ? "true" : "false", page: String(page), size: "20" },
      }),
    placeholderData: keepPreviousData,
  });
