import { expect, test } from "vitest";
import { clockChangeHint } from "./clock-change.ts";

test.each([
  ["2027-03-14T02:30", "Clocks skip this time that day. We use Mar 14, 2027, 3:30 AM EDT."],
  [
    "2027-11-07T01:30",
    "Clocks show this time twice that day. We use the first, Nov 7, 2027, 1:30 AM EDT.",
  ],
  ["2027-03-14T03:30", undefined],
  ["", undefined],
])("%j in New York: %j", (wallTime, hint) => {
  expect(clockChangeHint(wallTime, "America/New_York")).toBe(hint);
});
