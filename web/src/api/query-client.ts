import { unawaited } from "@gavelyard/domain/unawaited";
import {
  focusManager,
  hashKey,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { ApiError } from "@gavelyard/client/call";

// Notify before the next paint, so that a choice shows at once.
notifyManager.setScheduler(queueMicrotask);

/** First parts of query keys whose data is the same for everyone. */
const publicKeys = new Set<unknown>(["auctions", "inventories", "proofs", "sale-terms", "site"]);

/** Keys are personal unless listed as public. */
const isPublicKey = ([first]: QueryKey): boolean => publicKeys.has(first);

/**
 * Creates the query cache by the specification's sections 7 and 9: 30 s fresh, 60 s cached,
 * refetched on focus. Personal data is stored under the signed-in user's ID from `userId`, so no
 * other user can read it.
 */
export function createQueryClient(onServer: boolean, userId: () => number | null): QueryClient {
  const onError = (error: Error) => {
    // The dashboard shows what the profile's permissions allow (D57).
    if (error instanceof ApiError && error.code === "permission-missing")
      unawaited(client.invalidateQueries({ queryKey: ["me", "profile"] }));
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a network, calls fail and don't wait for one: later, users may no longer want an action.
      mutations: { networkMode: "always" },
      queries: {
        staleTime: 30_000,
        gcTime: onServer ? Infinity : 60_000,
        refetchOnWindowFocus: true,
        networkMode: "always",
        refetchOnReconnect: true,
        queryKeyHashFn: (key) =>
          // The server renders a lot's bids for visitors; only `mine` differs for their owner.
          isPublicKey(key) || key[0] === "bids" ? hashKey(key) : hashKey([userId(), ...key]),
        // Retry only failed connections: refusals are final, and busy servers were already retried.
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
  return client;
}

/** Removes all personal data; pending responses are dropped. */
export function forgetUser(queries: QueryClient): void {
  queries.getMutationCache().clear();
  queries.removeQueries({ predicate: ({ queryKey }) => !isPublicKey(queryKey) });
}

/**
 * Refetches stale queries when the window gets the focus, not only when its tab becomes visible.
 */
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
