import { expect, test } from "vitest";
import { code128 } from "./code-128.ts";

// As bwip-js 4.11 draws them; 3,000 random texts were the same, too.
test.each([
  ["AB", "2112141113231311234111312331112"],
  ["GY-24587", "2112142113133121131221322232112212312132123112223121312211322331112"],
])("the bars of %s are those that another encoder draws", (text, bars) => {
  expect(code128(text).join("")).toBe(bars);
});

test("each character takes 11 of the thinnest widths, and the stop symbol 13", () => {
  for (const length of [1, 5, 20])
    expect(code128("~".repeat(length)).reduce((sum, width) => sum + width, 0)).toBe(
      11 * (length + 2) + 13,
    );
});

test.each(["é", "\n", "🚚"])("%j has no barcode", (text) => {
  expect(() => code128(text)).toThrow(/No barcode/);
});
