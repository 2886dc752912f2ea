import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./client.ts";

/** Freshness by the specification's sections 7 and 9: 30 s fresh, 60 s kept, read anew on focus. */
export function createQueryClient(onServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: onServer ? Infinity : 60_000,
        refetchOnWindowFocus: true,
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
