import type { ViewedTable } from "@gavelyard/contract/table-views";
import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const tableViewsQuery = (call: Call, table: ViewedTable) =>
  queryOptions({
    queryKey: ["staff", "table-views", table],
    queryFn: () => call("tableViews", { query: { table } }),
  });
