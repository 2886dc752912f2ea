import { expect, test } from "vitest";
import { userSearchOf } from "./api.ts";

test.each([
  ["", {}],
  ["42", { userId: "42" }],
  ["#8065550100", { userId: "8065550100" }],
  ["(806) 555-0100", { phoneNumber: "(806) 555-0100" }],
  ["8065550100", { phoneNumber: "8065550100" }],
  ["ada@", { q: "ada@" }],
  ["Ruth Al", { q: "Ruth Al" }],
])("%j looks for %j", (text, search) => {
  expect(userSearchOf(text)).toEqual(search);
});
