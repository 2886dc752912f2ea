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
  const heard: string[] = [];
  stream.handlers.add(({ type, seq }) => heard.push(`${type} ${seq}`));
  return { stream, heard };
}

test("the state and what follows it are passed on, each row once", () => {
  const { stream, heard } = listen();
  for (const each of [state(3), message(4), message(4), message(3), message(5)])
    expect(stream.take(each)).toBe("taken");
  expect(heard).toEqual(["STATE 3", "BID 4", "BID 5"]);
});

test("the first time nothing is known; later it asks for what came after", () => {
  const { stream } = listen();
  expect(stream.ask()).toEqual({});
  stream.take(state(3));
  stream.take(message(4));
  expect(stream.ask()).toEqual({ "last-seq": "4" });
});

describe("rows that are missing", () => {
  test("are asked for, and what came after them waits", () => {
    const { stream, heard } = listen();
    stream.take(state(3));
    expect(stream.take(message(6))).toBe("gap");
    expect(stream.ask()).toEqual({ "last-seq": "3" });
    for (const seq of [4, 5, 6]) expect(stream.take(message(seq))).toBe("taken");
    expect(heard).toEqual(["STATE 3", "BID 4", "BID 5", "BID 6"]);
  });

  test("again, though they were asked for, are replaced by the state", () => {
    const { stream, heard } = listen();
    stream.take(state(3));
    expect(stream.take(message(6))).toBe("gap");
    expect(stream.take(message(7))).toBe("gap");
    expect(stream.ask()).toEqual({});
    expect(stream.take(state(9))).toBe("taken");
    expect(heard).toEqual(["STATE 3", "STATE 9"]);
  });
});

describe("a state", () => {
  test("of the row that is known already is passed on: its time may have moved", () => {
    const { stream, heard } = listen();
    stream.take(state(3));
    stream.take(state(3, { closesAt: "2026-11-21T21:00:00.000Z" }));
    expect(heard).toEqual(["STATE 3", "STATE 3"]);
  });

  test("that is older than what is known is left out", () => {
    const { stream, heard } = listen();
    stream.take(state(3));
    stream.take(state(2));
    expect(heard).toEqual(["STATE 3"]);
  });

  test("that says so begins again, also with a smaller number", () => {
    const { stream, heard } = listen();
    stream.take(state(300));
    stream.take(state(0, { resync: true }));
    stream.take(message(1));
    expect(heard).toEqual(["STATE 300", "STATE 0", "BID 1"]);
  });
});

test.for([
  ["another version", { ...message(4), v: 2 }],
  ["an unknown type", { ...message(4), type: "PAUSED" }],
  ["another lot", { ...message(4), inventoryId: 8 }],
  ["no message", "null"],
  ["nothing", null],
])("%s is left out without harm", ([, body]) => {
  const { stream, heard } = listen();
  stream.take(state(3));
  expect(stream.take(body)).toBe("taken");
  stream.take(message(4));
  expect(heard).toEqual(["STATE 3", "BID 4"]);
});
