import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";

/** A page's clock that advances only when told to. */
export interface StoppedClock {
  /** Time at which it was stopped, in ms since the epoch. */
  readonly stoppedAtMs: number;
  /** Returns the ms that have passed on it since. */
  passedMs(): number;
  /** Advances the clock in steps of `stepMs`, and lets responses arrive in between. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Advances the clock until a condition holds, at most two minutes. */
  passUntil(isSo: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>;
  /** Sets the time of day without advancing timers, as when someone sets a device's clock. */
  set(ms: number): Promise<void>;
}

const MAX_MS = 120_000;

/** Stops a page's clock. Call it before the page opens. */
export async function stopClock(page: Page): Promise<StoppedClock> {
  const stoppedAtMs = Date.now() + 1_000;
  await page.clock.install();
  await page.clock.pauseAt(stoppedAtMs);
  let passed = 0;
  const step = async (ms: number) => {
    passed += ms;
    await page.clock.runFor(ms);
    await sleep(15);
  };
  return {
    stoppedAtMs,
    passedMs: () => passed,
    async pass(ms, stepMs = 500) {
      const end = passed + ms;
      while (passed < end) await step(Math.min(stepMs, end - passed));
    },
    async passUntil(isSo, stepMs = 50) {
      const end = passed + MAX_MS;
      while (!(await isSo())) {
        if (passed >= end) throw new Error(`it was not so within ${MAX_MS} ms`);
        await step(stepMs);
      }
    },
    set: (ms) => page.clock.setSystemTime(ms),
  };
}
