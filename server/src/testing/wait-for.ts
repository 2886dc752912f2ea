import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls `find` until it returns a value, for hooks and helpers; a test's own waits are
 * `expect.poll`.
 *
 * @throws Error after a minute
 */
export async function waitFor<T>(find: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error(`no sign of ${what}`);
}
