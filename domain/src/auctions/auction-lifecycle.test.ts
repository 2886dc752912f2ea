import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  auctionActs,
  auctionLifecycles,
  auctionTerms,
  decideStatus,
  isFrozen,
  isRecordField,
  lockedField,
  lifecycleAfter,
  shortestAuctionMs,
  timesProblem,
  type StatusFacts,
} from "./auction-lifecycle.ts";

const minute = 60_000;
const now = 1_000 * minute;

test("allows these transitions and no others", () => {
  const moves = auctionLifecycles.flatMap((from) =>
    auctionActs.flatMap((act) => {
      const to = lifecycleAfter(from, act);
      return to === null ? [] : [`${from} ${act} ${to}`];
    }),
  );
  expect(moves).toEqual([
    "DRAFT PUBLISH PUBLISHED",
    "DRAFT CANCEL CANCELLED",
    "PUBLISHED CANCEL CANCELLED",
    "PUBLISHED SETTLE SETTLED",
  ]);
  expect(auctionLifecycles.filter(isFrozen)).toEqual(["CANCELLED", "SETTLED"]);
});

describe("times", () => {
  test.each([
    ["a draft without any", null, null, "DRAFT", null],
    ["a draft in the past", 0, 10 * minute, "DRAFT", null],
    ["a draft that is too short", 0, 4 * minute, "DRAFT", "TOO_SHORT"],
    ["no start", null, now + minute, "PUBLISHED", "MISSING"],
    ["no end", now, null, "PUBLISHED", "MISSING"],
    ["an end in the past", now - 60 * minute, now, "PUBLISHED", "IN_THE_PAST"],
    ["an end before the start", now + 10 * minute, now + 5 * minute, "PUBLISHED", "TOO_SHORT"],
    ["five minutes", now, now + 5 * minute, "PUBLISHED", null],
    ["a start in the past", now - minute, now + 5 * minute, "PUBLISHED", null],
  ] as const)("%s", (_, startMs, endMs, lifecycle, code) => {
    expect(timesProblem({ startMs, endMs }, lifecycle, now)?.code ?? null).toBe(code);
  });
});

