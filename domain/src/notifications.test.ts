import { expect, test } from "vitest";
import {
  decidePush,
  isOptional,
  type NotificationKind,
  type PushVerdict,
} from "./notifications.ts";

test.each<[what: string, NotificationKind, quietUntilMs: number | null, good: number, PushVerdict]>(
  [
    ["anything outside quiet hours is sent", "OUTBID", null, 200, "send"],
    ["what is no longer good is dropped", "WON", null, 100, "drop"],
    ["a bid's push does not wait out quiet hours", "OUTBID", 150, 200, "drop"],
    ["nor does a close's", "ENDING_SOON", 150, 200, "drop"],
    ["a win does", "WON", 150, 200, { atMs: 150 }],
    ["new answers do, before the close", "NEW_ANSWERS", 150, 200, { atMs: 150 }],
    ["an offer that ends first does not", "OFFER", 250, 200, "drop"],
    ["nor one that ends with them", "OFFER", 200, 200, "drop"],
  ],
)("%s", (_, kind, quietUntilMs, goodUntilMs, verdict) => {
  expect(decidePush(kind, { nowMs: 100, goodUntilMs, quietUntilMs })).toEqual(verdict);
});

test("emails that must arrive cannot be turned off", () => {
  expect(isOptional("OUTBID", "email")).toBe(true);
  expect(isOptional("WON", "email")).toBe(false);
  expect(isOptional("WON", "push")).toBe(true);
  expect(isOptional("CODE", "email")).toBe(false);
  expect(isOptional("constructor", "email")).toBe(false);
});
