import { expect, test } from "vitest";
import {
  decidePush,
  isOptional,
  type NotificationKind,
  type PushVerdict,
} from "./notifications.ts";

test.each<[what: string, NotificationKind, quietUntilMs: number | null, good: number, PushVerdict]>(
  [
    ["is sent outside quiet hours", "OUTBID", null, 200, "send"],
    ["is dropped once outdated", "WON", null, 100, "drop"],
    ["a push about a bid doesn't wait", "OUTBID", 150, 200, "drop"],
    ["nor does one about a close", "ENDING_SOON", 150, 200, "drop"],
    ["a win waits", "WON", 150, 200, { atMs: 150 }],
    ["new answers wait, until the close", "NEW_ANSWERS", 150, 200, { atMs: 150 }],
    ["an offer that expires first is dropped", "OFFER", 250, 200, "drop"],
    ["also one that expires when quiet hours end", "OFFER", 200, 200, "drop"],
  ],
)("%s", (_, kind, quietUntilMs, goodUntilMs, verdict) => {
  expect(decidePush(kind, { nowMs: 100, goodUntilMs, quietUntilMs })).toEqual(verdict);
});

test("required emails can't be turned off", () => {
  expect(isOptional("OUTBID", "email")).toBe(true);
  expect(isOptional("WON", "email")).toBe(false);
  expect(isOptional("WON", "push")).toBe(true);
  expect(isOptional("CODE", "email")).toBe(false);
  expect(isOptional("constructor", "email")).toBe(false);
});