describe("PATCH status (D16)", () => {
  const live: StatusFacts = {
    lifecycle: "PUBLISHED",
    startMs: now - 60 * minute,
    endMs: now + 60 * minute,
    lastCloseMs: now + 70 * minute,
    openLots: 3,
    closedLots: 0,
    hasBids: false,
  };
  const upcoming: StatusFacts = { ...live, startMs: now + 30 * minute };
  const over: StatusFacts = { ...live, endMs: now - 9, lastCloseMs: now - 1, openLots: 0 };

  test.each<
    [string, Partial<StatusFacts>, Parameters<typeof decideStatus>[1], number | string | null]
  >([
    ["LIVE starts an upcoming auction now", upcoming, { status: "LIVE" }, now],
    ["LIVE doesn't change a live auction", live, { status: "LIVE" }, null],
    ["LIVE publishes a draft", { ...upcoming, lifecycle: "DRAFT" }, { status: "LIVE" }, now],
    [
      "LIVE requires an end",
      { ...upcoming, lifecycle: "DRAFT", endMs: null },
      { status: "LIVE" },
      "NO_END",
    ],
    [
      "LIVE accepts an end",
      { ...upcoming, endMs: null, lastCloseMs: null },
      { status: "LIVE", endMs: now + 9 * minute },
      now,
    ],
    [
      "LIVE requires at least five minutes",
      { ...upcoming, endMs: now + minute },
      { status: "LIVE" },
      "TOO_SHORT",
    ],
    [
      "LIVE doesn't reopen closed lots",
      { ...over, closedLots: 3 },
      { status: "LIVE" },
      "ALL_LOTS_CLOSED",
    ],
    [
      "LIVE requires an end in the future",
      { ...over, lastCloseMs: null },
      { status: "LIVE" },
      "END_NOT_AHEAD",
    ],
    ["EXPIRED ends a live auction", { hasBids: true }, { status: "EXPIRED" }, live.startMs],
    [
      "EXPIRED doesn't change an ended auction",
      { ...over, closedLots: 3 },
      { status: "EXPIRED" },
      null,
    ],
    [
      "EXPIRED ends an auction whose lots are due to close",
      { ...over, openLots: 1 },
      { status: "EXPIRED" },
      live.startMs,
    ],
    ["EXPIRED requires a start", upcoming, { status: "EXPIRED" }, "NOT_STARTED"],
    ["EXPIRED is refused for drafts", { lifecycle: "DRAFT" }, { status: "EXPIRED" }, "DRAFT"],
    [
      "UPCOMING postpones a live auction",
      live,
      { status: "UPCOMING", startMs: now + minute },
      now + minute,
    ],
    ["UPCOMING requires a start in the future", live, { status: "UPCOMING" }, "START_NOT_AHEAD"],
    [
      "UPCOMING requires a start after now",
      live,
      { status: "UPCOMING", startMs: now },
      "START_NOT_AHEAD",
    ],
    [
      "UPCOMING is refused once there are bids",
      { hasBids: true },
      { status: "UPCOMING", startMs: now + 1 },
      "HAS_BIDS",
    ],
    [
      "UPCOMING doesn't reopen closed lots",
      { closedLots: 1 },
      { status: "UPCOMING", startMs: now + 1 },
      "ALL_LOTS_CLOSED",
    ],
    [
      "UPCOMING requires at least five minutes",
      live,
      { status: "UPCOMING", startMs: now + 58 * minute },
      "TOO_SHORT",
    ],
    ["UPCOMING doesn't change an upcoming auction", upcoming, { status: "UPCOMING" }, null],
    [
      "UPCOMING publishes a draft",
      { ...upcoming, lifecycle: "DRAFT" },
      { status: "UPCOMING" },
      upcoming.startMs,
    ],
    ["a settled auction can't change", { lifecycle: "SETTLED" }, { status: "EXPIRED" }, "FROZEN"],
    ["a deleted auction can't change", { lifecycle: "CANCELLED" }, { status: "LIVE" }, "FROZEN"],
  ])("%s", (_, change, wanted, expected) => {
    const verdict = decideStatus({ ...live, ...change }, wanted, now);
    expect(verdict.accepted ? verdict.startMs : verdict.refusal).toBe(expected);
  });

  test("an accepted change results in the requested status and at least five minutes from the start", () => {
    const times = fc.option(fc.integer({ min: now - 90 * minute, max: now + 90 * minute }), {
      nil: null,
    });
    const facts = fc.record({
      lifecycle: fc.constantFrom(...auctionLifecycles),
      startMs: times,
      endMs: times,
      lastCloseMs: times,
      openLots: fc.nat(2),
      closedLots: fc.nat(2),
      hasBids: fc.boolean(),
    });
    const status = fc.constantFrom("LIVE", "UPCOMING", "EXPIRED");
    fc.assert(
      fc.property(facts, status, times, times, (given, wanted, startMs, endMs) => {
        const verdict = decideStatus(
          given,
          { status: wanted, startMs: startMs ?? undefined, endMs: endMs ?? undefined },
          now,
        );
        if (!verdict.accepted || verdict.startMs === null) return;
        if (wanted === "LIVE") expect(verdict.startMs).toBe(now);
        if (wanted === "UPCOMING") expect(verdict.startMs).toBeGreaterThan(now);
        if (wanted === "EXPIRED") expect(verdict.endMs).toBe(now);
        else expect(verdict.endMs - verdict.startMs).toBeGreaterThanOrEqual(shortestAuctionMs);
        expect(verdict.startMs).toBeLessThan(verdict.endMs);
      }),
    );
  });
});

describe("fields that a published auction can't change", () => {
  const fresh = { hasRecord: false, hasBids: false };
  const begun = { hasRecord: true, hasBids: false };
  const bidOn = { hasRecord: true, hasBids: true };
  // A lot older than lot records: it has bids and no record.
  const unrecorded = { hasRecord: false, hasBids: true };

  test.each([
    [fresh, ["increments", "startTime", "fees"], null],
    [fresh, ["startTime", "lots"], { field: "lots", by: "RUN_LIST" }],
    [begun, ["startTime", "fees", "staggerSec"], null],
    [begun, ["fees", "maxExtensions"], { field: "maxExtensions", by: "RECORD" }],
    [bidOn, [], null],
    [bidOn, ["fees", "increments"], { field: "increments", by: "RECORD" }],
    [bidOn, ["timeZone"], { field: "timeZone", by: "BIDS" }],
    [bidOn, ["startTime"], { field: "startTime", by: "BIDS" }],
    [bidOn, ["fees"], { field: "fees", by: "BIDS" }],
    [bidOn, ["staggerSec"], { field: "staggerSec", by: "BIDS" }],
    [unrecorded, ["softCloseWindowSec"], { field: "softCloseWindowSec", by: "BIDS" }],
  ] as const)("with %j, of a change of %j: %j", (auction, fields, kept) => {
    expect(lockedField(auction, { fields, clearsTimes: false })).toEqual(kept);
  });

  test("its times can't be cleared", () => {
    expect(lockedField(fresh, { fields: ["startTime"], clearsTimes: true })).toEqual({
      field: "startTime",
      by: "TIMES",
    });
  });

  test("four terms are in its lots' records", () => {
    expect(auctionTerms.filter(isRecordField)).toEqual([
      "increments",
      "softCloseWindowSec",
      "softCloseExtendSec",
      "maxExtensions",
    ]);
  });
});
