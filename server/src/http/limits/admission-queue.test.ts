import { unawaited } from "@gavelyard/domain/unawaited";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AdmissionQueue } from "./admission-queue.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** One slot, for which calls may wait a second, or two at most. */
function openQueue(): AdmissionQueue {
  const queue = new AdmissionQueue(
    { slots: 1, burstMs: 1_000, standingMs: 500 },
    () => true,
    () => queue.startNext(),
  );
  return queue;
}

/** Results of a crowd, each with its ms. */
function enterAtOnce(queue: AdmissionQueue, count: number) {
  const outcomes: { served: boolean; ms: number }[] = [];
  const enteredMs = performance.now();
  for (let one = 0; one < count; one += 1) {
    unawaited(
      queue.enter().then((served) => outcomes.push({ served, ms: performance.now() - enteredMs })),
    );
  }
  return outcomes;
}

async function endSlots(queue: AdmissionQueue, count: number, eachMs: number): Promise<void> {
  for (let slot = 0; slot < count; slot += 1) {
    await vi.advanceTimersByTimeAsync(eachMs);
    queue.leave();
  }
}

test("calls that would wait too long are rejected as soon as slots take longer", async () => {
  const queue = openQueue();
  const outcomes = enterAtOnce(queue, 21);
  await endSlots(queue, 10, 150);
  const rejected = outcomes.filter(({ served }) => !served);
  expect(rejected.length).toBeGreaterThan(2);
  expect(Math.max(...rejected.map(({ ms }) => ms))).toBeLessThan(2_000);
  // The others get their slots in time.
  while (queue.figures().running > 0) await endSlots(queue, 1, 150);
  const served = outcomes.filter((outcome) => outcome.served);
  expect(served.length).toBeGreaterThan(9);
  expect(Math.max(...served.map(({ ms }) => ms))).toBeLessThan(2_000);
  expect(queue.figures()).toEqual({ running: 0, waiting: 0, refused: 21 - served.length });
});

test("calls of a crowd that can be served in time are served", async () => {
  const queue = openQueue();
  const outcomes = enterAtOnce(queue, 10);
  await endSlots(queue, 10, 150);
  expect(outcomes).toHaveLength(10);
  expect(outcomes.every(({ served }) => served)).toBe(true);
});
