import { expect, onTestFinished, test, vi } from "vitest";
import { MemoryStorage } from "../../testing/memory-storage.ts";

test("a cleared comparison is restored behind newer choices, never more than four", async () => {
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  const { clearCompared, toggleCompared } = await import("./compare-store.ts");
  for (const id of [1, 2, 3, 4]) toggleCompared(id);
  const restore = clearCompared();
  toggleCompared(5);
  toggleCompared(2);
  restore();
  expect(toggleCompared(6)).toBe(false);
  expect([5, 2, 1, 3].map((id) => toggleCompared(id))).toEqual([true, true, true, true]);
  expect(toggleCompared(4)).toBe(true); // It was left out, so this adds it.
  expect(clearCompared()).toBeTypeOf("function");
});
