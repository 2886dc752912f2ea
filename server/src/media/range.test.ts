import { expect, test } from "vitest";
import { rangeOf } from "./range.ts";

test.each([
  [undefined, null],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-5", { start: 95, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=999999999999999-", "unsatisfiable"],
  ["bytes=20-10", null],
  ["bytes=-", null],
  ["bytes=0-1,5-6", null],
  ["bytes=9999999999999999999-", null],
  ["items=0-1", null],
  ["bytes=a-b", null],
])("%s of 100 bytes", (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});
