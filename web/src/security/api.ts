import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "@gavelyard/client/call";

export const securityLogQuery = (
  call: Call,
  search: NonNullable<CallInput<"searchSecurityLog">["query"]>,
) =>
  queryOptions({
    queryKey: ["staff", "security-log", search],
    queryFn: () => call("searchSecurityLog", { query: search }),
    placeholderData: keepPreviousData,
  });
