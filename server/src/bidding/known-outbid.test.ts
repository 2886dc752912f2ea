import { expect, test } from "vitest";
import { KnownOutbid } from "./known-outbid.ts";

test("who was noted moments ago on a lot is not noted again, and is later", () => {
  const known = new KnownOutbid();
  const outbid = [
    { lotId: 1, userId: 7 },
    { lotId: 2, userId: 7 },
  ];
  expect(known.unnoted(outbid, 50_000)).toEqual(outbid);
  known.learn(outbid.slice(0, 1), 50_000);
  expect(known.unnoted(outbid, 52_999)).toEqual(outbid.slice(1));
  expect(known.unnoted(outbid, 53_000)).toEqual(outbid);
  known.clear();
  expect(known.unnoted(outbid, 50_001)).toEqual(outbid);
});
