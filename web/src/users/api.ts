import { queryOptions } from "@tanstack/react-query";
import type { Call } from "../api/client.ts";

export const profileQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "profile"], queryFn: () => call("currentUser") });

/** Where the user is signed in. */
export const signInsQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "sign-ins"], queryFn: () => call("listSessions") });
