import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";

/** The clock of a page that goes on by our word alone. */
export interface StoppedClock {
  /** Where it was stopped, in ms since the epoch. */
  readonly stoppedAtMs: number;
  /** How much of its time has passed since, in ms. */
  passedMs(): number;
  /** Lets time pass in steps, between which what is asked for can arrive. */
  pass(ms: number, stepMs?: number): Promise<void>;
  /** Lets time pass until something is so; at most two minutes of it. */
  passUntil(isSo: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>;
  /** Sets the time of day without letting any time pass, as somebody sets a device's clock. */
  set(ms: number): Promise<void>;
}

const MOST_MS = 120_000;

/** Stops the clock of a page that has not been opened yet. */
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
      const end = passed + MOST_MS;
      while (!(await isSo())) {
        if (passed >= end) throw new Error(`it was not so within ${MOST_MS} ms`);
        await step(stepMs);
      }
    },
    set: (ms) => page.clock.setSystemTime(ms),
  };
}
