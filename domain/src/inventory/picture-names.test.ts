import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrderOfNames, isSystemFile, stockNumberIn } from "./picture-names.ts";

const known = new Set(["gy-1001", "gy-1001-2", "t55"]);

describe("the stock number in a path", () => {
  test.each([
    ["GY-1001_1.jpg", "gy-1001"],
    ["GY-1001-front.png", "gy-1001"],
    ["gy-1001.JPG", "gy-1001"],
    ["GY-1001 (3).jpeg", "gy-1001"],
    ["GY-1001-2.jpg", "gy-1001-2"],
    ["GY-1001-2_b.jpg", "gy-1001-2"],
    ["GY-1001/01.jpg", "gy-1001"],
    ["all/GY-1001/inside/01.jpg", "gy-1001"],
    ["GY-1001/T55_2.jpg", "t55"],
    ["GY-10011.jpg", null],
    ["T556.jpg", null],
    ["front.jpg", null],
    [".jpg", null],
  ])("%s: %s", (path, expected) => {
    expect(stockNumberIn(path, known)).toBe(expected);
  });

  const stockNumber = fc.stringMatching(/^[A-Za-z0-9][\w-]{0,18}$/);
  test("is found whatever follows it, if it's known", () => {
    fc.assert(
      fc.property(stockNumber, fc.integer({ min: 0, max: 999 }), (stock, n) => {
        const one = new Set([stock.toLowerCase()]);
        expect(stockNumberIn(`${stock}_${n}.jpg`, one)).toBe(stock.toLowerCase());
        expect(stockNumberIn(`${stock}/${n}x.jpg`, one)).toBe(stock.toLowerCase());
      }),
    );
    fc.assert(
      fc.property(fc.string(), (path) => {
        const found = stockNumberIn(path, known);
        expect(found === null || known.has(found)).toBe(true);
      }),
    );
  });
});

test("pictures are in natural order", () => {
  expect(inOrderOfNames(["a/10.jpg", "a/2.jpg", "A/1.jpg"])).toEqual([
    "A/1.jpg",
    "a/2.jpg",
    "a/10.jpg",
  ]);
  expect(inOrderOfNames(["T1_2.jpg", "t1.png", "T1_1.jpg"])).toEqual([
    "t1.png",
    "T1_1.jpg",
    "T1_2.jpg",
  ]);
});

test("system files aren't pictures", () => {
  for (const path of ["__MACOSX/a/._1.jpg", "a/.DS_Store", "a/Thumbs.db", "a/"]) {
    expect(isSystemFile(path)).toBe(true);
  }
  expect(isSystemFile("a/1.jpg")).toBe(false);
});
