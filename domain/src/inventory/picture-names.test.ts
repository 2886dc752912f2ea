import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inOrderOfNames, isSystemFile, PictureNames } from "./picture-names.ts";

const known = new PictureNames<string>();
for (const stock of ["GY-1001", "GY-1001-2", "T55"]) known.add(stock, [stock]);
known.add("C", ["XQ-1", "1FM5K8D88FGC65422", "FGC65422", "5", "lot 5"]);
known.add("D", ["XQ-12", "1FM5K8D88FGC65499", "FGC65499", "6", "lot 6"]);
known.add("E", ["twice"]);
known.add("F", ["twice"]);

describe("the unit that a path names", () => {
  test.each([
    ["GY-1001_1.jpg", "GY-1001"],
    ["GY-1001-front.png", "GY-1001"],
    ["gy-1001.JPG", "GY-1001"],
    ["GY-1001 (3).jpeg", "GY-1001"],
    ["GY-1001-2.jpg", "GY-1001-2"],
    ["GY-1001-2_b.jpg", "GY-1001-2"],
    ["GY-1001/01.jpg", "GY-1001"],
    ["all/GY-1001/inside/01.jpg", "GY-1001"],
    ["GY-1001/T55_2.jpg", "T55"],
    ["GY1001.jpg", "GY-1001"],
    ["gy1001/01.jpg", "GY-1001"],
    ["XQ1_3.jpg", "C"],
    // Picture 2 of XQ-1, or XQ-12?
    ["XQ1_2.jpg", null],
    ["1FM5K8D88FGC65422-1.jpg", "C"],
    ["1FM5K8D88FGC65422/IMG_0001.jpg", "C"],
    ["FGC65499.jpg", "D"],
    ["5_1.jpg", "C"],
    ["Lot 5/IMG_1.jpg", "C"],
    ["Lot-6 front.jpg", "D"],
    ["twice.jpg", null],
    ["GY-10011.jpg", null],
    ["T556.jpg", null],
    ["front.jpg", null],
    [".jpg", null],
  ])("%s: %s", (path, expected) => {
    expect(known.unitOf(path)).toBe(expected);
  });

  const stockNumber = fc.stringMatching(/^[A-Za-z0-9][\w-]{0,18}$/);
  test("is found whatever follows its name, if it's known", () => {
    fc.assert(
      fc.property(stockNumber, fc.integer({ min: 0, max: 999 }), (stock, n) => {
        const one = new PictureNames<number>();
        one.add(7, [stock]);
        expect(one.unitOf(`${stock}_${n}.jpg`)).toBe(7);
        expect(one.unitOf(`${stock}/${n}x.jpg`)).toBe(7);
      }),
    );
    fc.assert(fc.property(fc.string(), (path) => known.unitOf(path) !== undefined));
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
