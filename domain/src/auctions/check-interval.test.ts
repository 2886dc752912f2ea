import { expect, test } from "vitest";
import { statusCheckIntervalMs } from "./check-interval.ts";

const nowMs = 10_000_000;
const startingIn = (ms: number) => [{ startMs: nowMs + ms, endMs: nowMs + ms + 86_400_000 }];
const endingIn = (ms: number) => [{ startMs: nowMs - 86_400_000, endMs: nowMs + ms }];

test.each([
  [0, 5_000],
  [1, 5_000],
  [30_000, 5_000],
  [30_001, 15_000],
  [120_000, 15_000],
  [120_001, 60_000],
  [600_000, 60_000],
  [600_001, 300_000],
  [86_400_000, 300_000],
])("%d ms before the next start or end, it checks every %d ms", (ms, intervalMs) => {
  expect(statusCheckIntervalMs(nowMs, startingIn(ms))).toBe(intervalMs);
  expect(statusCheckIntervalMs(nowMs, endingIn(ms))).toBe(intervalMs);
});

test("it checks every 5 min with nothing ahead, and after 60 s without data", () => {
  expect(statusCheckIntervalMs(nowMs, null)).toBe(60_000);
  expect(statusCheckIntervalMs(nowMs, [])).toBe(300_000);
  expect(statusCheckIntervalMs(nowMs, endingIn(-1))).toBe(300_000);
  expect(statusCheckIntervalMs(nowMs, [{ startMs: null, endMs: null }])).toBe(300_000);
  expect(statusCheckIntervalMs(nowMs, [{ startMs: Number.NaN, endMs: Number.NaN }])).toBe(300_000);
});

test("the next start or end of all auctions counts; past ones don't", () => {
  const auctions = [...startingIn(500_000), ...endingIn(100_000), ...endingIn(-5)];
  expect(statusCheckIntervalMs(nowMs, auctions)).toBe(15_000);
  expect(statusCheckIntervalMs(nowMs, auctions.toReversed())).toBe(15_000);
});
