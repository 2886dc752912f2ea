import { beforeEach, expect, test, vi } from "vitest";
import type * as ClockModule from "./clock.ts";

const AT_MS = Date.parse("2026-11-21T10:00:00.000Z");
const instant = (ms: number) => new Date(ms).toISOString();

let clock: typeof ClockModule;
beforeEach(async () => {
  vi.resetModules();
  clock = await import("./clock.ts");
});

test("uses the device's clock before the first response", () => {
  expect(clock.clockOffsetMs()).toBe(0);
});

test("assumes the server's time at the middle of the round trip", () => {
  clock.observeServerTime(instant(AT_MS + 5_050), AT_MS, AT_MS + 100);
  expect(clock.clockOffsetMs()).toBe(5_000);
  expect(Math.abs(clock.serverNow() - Date.now() - 5_000)).toBeLessThan(50);
});

test("the shortest round trip wins, in any order", () => {
  clock.observeServerTime(instant(AT_MS + 5_200), AT_MS, AT_MS + 400);
  clock.observeServerTime(instant(AT_MS + 4_010), AT_MS, AT_MS + 20);
  clock.observeServerTime(instant(AT_MS + 9_500), AT_MS, AT_MS + 1_000);
  expect(clock.clockOffsetMs()).toBe(4_000);
});

test("a later measurement replaces a stale one, even if it took longer", () => {
  clock.observeServerTime(instant(AT_MS + 4_010), AT_MS, AT_MS + 20);
  const later = AT_MS + 6 * 60_000;
  clock.observeServerTime(instant(later + 3_100), later, later + 200);
  expect(clock.clockOffsetMs()).toBe(3_000);
});

test("measures again after the device's clock was set back", () => {
  clock.observeServerTime(instant(AT_MS + 4_010), AT_MS, AT_MS + 20);
  const earlier = AT_MS - 60_000;
  clock.observeServerTime(instant(earlier + 64_100), earlier, earlier + 200);
  expect(clock.clockOffsetMs()).toBe(64_000);
});

test.for([
  ["a time that is none", "soon", AT_MS, AT_MS + 20],
  ["a clock that was set back meanwhile", instant(AT_MS), AT_MS, AT_MS - 20],
] as const)("%s tells nothing", ([, serverTime, sentAtMs, receivedAtMs]) => {
  clock.observeServerTime(serverTime, sentAtMs, receivedAtMs);
  expect(clock.clockOffsetMs()).toBe(0);
});
