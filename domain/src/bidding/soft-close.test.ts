import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultSoftClose, extendedClose } from "./soft-close.ts";

const closesAtMs = 1_000_000;
const lot = { ...defaultSoftClose, closesAtMs, extensions: 0 };

describe("extendedClose (D21)", () => {
  test.each([
    ["a millisecond before the window", 120_001, null],
    ["at the start of the window, where the close wouldn't move", 120_000, null],
    ["just inside the window", 119_999, closesAtMs + 1],
    ["a minute before the close", 60_000, closesAtMs + 60_000],
    ["at the close itself", 0, closesAtMs + 120_000],
    ["after the close", -1, null],
  ])("%s", (_, beforeCloseMs, movedTo) => {
    const close = extendedClose({ ...lot, bidAtMs: closesAtMs - beforeCloseMs });
    expect(close).toEqual({
      closesAtMs: movedTo ?? closesAtMs,
      extensions: movedTo === null ? 0 : 1,
      extended: movedTo !== null,
    });
  });

  test("includes the start of a window shorter than the extension", () => {
    const short = { ...lot, windowSec: 60 };
    expect(extendedClose({ ...short, bidAtMs: closesAtMs - 60_000 }).closesAtMs).toBe(
      closesAtMs + 60_000,
    );
    expect(extendedClose({ ...short, bidAtMs: closesAtMs - 60_001 }).extended).toBe(false);
  });

  test("never moves the close to an earlier time", () => {
    const close = extendedClose({ ...lot, extendSec: 30, bidAtMs: closesAtMs - 60_000 });
    expect(close).toEqual({ closesAtMs, extensions: 0, extended: false });
  });

  test("stops at the maximum number of extensions", () => {
    const capped = { ...lot, maxExtensions: 2, bidAtMs: closesAtMs };
    expect(extendedClose({ ...capped, extensions: 1 })).toMatchObject({
      extended: true,
      extensions: 2,
    });
    expect(extendedClose({ ...capped, extensions: 2 })).toMatchObject({
      extended: false,
      extensions: 2,
    });
  });

  test("a window of 0 turns it off", () => {
    expect(extendedClose({ ...lot, windowSec: 0, bidAtMs: closesAtMs }).extended).toBe(false);
  });

  test("after any bid in the window, at least the extension is left, up to the maximum", () => {
    const seconds = fc.integer({ min: 1, max: 1_800 });
    fc.assert(
      fc.property(
        seconds,
        fc.integer({ min: 0, max: 4_000_000 }),
        fc.option(fc.integer({ min: 0, max: 3 })),
        fc.integer({ min: 0, max: 3 }),
        (windowSec, bidAtMs, maxExtensions, extensions) => {
          const before = { closesAtMs: 3_000_000, extensions, windowSec, maxExtensions };
          const after = extendedClose({ ...before, extendSec: windowSec, bidAtMs });
          expect(after.closesAtMs).toBeGreaterThanOrEqual(before.closesAtMs);
          expect(after.extensions - extensions).toBe(after.extended ? 1 : 0);
          expect(after.extended).toBe(after.closesAtMs !== before.closesAtMs);
          const capped = maxExtensions !== null && extensions >= maxExtensions;
          if (capped) expect(after.extended).toBe(false);
          else if (bidAtMs <= before.closesAtMs) {
            expect(after.closesAtMs - bidAtMs).toBeGreaterThanOrEqual(windowSec * 1000);
          }
        },
      ),
    );
  });
});
