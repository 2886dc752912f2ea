import { focusManager, hashKey, QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

/** First words of the keys whose answers are the same for everyone. */
const publicKeys = new Set<unknown>(["auctions", "inventories", "proofs", "sale-terms", "site"]);

/** Whether everyone gets the same answer. A key is personal unless it is known to be public. */
const isPublicKey = ([first]: QueryKey): boolean => publicKeys.has(first);

/**
 * Creates the query cache by the specification's sections 7 and 9: 30 s fresh, 60 s kept, refetched on
 * focus. A personal answer is stored under the user who is signed in, so no other user can find it;
 * `userId` tells who that is.
 */
export function createQueryClient(onServer: boolean, userId: () => number | null): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: onServer ? Infinity : 60_000,
        refetchOnWindowFocus: true,
        queryKeyHashFn: (key) =>
          // A page arrives with a lot's bids as visitors see them; what differs for their owner is `mine`.
          isPublicKey(key) || key[0] === "bids" ? hashKey(key) : hashKey([userId(), ...key]),
        // A refusal stays one, and a busy server was waited for; what did not arrive is asked again.
        retry: (failures, error) =>
          !onServer &&
          failures < 2 &&
          !(
            error instanceof ApiError &&
            ((error.status >= 400 && error.status < 500) || error.retryAfterSec !== null)
          ),
      },
    },
  });
}

/** Removes everything that was read for a user; answers that are still on their way are dropped. */
export function forgetUser(queries: QueryClient): void {
  queries.getMutationCache().clear();
  queries.removeQueries({ predicate: ({ queryKey }) => !isPublicKey(queryKey) });
}

/** Refetches stale queries when the window gets the focus, as well as when its tab is shown. */
export function refetchOnFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const events = ["focus", "visibilitychange"] as const;
    const focused = () => onFocus();
    for (const event of events) window.addEventListener(event, focused);
    return () => {
      for (const event of events) window.removeEventListener(event, focused);
    };
  });
}
