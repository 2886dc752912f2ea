import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const limitQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "limit"],
    queryFn: () => call("bidLimitStatus", { params: { id: String(userId) } }),
  });

/** The latest request for a higher limit; null when there was none (D26). */
export const limitRequestQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "limit-request"],
    queryFn: () => call("limitRequestStatus", { params: { id: String(userId) } }),
  });

export const requestsToReviewQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "limits", "to-review"],
    queryFn: () => call("limitRequestsForReview"),
  });

/** Reviewed requests that wait for an administrator's decision. */
export const requestsToDecideQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "limits", "to-decide"],
    queryFn: () => call("reviewedLimitRequests"),
  });
