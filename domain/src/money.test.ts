import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  centsToDollars,
  dollarsToCents,
  formatDollars,
  isWholeDollars,
  maxCents,
  shareOfCents,
} from "./money.ts";

const anyCents = fc.integer({ min: -maxCents, max: maxCents });

describe("dollarsToCents", () => {
  test.each([
    [0, 0],
    [-0, 0],
    [12_250, 12_250_00],
    [19.99, 1999],
    [0.1, 10],
    [0.29, 29],
    [1.15, 115],
    [-4.35, -435],
    [100_000_000_000, maxCents],
  ])("%d dollars are %d cents", (dollars, cents) => {
    expect(dollarsToCents(dollars)).toBe(cents);
  });

  test.each([1.005, 0.001, 19.999, Number.NaN, Infinity, -Infinity, 100_000_000_000.01, 1e300])(
    "refuses %d",
    (dollars) => {
      expect(() => dollarsToCents(dollars)).toThrow(RangeError);
    },
  );

  test("converts every amount back and forth without loss, also as JSON", () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        const wire: unknown = JSON.parse(JSON.stringify(centsToDollars(cents)));
        expect(dollarsToCents(Number(wire))).toBe(cents);
      }),
    );
  });
});

test.each([12.5, Number.NaN, maxCents + 1])("centsToDollars throws for %d", (cents) => {
  expect(() => centsToDollars(cents)).toThrow(RangeError);
  expect(() => formatDollars(cents)).toThrow(RangeError);
});

test.each([
  [100, true],
  [0, true],
  [150, false],
  [100.5, false],
  [Number.NaN, false],
])("isWholeDollars(%d) is %j", (cents, whole) => {
  expect(isWholeDollars(cents)).toBe(whole);
});

describe("formatDollars", () => {
  test.each([
    [0, "$0"],
    [5, "$0.05"],
    [50, "$0.50"],
    [999_00, "$999"],
    [1_000_00, "$1,000"],
    [12_250_00, "$12,250"],
    [12_250_50, "$12,250.50"],
    [1_234_567_01, "$1,234,567.01"],
    [-5_00, "-$5"],
    [-1_000_05, "-$1,000.05"],
  ])("%d cents print as %s", (cents, text) => {
    expect(formatDollars(cents)).toBe(text);
  });

  test("shows every digit of every amount", () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(dollarsToCents(Number(formatDollars(cents).replace(/[$,]/g, "")))).toBe(cents);
      }),
    );
  });
});

describe("shareOfCents", () => {
  test.each([
    [10_000_00, 1_000, 1_000_00],
    [1, 5_000, 1],
    [1, 4_999, 0],
    [0, 1_000, 0],
    [333, 1_000, 33],
    // 8.875 % of $11,000.
    [11_000_00, 887.5, 976_25],
    [1, 4_999.9, 0],
    [maxCents, 9_999, 9_999_000_000_000],
  ])("of %d cents at %d basis points is %d", (cents, basisPoints, share) => {
    expect(shareOfCents(cents, basisPoints)).toBe(share);
  });

  test.each([
    [-1, 100],
    [100, -1],
    [1.5, 100],
    [100, 0.05],
  ])("throws for %d cents and %d basis points", (cents, basisPoints) => {
    expect(() => shareOfCents(cents, basisPoints)).toThrow(RangeError);
  });

  test("two complementary shares are off by at most a cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: maxCents }),
        fc.integer({ min: 0, max: 10_000 }),
        (cents, bp) => {
          const sum = shareOfCents(cents, bp) + shareOfCents(cents, 10_000 - bp);
          expect(Math.abs(sum - cents)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
