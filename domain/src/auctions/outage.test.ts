import fc from "fast-check";
import { expect, test } from "vitest";
import { AFTER_OUTAGE_MS, closeAfterOutage, OUTAGE_MS } from "./outage.ts";

test.each([
  ["during an outage", 15_000, 10_000, 20_000, 55_000],
  ["when an outage begins", 10_000, 10_000, 20_000, 50_000],
  ["when an outage ends", 20_000, 10_000, 20_000, 60_000],
  ["before it", 9_999, 10_000, 20_000, 9_999],
  ["after it", 20_001, 10_000, 20_000, 20_001],
  ["in an outage of exactly 3 s", 11_000, 10_000, 13_000, 44_000],
  ["in an outage that is too short", 11_000, 10_000, 12_999, 11_000],
])("a lot that closes %s", (_when, closesAtMs, fromMs, toMs, after) => {
  expect(closeAfterOutage(closesAtMs, fromMs, toMs)).toBe(after);
});

test("a lot gets the time it had left when the outage began, and 30 s more", () => {
  const outage = fc.tuple(fc.nat(), fc.integer({ min: OUTAGE_MS, max: 1e9 }));
  fc.assert(
    fc.property(outage, fc.double({ min: 0, max: 1, noNaN: true }), ([fromMs, lengthMs], part) => {
      const leftMs = Math.floor(lengthMs * part);
      const toMs = fromMs + lengthMs;
      expect(closeAfterOutage(fromMs + leftMs, fromMs, toMs) - toMs).toBe(leftMs + AFTER_OUTAGE_MS);
    }),
  );
});
