import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const limitQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "limit"],
    queryFn: () => call("bidLimitStatus", { params: { id: String(userId) } }),
  });

/** The latest request for a higher limit; null when there never was one (D26). */
export const limitRequestQuery = (call: Call, userId: number) =>
  queryOptions({
    queryKey: ["me", userId, "limit-request"],
    queryFn: () => call("limitRequestStatus", { params: { id: String(userId) } }),
  });

/** Requests that wait for a review. */
export const requestsToReviewQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "limits", "to-review"],
    queryFn: () => call("limitRequestsForReview"),
  });

/** Reviewed requests that wait for an administrator. */
export const requestsToDecideQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "limits", "to-decide"],
    queryFn: () => call("reviewedLimitRequests"),
  });
