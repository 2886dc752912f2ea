import type { FinanceStage } from "@gavelyard/domain/requests";
import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const financeRequestsQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "finance"],
    queryFn: () => call("financeRequestsOfUser", { params: { userId: String(userId) } }),
  });

export const financeDraftQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "finance-draft"],
    queryFn: () => call("financeDraft", { params: { userId: String(userId) } }),
    // Loaded only once; after that, the form has the current values.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const pendingFinanceQuery = (call: Call, stage: FinanceStage, id: number | null) =>
  queryOptions({
    queryKey: ["staff", "finance", stage, id],
    queryFn: () =>
      call("pendingFinanceRequests", { query: id === null ? { stage } : { id: String(id) } }),
  });
