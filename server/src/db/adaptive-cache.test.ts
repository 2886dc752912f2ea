import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AdaptiveCache } from "./adaptive-cache.ts";

/** A computation that takes `ms` and counts its runs. */
function computing(ms: number) {
  let times = 0;
  return {
    compute: async () => {
      times++;
      if (ms > 0) await sleep(ms);
      return times;
    },
    times: () => times,
  };
}

describe("answers by their cost", () => {
  it("are computed again when they are cheap", async () => {
    const costly = new AdaptiveCache<number>();
    const cheap = computing(0);
    expect([await costly.get("a", cheap.compute), await costly.get("a", cheap.compute)]).toEqual([
      1, 2,
    ]);
  });

  it("are computed once for all who wait, and reused for a while when they are dear", async () => {
    const costly = new AdaptiveCache<number>();
    const dear = computing(30);
    const all = await Promise.all(Array.from({ length: 20 }, () => costly.get("a", dear.compute)));
    expect(new Set(all)).toEqual(new Set([1]));
    expect(await costly.get("a", dear.compute)).toBe(1);
    expect(await costly.get("b", dear.compute)).toBe(2);
    await sleep(1_000);
    expect(await costly.get("a", dear.compute)).toBe(3);
  });

  it("never keep a failure", async () => {
    const costly = new AdaptiveCache<number>();
    const failing = async () => {
      await sleep(20);
      throw new Error("away");
    };
    await expect(costly.get("a", failing)).rejects.toThrow("away");
    expect(await costly.get("a", async () => 7)).toBe(7);
  });

  it("are forgotten, the oldest first, when there are many", async () => {
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
