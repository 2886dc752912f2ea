import type { Call } from "@gavelyard/client/call";
import { queryOptions } from "@tanstack/react-query";

/** Queries that a merge changes. */
export const spellingKeys = [["staff", "spellings"], ["staff", "units"], ["inventories"]] as const;

/** Makes, or the models of a make. */
export const spellingsQuery = (call: Call, make: string | null) =>
  queryOptions({
    queryKey: ["staff", "spellings", make],
    queryFn: () => call("spellings", { query: make === null ? {} : { make } }),
  });

/** Merges that can be undone. */
export const spellingMergesQuery = (call: Call) =>
  queryOptions({
    queryKey: ["staff", "spellings", "merges"],
    queryFn: () => call("spellingMerges"),
  });
