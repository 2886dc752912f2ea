import { ApiError } from "./client.ts";

/** Asked again this often at most, so that nobody waits for good. */
const AGAIN_AT_MOST = 3;
/** A server that wants to be left alone for longer is told of on screen instead. */
const LONGEST_WAIT_SEC = 10;

/**
 * Reads, and reads again after the time that a busy server asks for; a little later for each, so
 * that all who were sent away do not come back at once.
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
      if (again === AGAIN_AT_MOST || afterSec === null || afterSec > LONGEST_WAIT_SEC) throw error;
      await sleep(afterSec * 1_000 * (1 + Math.random() / 2));
    }
  }
}
