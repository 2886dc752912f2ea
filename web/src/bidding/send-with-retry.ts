import { ApiError } from "@gavelyard/client/call";

/** How long a bid without a response is retried. */
const RETRY_FOR_MS = 10_000;
const RETRY_DELAY_MS = 500;

/** Returns whether no server responded, so that a retry with the same key can settle the result. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Whether the bid may have been placed, whatever a later attempt returns. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && (error.status !== 503 || error.code === "bid-unconfirmed");

/**
 * Sends a bid and retries it for ten seconds while no server responds. It keeps its idempotency
 * key, so it is never placed twice. `onRetry` is called before each retry. `earlier` is the error
 * of an earlier submission of this bid, or null.
 * @throws the last error; the first unconfirmed one if no attempt got an answer
 */
export async function sendWithRetry<T>(
  send: () => Promise<T>,
  onRetry: () => void,
  earlier: unknown,
  wait: (ms: number) => Promise<unknown> = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
): Promise<T> {
  const sinceMs = performance.now();
  let unconfirmed = isUnanswered(earlier) && isUnconfirmed(earlier) ? earlier : null;
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (isUnconfirmed(error)) unconfirmed ??= error;
      if (performance.now() - sinceMs > RETRY_FOR_MS) throw unconfirmed ?? error;
      onRetry();
      await wait(RETRY_DELAY_MS * (1 + Math.random() / 2));
    }
  }
}
