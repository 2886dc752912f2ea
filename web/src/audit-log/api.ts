import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call, CallInput } from "@gavelyard/client/call";

type AuditSearch = NonNullable<CallInput<"searchAudit">["query"]>;

export const auditQuery = (call: Call, search: AuditSearch) =>
  queryOptions({
    queryKey: ["staff", "audit", search],
    queryFn: () => call("searchAudit", { query: search }),
    placeholderData: keepPreviousData,
  });

export const auditKindsQuery = (call: Call) =>
  queryOptions({ queryKey: ["staff", "audit-kinds"], queryFn: () => call("auditKinds") });

export const securityLogQuery = (
  call: Call,
  search: NonNullable<CallInput<"searchSecurityLog">["query"]>,
) =>
  queryOptions({
    queryKey: ["staff", "security-log", search],
    queryFn: () => call("searchSecurityLog", { query: search }),
    placeholderData: keepPreviousData,
  });
