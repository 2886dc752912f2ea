import type { Call } from "@gavelyard/client/call";
import { queryOptions } from "@tanstack/react-query";

export const taxReportQuery = (call: Call, query: { readonly from: string; readonly to: string }) =>
  queryOptions({
    queryKey: ["staff", "tax-report", query],
    queryFn: () => call("taxReport", { query }),
  });
