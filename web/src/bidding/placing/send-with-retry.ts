import { ApiError, unreachable } from "@gavelyard/client/call";

/** How long a bid without a response is retried while there is a network. */
const RETRY_FOR_MS = 10_000;
const RETRY_DELAY_MS = 500;
/** After this long, an attempt counts as unanswered: a dead connection would never say so. */
const ANSWER_WITHIN_MS = 8_000;
/** After this long without a network, the bidder decides whether the bid is sent again. */
const OFFLINE_FOR_MS = 60_000;

/** Returns whether no server responded, so that a retry with the same key can settle the result. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([0, 502, 503, 504].includes(error.status) || error.code === "in-progress");

/** Whether the bid may have been placed, whatever a later attempt returns. */
const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && (error.status !== 503 || error.code === "bid-unconfirmed");

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

const noAnswer = async (): Promise<never> => {
  await pause(ANSWER_WITHIN_MS);
  throw unreachable();
};

/**
 * Waits until the device has a network again, for a minute at most. Returns whether it had none and
 * has one now.
 */
function networkBack(): Promise<boolean> {
  if (navigator.onLine) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isBack: boolean) => {
      clearTimeout(timer);
      window.removeEventListener("online", back);
      resolve(isBack);
    };
    const back = () => end(true);
    const timer = setTimeout(() => end(false), OFFLINE_FOR_MS);
    window.addEventListener("online", back);
  });
}

/**
 * Sends a bid and retries it for ten seconds while no server responds, and again once the device
 * has a network. It keeps its idempotency key, so it is never placed twice: a retry only asks what
 * became of a bid that arrived. `earlier` is the error of an earlier submission of this bid, or
 * null.
 * @throws the last error; the first unconfirmed one if no attempt got an answer
 */
export async function sendWithRetry<T>(
  send: () => Promise<T>,
  earlier: unknown,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<T> {
  let sinceMs = performance.now();
  let unconfirmed = isUnanswered(earlier) && isUnconfirmed(earlier) ? earlier : null;
  for (;;) {
    try {
      return await Promise.race([send(), noAnswer()]);
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      if (isUnconfirmed(error)) unconfirmed ??= error;
      if (await networkBack()) sinceMs = performance.now();
      else if (performance.now() - sinceMs > RETRY_FOR_MS) throw unconfirmed ?? error;
      else await wait(RETRY_DELAY_MS * (1 + Math.random() / 2));
    }
  }
}
