import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AdaptiveCache } from "./adaptive-cache.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A computation that takes `ms` and counts its runs. */
function computing(ms: number) {
  let times = 0;
  return {
    compute: async () => {
      times++;
      vi.advanceTimersByTime(ms);
      return times;
    },
    times: () => times,
  };
}

describe("answers by their cost", () => {
  it("are computed again if cheap", async () => {
    const costly = new AdaptiveCache<number>();
    const cheap = computing(0);
    expect([await costly.get("a", cheap.compute), await costly.get("a", cheap.compute)]).toEqual([
      1, 2,
    ]);
  });

  it("are computed once for all waiting callers, and reused for a while if expensive", async () => {
    const costly = new AdaptiveCache<number>();
    const dear = computing(30);
    const all = await Promise.all(Array.from({ length: 20 }, () => costly.get("a", dear.compute)));
    expect(new Set(all)).toEqual(new Set([1]));
    expect(await costly.get("a", dear.compute)).toBe(1);
    expect(await costly.get("b", dear.compute)).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(await costly.get("a", dear.compute)).toBe(3);
  });

  it("never include a failure", async () => {
    const costly = new AdaptiveCache<number>();
    const failing = async () => {
      vi.advanceTimersByTime(20);
      throw new Error("away");
    };
    await expect(costly.get("a", failing)).rejects.toThrow("away");
    expect(await costly.get("a", async () => 7)).toBe(7);
  });

  it("are dropped, oldest first, when there are many", async () => {
    const costly = new AdaptiveCache<number>();
    const dear = computing(15);
    await Promise.all(
      Array.from({ length: 250 }, (_, key) => costly.get(String(key), dear.compute)),
    );
    const before = dear.times();
    await costly.get("249", dear.compute);
    expect(dear.times()).toBe(before);
    await costly.get("0", dear.compute);
    expect(dear.times()).toBe(before + 1);
  });
});
