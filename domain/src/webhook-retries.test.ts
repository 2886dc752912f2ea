import fc from "fast-check";
import { expect, test } from "vitest";
import { nextAttemptMs, WEBHOOK_RETRY_MS } from "./webhook-retries.ts";

test("a delivery is tried ten times within 24 hours, at growing intervals", () => {
  const minutes: number[] = [];
  for (let nowMs: number | null = 0, attempts = 1; nowMs !== null; attempts++) {
    minutes.push(nowMs / 60_000);
    nowMs = nextAttemptMs({ attempts, startedAtMs: 0 }, nowMs);
  }
  expect(minutes).toEqual([0, 1, 6, 21, 51, 111, 231, 471, 951, 1_431]);
});

test("the next attempt is always in the future and never after 24 hours", () => {
  const facts = fc.record({ attempts: fc.nat(100), startedAtMs: fc.nat(1_000_000_000) });
  fc.assert(
    fc.property(facts, fc.nat(2 * WEBHOOK_RETRY_MS), (delivery, laterMs) => {
      const nowMs = delivery.startedAtMs + laterMs;
      const next = nextAttemptMs(delivery, nowMs);
      if (next === null) return;
      expect(next).toBeGreaterThan(nowMs);
      expect(next - delivery.startedAtMs).toBeLessThanOrEqual(WEBHOOK_RETRY_MS);
    }),
  );
});
