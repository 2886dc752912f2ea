import type { HistoryRow } from "@gavelyard/contract/bidding/bidding";
import type { LotMessage } from "@gavelyard/contract/realtime";
import { expect, test } from "vitest";
import { withRow, withRowsSince } from "./history-rows.ts";

const at = "2026-11-28T12:00:00.000Z";

const message = (seq: number, more: Partial<LotMessage> = {}): LotMessage => ({
  v: 1,
  type: "BID",
  kind: "BID",
  placedAt: at,
  seq,
  inventoryId: 7,
  bidId: 100 + seq,
  amount: 1_000 + seq,
  bidderAlias: "Bidder 1",
  leaderAlias: "Bidder 1",
  minNextBid: 2_000,
  bidCount: seq,
  reserveState: "NONE",
  closesAt: at,
  extended: false,
  status: "OPEN",
  serverTime: at,
  ...more,
});

const rowsOf = (...messages: readonly LotMessage[]) =>
  messages.reduce<readonly HistoryRow[]>((rows, each) => withRow(rows, each, null)?.rows ?? [], []);

test("a message adds its row on top, once", () => {
  const rows = rowsOf(message(1), message(2, { bidderAlias: "Bidder 2" }));
  expect(rows).toMatchObject([
    { seq: 2, id: 102, bidderAlias: "Bidder 2", amount: 1_002, placedAt: at, retracted: false },
    { seq: 1, id: 101, bidderAlias: "Bidder 1", amount: 1_001, mine: false },
  ]);
  expect(withRow(rows, message(2), null)).toEqual({ rows, isComplete: true });
});

test("rows of the reader's alias are the reader's", () => {
  const mine = (ownAlias: string | null, more: Partial<LotMessage> = {}) =>
    withRow([], message(1, more), ownAlias)?.rows[0]?.mine;
  expect(mine("Bidder 1")).toBe(true);
  expect(mine("Bidder 2")).toBe(false);
  expect(mine(null)).toBe(false);
  expect(mine(null, { kind: "EXTENSION", bidderAlias: null })).toBe(false);
});

test("missing rows are noticed, and so are those that a state covers", () => {
  const rows = rowsOf(message(1));
  expect(withRow(rows, message(3), null)).toMatchObject({ isComplete: false });
  const { kind: _kind, placedAt: _placedAt, ...state } = message(3, { type: "STATE" });
  expect(withRow(rows, state, null)).toBe(null);
  expect(withRow(rows, { ...state, seq: 1 }, null)).toMatchObject({ isComplete: true });
});

test.each(["RETRACTION", "VOID"] as const)("a %s strikes the bid that it undoes", (kind) => {
  const rows = rowsOf(message(1), message(2), message(3, { kind, undoesSeq: 1 }));
  expect(rows.map(({ seq, retracted }) => [seq, retracted])).toEqual([
    [3, false],
    [2, false],
    [1, true],
  ]);
});

test("a LAPSE strikes all bids of its bidder and no others", () => {
  const rows = rowsOf(
    message(1),
    message(2, { bidderAlias: "Bidder 2" }),
    message(3, { kind: "PROXY" }),
    message(4, { kind: "RAISE" }),
    message(5, { kind: "LAPSE" }),
  );
  expect(rows.filter(({ retracted }) => retracted).map(({ seq }) => seq)).toEqual([4, 1]);
});

test("a response keeps the rows that arrived since it was requested", () => {
  const requestedAt = rowsOf(message(1), message(2));
  const now = rowsOf(message(1), message(2), message(3), message(4));
  const response = rowsOf(message(1), message(2), message(3));
  expect(withRowsSince(response, requestedAt, now).map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
  // The unit has a new lot, with none of these rows.
  expect(withRowsSince([], now, now)).toEqual([]);
});
