import type { LotMessage } from "@gavelyard/contract/realtime";
import { describe, expect, test } from "vitest";
import { LotStream } from "./lot-stream.ts";

const INVENTORY_ID = 7;

function message(seq: number, more: Partial<LotMessage> = {}): LotMessage {
  return {
    v: 1,
    type: "BID",
    seq,
    inventoryId: INVENTORY_ID,
    bidId: seq,
    amount: 1_000 + seq,
    bidderAlias: "Bidder 1",
    minNextBid: 1_100 + seq,
    bidCount: seq,
    reserveState: "NONE",
    closesAt: "2026-11-21T20:00:00.000Z",
    extended: false,
    status: "OPEN",
    serverTime: "2026-11-21T10:00:00.000Z",
    ...more,
  };
}
const state = (seq: number, more: Partial<LotMessage> = {}) =>
  message(seq, { type: "STATE", ...more });

function listen() {
  const stream = new LotStream(INVENTORY_ID);
  const received: string[] = [];
  stream.handlers.add(({ type, seq }) => received.push(`${type} ${seq}`));
  return { stream, received };
}

test("the state and later rows are passed on, each once", () => {
  const { stream, received } = listen();
  for (const each of [state(3), message(4), message(4), message(3), message(5)])
    expect(stream.take(each)).toBe("taken");
  expect(received).toEqual(["STATE 3", "BID 4", "BID 5"]);
});

test("the first subscription has no last-seq, later ones do", () => {
  const { stream } = listen();
  expect(stream.ask()).toEqual({});
  stream.take(state(3));
  stream.take(message(4));
  expect(stream.ask()).toEqual({ "last-seq": "4" });
});

describe("missing rows", () => {
  test("are requested, and later rows wait", () => {
    const { stream, received } = listen();
    stream.take(state(3));
    expect(stream.take(message(6))).toBe("gap");
    expect(stream.ask()).toEqual({ "last-seq": "3" });
    for (const seq of [4, 5, 6]) expect(stream.take(message(seq))).toBe("taken");
    expect(received).toEqual(["STATE 3", "BID 4", "BID 5", "BID 6"]);
  });

  test("that are still missing after a request are replaced by the state", () => {
    const { stream, received } = listen();
    stream.take(state(3));
    expect(stream.take(message(6))).toBe("gap");
    expect(stream.take(message(7))).toBe("gap");
    expect(stream.ask()).toEqual({});
    expect(stream.take(state(9))).toBe("taken");
    expect(received).toEqual(["STATE 3", "STATE 9"]);
  });
});

describe("a state", () => {
  test("of a known row is passed on, since its closing time may have changed", () => {
    const { stream, received } = listen();
    stream.take(state(3));
    stream.take(state(3, { closesAt: "2026-11-21T21:00:00.000Z" }));
    expect(received).toEqual(["STATE 3", "STATE 3"]);
  });

  test("that is older than the newest row is ignored", () => {
    const { stream, received } = listen();
    stream.take(state(3));
    stream.take(state(2));
    expect(received).toEqual(["STATE 3"]);
  });

  test("with resync restarts the numbering", () => {
    const { stream, received } = listen();
    stream.take(state(300));
    stream.take(state(0, { resync: true }));
    stream.take(message(1));
    expect(received).toEqual(["STATE 300", "STATE 0", "BID 1"]);
  });
});

test.for([
  ["another version", { ...message(4), v: 2 }],
  ["an unknown type", { ...message(4), type: "PAUSED" }],
  ["another lot", { ...message(4), inventoryId: 8 }],
  ["no message", "null"],
  ["nothing", null],
])("%s is ignored", ([, body]) => {
  const { stream, received } = listen();
  stream.take(state(3));
  expect(stream.take(body)).toBe("taken");
  stream.take(message(4));
  expect(received).toEqual(["STATE 3", "BID 4"]);
});
