import { ApiError } from "./call.ts";

/** Maximum retries, so that nobody waits forever. */
const MAX_RETRIES = 3;
/** With a longer delay than this, the screen shows that the server is busy instead. */
const LONGEST_WAIT_SEC = 10;

/**
 * Runs a read and retries it after the delay that a busy server asks for, plus jitter so that the
 * rejected clients don't all return at once.
 */
export async function retryLater<T>(
  read: () => Promise<T>,
  sleep: (ms: number) => Promise<unknown> = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
): Promise<T> {
  for (let again = 0; ; again += 1) {
    try {
      return await read();
    } catch (error) {
      const afterSec = error instanceof ApiError ? error.retryAfterSec : null;
      if (again === MAX_RETRIES || afterSec === null || afterSec > LONGEST_WAIT_SEC) throw error;
      await sleep(afterSec * 1_000 * (1 + Math.random() / 2));
    }
  }
}
