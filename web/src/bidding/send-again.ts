import { ApiError } from "@gavelyard/client/call";

/** How long a bid without a response is retried. */
const AGAIN_FOR_MS = 10_000;
const AGAIN_AFTER_MS = 500;

/** Returns whether no server responded, so that a retry with the same key can settle the result. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Whether the bid may be placed all the same, whatever a later attempt is told. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && (error.status !== 503 || error.code === "bid-unconfirmed");

/**
 * Sends a bid and retries it for ten seconds while no server responds. It keeps its idempotency
 * key, so it is never placed twice. `onAgain` is called before each retry. `earlier` is the error
 * of the last time that this bid was sent, or null.
 * @throws the last error; the first unconfirmed one if no attempt got an answer
 */
export async function sendAgain<T>(
  send: () => Promise<T>,
  onAgain: () => void,
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
      if (performance.now() - sinceMs > AGAIN_FOR_MS) throw unconfirmed ?? error;
      onAgain();
      await wait(AGAIN_AFTER_MS * (1 + Math.random() / 2));
    }
  }
}
