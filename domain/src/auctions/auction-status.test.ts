import fc from "fast-check";
import { expect, test } from "vitest";
import { auctionStatusAt } from "./auction-status.ts";

test.each([
  [999, 1000, 2000, "UPCOMING"],
  [1000, 1000, 2000, "LIVE"],
  [1500, 1000, 2000, "LIVE"],
  [2000, 1000, 2000, "LIVE"],
  [2001, 1000, 2000, "EXPIRED"],
  [1500, null, 2000, "UNKNOWN"],
  [1500, 1000, null, "UNKNOWN"],
  [1500, null, null, "UNKNOWN"],
  [1500, Number.NaN, 2000, "UNKNOWN"],
  [1500, 1000, Number.NaN, "UNKNOWN"],
])("at %d, from %j to %j, an auction is %s (D16)", (nowMs, startMs, endMs, status) => {
  expect(auctionStatusAt(nowMs, { startMs, endMs })).toBe(status);
});

test("the status only moves forward with time", () => {
  const order = ["UPCOMING", "LIVE", "EXPIRED"];
  const moment = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(moment, moment, moment, moment, (startMs, lastsMs, nowMs, laterMs) => {
      const auction = { startMs, endMs: startMs + lastsMs };
      const now = order.indexOf(auctionStatusAt(nowMs, auction));
      const later = order.indexOf(auctionStatusAt(nowMs + laterMs, auction));
      expect(now).toBeGreaterThanOrEqual(0);
      expect(later).toBeGreaterThanOrEqual(now);
    }),
  );
});
