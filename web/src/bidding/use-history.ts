import type { Call } from "@gavelyard/client/call";
import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import type { LotMessage } from "@gavelyard/contract/realtime";
import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCall } from "../api/api-context.ts";
import { refetchSoon } from "../api/refetch-soon.ts";
import { useSession } from "../session/session.ts";
import { highestQuery } from "./api.ts";
import { withRow, withRowsSince } from "./history-rows.ts";
import { histories } from "./use-live-lot.ts";

const historyQuery = (call: Call, inventoryId: number) =>
  queryOptions({
    queryKey: ["bids", inventoryId, "history"],
    queryFn: async ({ client, queryKey }) => {
      const known = () => client.getQueryData<HistoryRow[]>(queryKey) ?? [];
      const requestedAt = known();
      const response = await call("bidsOfInventory", { params: { id: String(inventoryId) } });
      return withRowsSince(response, requestedAt, known());
    },
  });

/** A lot's history, which messages of the page's lot add to, in the same paint as its price. */
export function useHistory(inventoryId: number) {
  const call = useCall();
  const queries = useQueryClient();
  const userId = useSession()?.userId ?? null;
  useEffect(() => {
    histories.set(inventoryId, (message) => {
      const position = queries.getQueryData(highestQuery(call, inventoryId, userId).queryKey);
      const { queryKey } = historyQuery(call, inventoryId);
      addToHistory(queries, queryKey, message, position?.mine?.bidderAlias ?? null);
    });
    return () => {
      histories.delete(inventoryId);
    };
  }, [call, inventoryId, queries, userId]);
  return useQuery(historyQuery(call, inventoryId));
}

function addToHistory(
  queries: QueryClient,
  queryKey: ReturnType<typeof historyQuery>["queryKey"],
  message: LotMessage,
  ownAlias: string | null,
): void {
  const { data, fetchStatus } = queries.getQueryState(queryKey) ?? {};
  const own = ownAlias ?? data?.find((row) => row.mine)?.bidderAlias ?? null;
  const added = data === undefined ? null : withRow(data, message, own);
  if (added !== null && added.rows !== data) queries.setQueryData(queryKey, [...added.rows]);
  // A response on its way may lack what this row strikes out.
  const isStruck = message.type === "RETRACTED" && fetchStatus === "fetching";
  if (added?.isComplete !== true || isStruck) refetchSoon(queries, queryKey);
}
