import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RecurringWork } from "./recurring-work.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function counted(run: (nth: number) => Promise<number>, failures: unknown[] = []) {
  let runs = 0;
  const log = pino({ level: "silent" });
  log.error = (details: unknown) => {
    failures.push(details);
  };
  const work = new RecurringWork({
    failure: "failed",
    log,
    afterFailureMs: 500,
    run: () => run(++runs),
  });
  return { work, runs: () => runs };
}

test("runs again after the delay that each run returns", async () => {
  const { work, runs } = counted(async () => 1_000);
  work.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(runs()).toBe(1);
  await vi.advanceTimersByTimeAsync(998);
  expect(runs()).toBe(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(runs()).toBe(2);
  await work.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs()).toBe(2);
});

test("the earliest wake counts, and one during a run is not lost", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { work, runs } = counted(async (nth) => {
    if (nth === 1) await promise;
    return 60_000;
  });
  work.wake(5_000);
  work.wake(9_000);
  await vi.advanceTimersByTimeAsync(5_001);
  expect(runs()).toBe(1);
  work.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs()).toBe(1);
  resolve();
  await vi.advanceTimersByTimeAsync(2);
  expect(runs()).toBe(2);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(runs()).toBe(2);
});

test("a failed run is logged and retried", async () => {
  const failures: unknown[] = [];
  const { work, runs } = counted(async () => {
    throw new Error("away");
  }, failures);
  work.wake();
  await vi.advanceTimersByTimeAsync(510);
  expect(runs()).toBe(2);
  expect(failures).toHaveLength(2);
});

test("stopping waits for the current run", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = false;
  const { work } = counted(async () => {
    await promise;
    done = true;
    return 0;
  });
  work.wake();
  await vi.advanceTimersByTimeAsync(1);
  const stopped = work.stop();
  resolve();
  await stopped;
  expect(done).toBe(true);
});
