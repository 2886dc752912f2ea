import { expect, test } from "vitest";
import { matches } from "./matching.ts";

test.each([
  ["Cerrar sesión", "sesion", true],
  ["Settings: soft close", "soft sett", true],
  ["My bids", "  MY  ", true],
  ["My bids", "my bad", false],
  ["My bids", "", true],
])("%j has %j: %j", (text, typed, expected) => {
  expect(matches(text, typed)).toBe(expected);
});
