import { expect, onTestFinished, test, vi } from "vitest";
import { ttlCache } from "./ttl-cache.ts";

test("callers share one read until it expires", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let readings = 0;
  const read = ttlCache(200, async () => ++readings);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  expect(await read()).toBe(1);
  vi.advanceTimersByTime(200);
  expect(await read()).toBe(2);
});

test("a failed read is retried by the next caller", async () => {
  let readings = 0;
  const read = ttlCache(60_000, async () => {
    readings += 1;
    if (readings === 1) throw new Error("away");
    return readings;
  });
  await expect(Promise.all([read(), read()])).rejects.toThrow("away");
  expect(await read()).toBe(2);
  expect(await read()).toBe(2);
});
