import { unawaited } from "@gavelyard/domain/unawaited";
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";

/** Time over which pages spread a refetch that all of them need at once, in ms. */
const SPREAD_MS = 1_000;
const pending = new Set<string>();

/** Refetches what is on the page after a random wait, once however often it is asked for. */
export function refetchSoon(queries: QueryClient, queryKey: QueryKey): void {
  const key = hashKey(queryKey);
  if (pending.has(key)) return;
  pending.add(key);
  setTimeout(() => {
    pending.delete(key);
    unawaited(queries.invalidateQueries({ queryKey }));
  }, Math.random() * SPREAD_MS);
}
