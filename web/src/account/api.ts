import type { Permission } from "@gavelyard/domain/users/permissions";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCall } from "../api/api-context.ts";
import type { Call } from "@gavelyard/client/call";

export const profileQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "profile"], queryFn: () => call("currentUser") });

/** Permissions of the signed-in staff member (D57); none until they have loaded. */
export const usePermissions = (): readonly Permission[] =>
  useQuery(profileQuery(useCall())).data?.permissions ?? [];

export const signInsQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "sign-ins"], queryFn: () => call("listSessions") });

export const ownSecurityLogQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "security-log"], queryFn: () => call("ownSecurityLog") });

export const factorsQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "factors"], queryFn: () => call("ownFactors") });

/** The secret for a new authenticator app; each request creates a new one. */
export const newAppQuery = (call: Call) =>
  queryOptions({
    queryKey: ["me", "new-app"],
    queryFn: () => call("newApp"),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
