import { expect, test } from "vitest";
import { safeReturn, withReturn } from "./return-to.ts";

test.each([
  "/truck/5",
  "/truck/5#questions",
  "/vehicles?manufacturer=Mack,Volvo&q=day%20cab",
  "/es/auctions/3",
])("%s can be returned to, through an address", (path) => {
  const address = new URL(withReturn("/register", path), "https://gavelyard.example");
  expect(address.pathname).toBe("/register");
  expect(safeReturn(address.searchParams.get("from"))).toBe(path);
});

test.each([
  null,
  undefined,
  7,
  "",
  "/",
  "truck/5",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "/truck/5\n",
  "/truck/5 6",
  "/truck\\5",
])("%j can't be returned to", (from) => {
  expect(safeReturn(from)).toBe(null);
});
