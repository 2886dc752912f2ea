import { expect, test } from "vitest";
import type { BusListener } from "../events/bus.ts";
import type { ProductEvent } from "../events/events.ts";
import { WatcherCounts } from "./watcher-counts.ts";

/** Processes that receive each other's announcements. */
function openProcesses(count: number, clock: { nowMs: number }) {
  const listeners: BusListener[] = [];
  return Array.from({ length: count }, (_, index) => {
    const here = new Map<number, number>();
    const announce = (events: readonly ProductEvent[]) => {
      for (const [other, listener] of listeners.entries())
        for (const event of events) listener.onEvent(event, other === index);
    };
    const counts = new WatcherCounts(
      {
        announce,
        listen: (listener) => {
          listeners[index] = listener;
        },
      },
      {
        get unitsWatched() {
          return here.keys();
        },
        watchersOf: (inventoryId) => here.get(inventoryId) ?? 0,
      },
      () => clock.nowMs,
    );
    return { here, counts };
  });
}

test("watchers are counted across processes, and recounted when they leave", () => {
  const [one, two, three] = openProcesses(3, { nowMs: 0 });
  one?.here.set(7, 2);
  two?.here.set(7, 3).set(8, 1);
  three?.here.set(7, 5);
  for (const process of [one, two, three]) process?.counts.announce();
  expect([one, two, three].map((each) => each?.counts.of(7))).toEqual([10, 10, 10]);
  expect(one?.counts.of(8)).toBe(1);
  two?.here.clear();
  two?.counts.announce();
  expect([one?.counts.of(7), one?.counts.of(8), two?.counts.of(7)]).toEqual([7, 0, 7]);
});

test("the counts of a silent process expire", () => {
  const clock = { nowMs: 0 };
  const [one, two] = openProcesses(2, clock);
  one?.here.set(7, 2);
  two?.here.set(7, 3);
  two?.counts.announce();
  clock.nowMs = 9_000;
  expect(one?.counts.of(7)).toBe(5);
  clock.nowMs = 10_001;
  expect(one?.counts.of(7)).toBe(2);
  one?.counts.announce();
  expect(one?.counts.of(7)).toBe(2);
});
