import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "@gavelyard/client/call";

/** Figures of a period, by default of the last 30 days. Hours are in this browser's zone. */
export const statsQuery = (call: Call, period: CallInput<"stats">["query"]) =>
  queryOptions({
    queryKey: ["staff", "stats", period],
    queryFn: () => call("stats", { query: period }),
    placeholderData: keepPreviousData,
  });

export const priceGuideRecordQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "price-guide-record"],
    queryFn: () => call("priceGuideRecord"),
  });
