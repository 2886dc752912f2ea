import type { Page } from "playwright";
import { letPass } from "../server/src/testing/wait-for.ts";

/** A page's clock that advances only when told to. */
export interface StoppedClock {
  /** In ms since the epoch. */
  readonly stoppedAtMs: number;
  /** Ms since it was stopped. */
  passedMs(): number;
  /** Advances the clock in steps of `stepMs`, letting responses arrive in between. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Advances the clock until a condition is true, at most two minutes. */
  passUntil(isDone: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>;
  /** Sets the time of day without advancing timers, like setting a device's clock. */
  set(ms: number): Promise<void>;
}

const MAX_MS = 120_000;

/** Call it before the page opens. */
export async function stopClock(page: Page): Promise<StoppedClock> {
  const stoppedAtMs = Date.now() + 1_000;
  await page.clock.install();
  await page.clock.pauseAt(stoppedAtMs);
  let passed = 0;
  const step = async (ms: number) => {
    passed += ms;
    await page.clock.runFor(ms);
    await letPass(15, "responses arrive while the page's clock stands still");
  };
  return {
    stoppedAtMs,
    passedMs: () => passed,
    async pass(ms, stepMs = 500) {
      const end = passed + ms;
      while (passed < end) await step(Math.min(stepMs, end - passed));
    },
    async passUntil(isDone, stepMs = 50) {
      const end = passed + MAX_MS;
      while (!(await isDone())) {
        if (passed >= end) throw new Error(`the condition was not met within ${MAX_MS} ms`);
        await step(stepMs);
      }
    },
    set: (ms) => page.clock.setSystemTime(ms),
  };
}
