import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "../api/client.ts";

/** What waits for staff; read again every 30 s. */
export const workQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "work"],
    queryFn: () => call("staffHome"),
    refetchInterval: 30_000,
  });

/** Records of every kind that a text names. */
export const findQuery = (call: Call, q: string) =>
  queryOptions({
    queryKey: ["staff", "find", q],
    queryFn: () => call("findRecords", { query: { q } }),
    staleTime: 10_000,
  });

/** The figures of a period; of the last 30 days without bounds. Hours are in this zone. */
export const statsQuery = (call: Call, period: CallInput<"stats">["query"]) =>
  queryOptions({
    queryKey: ["staff", "stats", period],
    queryFn: () => call("stats", { query: period }),
    placeholderData: keepPreviousData,
  });

type AuditSearch = NonNullable<CallInput<"searchAudit">["query"]>;

/** A page of what was done, newest first. */
export const auditQuery = (call: Call, search: AuditSearch) =>
  queryOptions({
    queryKey: ["staff", "audit", search],
    queryFn: () => call("searchAudit", { query: search }),
    placeholderData: keepPreviousData,
  });

/** What the record of acts can be narrowed by. */
export const auditKindsQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "audit-kinds"], queryFn: () => call("auditKinds") });
