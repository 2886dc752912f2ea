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
function openLine(): AdmissionQueue {
  const line = new AdmissionQueue(
    { atOnce: 1, burstMs: 1_000, standingMs: 500 },
    () => true,
    () => line.startNext(),
  );
  return line;
}

/** Results of a crowd, each with its ms. */
function comeAtOnce(line: AdmissionQueue, count: number) {
  const fates: { served: boolean; ms: number }[] = [];
  const came = performance.now();
  for (let one = 0; one < count; one += 1) {
    unawaited(line.enter().then((served) => fates.push({ served, ms: performance.now() - came })));
  }
  return fates;
}

async function endTurns(line: AdmissionQueue, count: number, eachMs: number): Promise<void> {
  for (let slot = 0; slot < count; slot += 1) {
    await vi.advanceTimersByTimeAsync(eachMs);
    line.leave();
  }
}

test("who would come too late is told as soon as slots are seen to take longer", async () => {
  const line = openLine();
  const fates = comeAtOnce(line, 21);
  await endTurns(line, 10, 150);
  const sentAway = fates.filter(({ served }) => !served);
  expect(sentAway.length).toBeGreaterThan(2);
  expect(Math.max(...sentAway.map(({ ms }) => ms))).toBeLessThan(2_000);
  // The others get their slots in time.
  while (line.figures().running > 0) await endTurns(line, 1, 150);
  const served = fates.filter((fate) => fate.served);
  expect(served.length).toBeGreaterThan(9);
  expect(Math.max(...served.map(({ ms }) => ms))).toBeLessThan(2_000);
  expect(line.figures()).toEqual({ running: 0, waiting: 0, refused: 21 - served.length });
});

test("who comes with a crowd that can be served in time is served", async () => {
  const line = openLine();
  const fates = comeAtOnce(line, 10);
  await endTurns(line, 10, 150);
  expect(fates).toHaveLength(10);
  expect(fates.every(({ served }) => served)).toBe(true);
});
