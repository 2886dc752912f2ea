import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Call } from "@gavelyard/client/call";

export const ownKeysQuery = (call: Call) =>
  queryOptions({ queryKey: ["me", "api-keys"], queryFn: () => call("ownApiKeys") });

export const houseKeysQuery = (call: Call, page: number) =>
  queryOptions({
    queryKey: ["staff", "api-keys", page],
    queryFn: () => call("houseApiKeys", { query: { page: String(page), size: "10" } }),
    placeholderData: keepPreviousData,
  });

/** Query keys to invalidate when any key changes. */
export const keyQueries = [
  ["me", "api-keys"],
  ["staff", "api-keys"],
];
