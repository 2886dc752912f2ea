import type { FinanceStage } from "@gavelyard/domain/requests";
import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const financeRequestsQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "finance"],
    queryFn: () => call("financeRequestsOfUser", { params: { userId: String(userId) } }),
  });

export const financeDraftQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "finance-draft"],
    queryFn: () => call("financeDraft", { params: { userId: String(userId) } }),
    // Read once: from then on the form is what counts.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** Requests of a stage as staff see them, or one request alone. */
export const pendingFinanceQuery = (call: Call, stage: FinanceStage, id: number | null) =>
  queryOptions({
    queryKey: ["staff", "finance", stage, id],
    queryFn: () =>
      call("pendingFinanceRequests", { query: id === null ? { stage } : { id: String(id) } }),
  });
