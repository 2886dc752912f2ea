import { setTimeout as sleep } from "node:timers/promises";

/**
 * Polls `find` until it returns a value, for hooks and helpers; a test's own waits are
 * `expect.poll`.
 *
 * @throws Error after a minute
 */
export async function waitFor<T>(
  find: () => T | undefined | Promise<T | undefined>,
  what: string,
  withinMs = 60_000,
): Promise<T> {
  for (const deadline = performance.now() + withinMs; performance.now() < deadline;) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error(`no sign of ${what}`);
}

/**
 * Lets time pass where time is what a test is about; `why` says how. It never waits for work: use
 * `expect.poll` or `waitFor`.
 */
export async function letPass(ms: number, why: string): Promise<void> {
  if (why === "") throw new Error("say why time must pass");
  await sleep(ms);
}
