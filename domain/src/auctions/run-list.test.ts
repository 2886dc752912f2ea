import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePlaces, lotLabel, numberLots, scheduleLots } from "./run-list.ts";

const plan = { firstCloseMs: 1_000_000, staggerSec: 30 };
const fresh = { closed: false, closesAtMs: null, extensions: 0 };

test("lots are ordered by number, then by suffix", () => {
  const places = ["12B", "2", "12", "12A", "101"].map((label) => ({
    lotNumber: Number.parseInt(label, 10),
    suffix: label.replace(/\d+/, ""),
  }));
  expect(places.toSorted(comparePlaces).map(lotLabel)).toEqual(["2", "12", "12A", "12B", "101"]);
});

describe("numbers", () => {
  test("new lot numbers continue after the highest", () => {
    const lots = [{ id: "a" }, { id: "b", lotNumber: 20 }, { id: "c" }];
    expect(numberLots(lots, 7)).toEqual([
      { id: "a", lotNumber: 21 },
      { id: "b", lotNumber: 20 },
      { id: "c", lotNumber: 22 },
    ]);
    expect(numberLots([{}, {}], 0)).toEqual([{ lotNumber: 1 }, { lotNumber: 2 }]);
  });

  test("run out after 9,999", () => {
    expect(numberLots([{}], 9_998)).toEqual([{ lotNumber: 9_999 }]);
    expect(numberLots([{}], 9_999)).toBeNull();
  });
});

describe("closes (D17)", () => {
  test("are a stagger apart, from the scheduled end", () => {
    expect(scheduleLots([fresh, fresh, fresh], plan).map((each) => each?.closesAtMs)).toEqual([
      1_000_000, 1_030_000, 1_060_000,
    ]);
  });

  test("of closed lots don't move, and keep their place", () => {
    const lots = [{ ...fresh, closed: true }, fresh];
    expect(scheduleLots(lots, plan)).toEqual([
      null,
      { scheduledMs: 1_030_000, closesAtMs: 1_030_000 },
    ]);
  });

  test("keep the time that soft close added, unless the schedule is later", () => {
    const extended = { closed: false, closesAtMs: 1_500_000, extensions: 1 };
    expect(scheduleLots([extended], plan)).toEqual([
      { scheduledMs: 1_000_000, closesAtMs: 1_500_000 },
    ]);
    expect(scheduleLots([extended], { ...plan, firstCloseMs: 2_000_000 })).toEqual([
      { scheduledMs: 2_000_000, closesAtMs: 2_000_000 },
    ]);
    expect(scheduleLots([{ ...extended, extensions: 0 }], plan)[0]?.closesAtMs).toBe(1_000_000);
  });

  test("of open lots are never before their scheduled time or an extension", () => {
    const lot = fc.record({
      closed: fc.boolean(),
      closesAtMs: fc.option(fc.nat(5_000_000), { nil: null }),
      extensions: fc.nat(2),
    });
    fc.assert(
      fc.property(
        fc.array(lot),
        fc.nat(3_000_000),
        fc.nat(600),
        (lots, firstCloseMs, staggerSec) => {
          const closes = scheduleLots(lots, { firstCloseMs, staggerSec });
          expect(closes).toHaveLength(lots.length);
          for (const [place, close] of closes.entries()) {
            const before = lots[place];
            expect(close === null).toBe(before?.closed);
            if (close === null || before === undefined) continue;
            expect(close.scheduledMs).toBe(firstCloseMs + place * staggerSec * 1000);
            expect(close.closesAtMs).toBeGreaterThanOrEqual(close.scheduledMs);
            if (before.extensions > 0 && before.closesAtMs !== null)
              expect(close.closesAtMs).toBeGreaterThanOrEqual(before.closesAtMs);
          }
        },
      ),
    );
  });
});
