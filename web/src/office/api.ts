import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "@gavelyard/client/call";

/** The staff's work queue; polled every 30 s. */
export const workQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "work"],
    queryFn: () => call("staffHome"),
    refetchInterval: 30_000,
  });

export const findQuery = (call: Call, q: string) =>
  queryOptions({
    queryKey: ["staff", "find", q],
    queryFn: () => call("findRecords", { query: { q } }),
    staleTime: 10_000,
  });

/** Figures of a period, by default of the last 30 days. Hours are in this browser's zone. */
export const statsQuery = (call: Call, period: CallInput<"stats">["query"]) =>
  queryOptions({
    queryKey: ["staff", "stats", period],
    queryFn: () => call("stats", { query: period }),
    placeholderData: keepPreviousData,
  });

type AuditSearch = NonNullable<CallInput<"searchAudit">["query"]>;

export const auditQuery = (call: Call, search: AuditSearch) =>
  queryOptions({
    queryKey: ["staff", "audit", search],
    queryFn: () => call("searchAudit", { query: search }),
    placeholderData: keepPreviousData,
  });

export const auditKindsQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "audit-kinds"], queryFn: () => call("auditKinds") });

export const proposalsQuery = (call: Call, decided: boolean, page: number) =>
  queryOptions({
    queryKey: ["staff", "proposals", decided, page],
    queryFn: () =>
      call("proposals", {
        query: { decided: decided ? "true" : "false", page: String(page), size: "20" },
      }),
    placeholderData: keepPreviousData,
  });

export const priceGuideRecordQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "price-guide-record"],
    queryFn: () => call("priceGuideRecord"),
  });
