import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test.each([
  [0, "0 lots"],
  [1, "1 lot"],
  [2, "2 lots"],
  [1_200, "1,200 lots"],
])("%i reads %s", (many, text) => {
  expect(counted(many, "lot")).toBe(text);
});
