import fc from "fast-check";
import { expect, test } from "vitest";
import { KnownClock } from "./known-clock.ts";

test("the clock is counted on from when it was heard, for a second", () => {
  let steadyMs = 50;
  const clock = new KnownClock(() => steadyMs);
  expect(clock.nowMs).toBeNull();
  clock.hear(1_000);
  steadyMs = 50.9;
  expect(clock.nowMs).toBe(1_000);
  steadyMs = 1_050;
  expect(clock.nowMs).toBe(2_000);
  steadyMs = 1_051;
  expect(clock.nowMs).toBeNull();
  clock.hear(5_000);
  expect(clock.nowMs).toBe(5_000);
  clock.forget();
  expect(clock.nowMs).toBeNull();
});

test("it is never ahead of the clock that was heard late, and never goes back", () => {
  const heard = fc.record({
    passed: fc.double({ min: 0, max: 400, noNaN: true }),
    late: fc.double({ min: 0, max: 30, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(heard), (answers) => {
      let steadyMs = 0;
      let told = 0;
      const clock = new KnownClock(() => steadyMs);
      for (const { passed, late } of answers) {
        steadyMs += passed + late;
        clock.hear(Math.floor(1_000_000 + steadyMs - late));
        const nowMs = clock.nowMs ?? Number.NaN;
        expect(nowMs).toBeLessThanOrEqual(1_000_000 + steadyMs);
        expect(nowMs).toBeGreaterThanOrEqual(told);
        told = nowMs;
      }
    }),
  );
});
