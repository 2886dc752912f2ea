import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

/** The staff's work queue; polled every 30 s. */
export const workQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "work"],
    queryFn: () => call("staffHome"),
    refetchInterval: 30_000,
  });
