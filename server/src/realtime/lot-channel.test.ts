import type { LotMessage } from "@gavelyard/contract/realtime";
import fc from "fast-check";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defaultLimits } from "./limits.ts";
import { LotChannel, type Deliveries } from "./lot-channel.ts";
import { listener, type Listener } from "./testing/listener.ts";
import { MemoryLedger } from "./testing/memory-ledger.ts";
import { letPass } from "../testing/wait-for.ts";
import { runs } from "../testing/runs.ts";

const LOT = 1;
let ledger: MemoryLedger;
let deliveries: Deliveries;
let nowMs: number;
let channel: LotChannel;

beforeEach(() => {
  begin();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(): void {
  ledger = new MemoryLedger();
  ledger.open(LOT);
  deliveries = { delivered: 0, conflated: 0 };
  nowMs = 0;
  channel = newChannel();
}

const newChannel = () =>
  new LotChannel(LOT, { source: ledger, limits: defaultLimits, deliveries, now: () => nowMs });

const seqs = ({ received }: Listener) => received.map(({ seq }) => seq);
const types = ({ received }: Listener) => received.map(({ type }) => type);
const publish = (amount: number) => channel.publish(ledger.bid(LOT, amount));
const settled = () => letPass(12, "a batch is sent after a few milliseconds");

describe("a new subscriber", () => {
  test("gets the state first, then each row", async () => {
    publish(1_000);
    const one = listener();
    expect(await channel.join(one.subscriber, null)).toBe("joined");
    publish(1_100);
    publish(1_200);
    await settled();
    expect(types(one)).toEqual(["STATE", "BID", "BID"]);
    expect(seqs(one)).toEqual([1, 2, 3]);
    expect(one.received[0]).not.toHaveProperty("resync");
  });

  test("gets messages published while the state is read, each once", async () => {
    const one = listener();
    let released = () => {};
    ledger.beforeRead = () => new Promise((resolve) => (released = resolve));
    const joining = channel.join(one.subscriber, null);
    await turn();
    publish(1_000);
    publish(1_100);
    ledger.beforeRead = async () => {};
    released();
    await joining;
    publish(1_200);
    await settled();
    expect(seqs(one)).toEqual([2, 3]);
  });

  test("gets what it missed after its last row", async () => {
    for (const amount of [1_000, 1_100, 1_200]) publish(amount);
    const one = listener();
    await channel.join(one.subscriber, 1);
    publish(1_300);
    await settled();
    expect(seqs(one)).toEqual([2, 3, 4]);
    expect(types(one)).toEqual(["BID", "BID", "BID"]);
  });

  test("that missed nothing gets the state, without resync", async () => {
    publish(1_000);
    const one = listener();
    await channel.join(one.subscriber, 1);
    expect(one.received).toMatchObject([{ type: "STATE", seq: 1 }]);
    expect(one.received[0]?.resync).toBeUndefined();
  });

  test.for([
    ["missed more rows than are replayed", 0],
    ["claims a row that doesn't exist", 999],
  ] as const)("that %s gets the state with resync", async ([, lastSeq]) => {
    for (let amount = 1; amount <= 201; amount += 1) publish(amount * 100);
    const one = listener();
    await channel.join(one.subscriber, lastSeq);
    expect(one.received).toMatchObject([{ type: "STATE", seq: 201, resync: true }]);
  });

  test("that missed as many rows as are replayed gets them all", async () => {
    for (let amount = 1; amount <= 201; amount += 1) publish(amount * 100);
    const one = listener();
    await channel.join(one.subscriber, 1);
    expect(seqs(one)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
  });

  test("of a lot that doesn't exist is refused", async () => {
    const empty = new LotChannel(9, {
      source: ledger,
      limits: defaultLimits,
      deliveries,
      now: () => 0,
    });
    expect(await empty.join(listener().subscriber, null)).toBe("unknown");
    expect(empty.isEmpty).toBe(true);
  });

  test("that leaves while the ledger is read gets nothing", async () => {
    const one = listener();
    const joining = channel.join(one.subscriber, null);
    channel.leave(one.subscriber);
    expect(await joining).toBe("gone");
    expect(one.received).toEqual([]);
    expect(channel.isEmpty).toBe(true);
  });

  test("is rejected and removed when the ledger can't be read", async () => {
    ledger.beforeRead = () => Promise.reject(new Error("away"));
    await expect(channel.join(listener().subscriber, null)).rejects.toThrow("away");
    expect(channel.isEmpty).toBe(true);
  });
});

test("subscribers that arrive together share reads", async () => {
  publish(1_000);
  const crowd = Array.from({ length: 500 }, (_, index) => listener(`sub-${index % 3}`));
  await Promise.all(crowd.map(({ subscriber }) => channel.join(subscriber, null)));
  expect(ledger.reads).toBeLessThanOrEqual(2);
  publish(1_100);
  await settled();
  for (const one of crowd) expect(seqs(one)).toEqual([1, 2]);
});

test("subscribers that return are served from memory", async () => {
  await channel.join(listener().subscriber, null);
  for (const amount of [1_000, 1_100, 1_200]) publish(amount);
  const reads = ledger.reads;
  const crowd = Array.from({ length: 50 }, (_, index) => listener(`sub-${index}`));
  await Promise.all(crowd.map(({ subscriber }, index) => channel.join(subscriber, index % 3)));
  expect(ledger.reads).toBe(reads);
  await settled();
  for (const [index, one] of crowd.entries()) expect(seqs(one)).toEqual([1, 2, 3].slice(index % 3));
});

describe("rows", () => {
  test("that arrive twice or late are sent once, in order", async () => {
    const one = listener();
    await channel.join(one.subscriber, null);
    const [first, second, third] = [1_000, 1_100, 1_200].map((amount) => ledger.bid(LOT, amount));
    for (const row of [second, first, first, third, second]) if (row) channel.publish(row);
    await settled();
    expect(seqs(one)).toEqual([0, 1, 2, 3]);
  });

  test("that were never published are read before what follows", async () => {
    const one = listener();
    await channel.join(one.subscriber, null);
    ledger.bid(LOT, 1_000);
    ledger.bid(LOT, 1_100);
    publish(1_200);
    await settled();
    expect(seqs(one)).toEqual([0, 1, 2, 3]);
  });

  test("that couldn't be read are retried on the next tick", async () => {
    const one = listener();
    await channel.join(one.subscriber, null);
    ledger.bid(LOT, 1_000);
    ledger.beforeRead = () => Promise.reject(new Error("away"));
    publish(1_100);
    await settled();
    expect(seqs(one)).toEqual([0]);
    ledger.beforeRead = async () => {};
    channel.tend(nowMs);
    await settled();
    expect(seqs(one)).toEqual([0, 1, 2]);
  });

  test("of another process are read once it announces them", async () => {
    const one = listener();
    await channel.join(one.subscriber, null);
    ledger.bid(LOT, 1_000);
    await channel.catchUpTo(ledger.bid(LOT, 1_100).seq);
    await settled();
    expect(seqs(one)).toEqual([0, 1, 2]);
  });

  test("within a few milliseconds are sent as a batch, the first at once", async () => {
    const one = listener();
    await channel.join(one.subscriber, null);
    vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
    publish(1_000);
    await turn();
    expect(seqs(one)).toEqual([0, 1]);
    publish(1_100);
    await turn();
    publish(1_200);
    vi.advanceTimersByTime(4);
    expect(seqs(one)).toEqual([0, 1]);
    vi.advanceTimersByTime(1);
    await turn();
    expect(seqs(one)).toEqual([0, 1, 2, 3]);
  });
});

describe("changes without a row", () => {
  test("a rescheduled lot is sent as a state", async () => {
    publish(1_000);
    const one = listener();
    await channel.join(one.subscriber, null);
    await channel.refresh();
    expect(one.received).toHaveLength(1);
    ledger.reschedule(LOT, "2026-11-22T20:00:00.000Z");
    await channel.refresh();
    expect(one.received.slice(1)).toMatchObject([
      { type: "STATE", seq: 1, closesAt: "2026-11-22T20:00:00.000Z" },
    ]);
    await channel.refresh();
    expect(one.received).toHaveLength(2);
  });

  test("a new lot of the same unit restarts the numbering", async () => {
    const one = listener();
    await channel.join(one.subscriber, null);
    for (const amount of [1_000, 1_100]) publish(amount);
    await settled();
    ledger.open(LOT);
    await channel.refresh();
    publish(500);
    await settled();
    expect(one.received.slice(3)).toMatchObject([
      { type: "STATE", seq: 0, resync: true },
      { type: "BID", seq: 1, amount: 500 },
    ]);
  });
});

describe("a slow subscriber", () => {
  test("gets the newest state once it reads again; others don't wait", async () => {
    const [slow, quick] = [listener(), listener()];
    for (const { subscriber } of [slow, quick]) await channel.join(subscriber, null);
    slow.bufferedBytes = defaultLimits.conflateBytes + 1;
    for (const amount of [1_000, 1_100, 1_200]) publish(amount);
    await settled();
    channel.tend((nowMs = 1_000));
    expect(seqs(slow)).toEqual([0]);
    expect(seqs(quick)).toEqual([0, 1, 2, 3]);
    expect(deliveries.conflated).toBe(1);

    slow.bufferedBytes = 100;
    channel.tend((nowMs = 2_000));
    await settled();
    publish(1_300);
    await settled();
    expect(slow.received.slice(1)).toMatchObject([
      { type: "STATE", seq: 3, resync: true },
      { type: "BID", seq: 4 },
    ]);
    expect(slow.isCut).toBe(false);
  });

  test.for([
    ["too far behind", defaultLimits.cutBytes + 1, 500],
    ["behind for too long", defaultLimits.conflateBytes + 1, 10_001],
  ] as const)("that is %s is disconnected", async ([, bytes, atMs]) => {
    const slow = listener();
    await channel.join(slow.subscriber, null);
    slow.bufferedBytes = bytes;
    publish(1_000);
    await settled();
    expect(slow.isCut).toBe(false);
    channel.tend((nowMs = atMs));
    expect(slow.isCut).toBe(true);
    expect(seqs(slow)).toEqual([0]);
  });
});

type Step =
  | { readonly do: "bid" | "lose" | "repeat" | "wait" | "refresh" }
  | { readonly do: "join"; readonly lastSeq: number | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("bid", "bid", "bid", "lose", "repeat", "wait", "refresh") }),
  fc.record({ do: fc.constant("join"), lastSeq: fc.option(fc.nat(12)) }),
);

test("whatever is lost, repeated or slow, everyone gets each row once and in order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.infiniteStream(fc.nat(3)),
      async (steps, delays) => {
        begin();
        ledger.beforeRead = async () => {
          for (let turns = delays.next().value ?? 0; turns > 0; turns -= 1) await turn();
        };
        const all: { readonly one: Listener; readonly lastSeq: number | null }[] = [];
        const joins: Promise<unknown>[] = [];
        let newest: LotMessage | null = null;
        for (const each of steps) {
          if (each.do === "bid") channel.publish((newest = ledger.bid(LOT, 1_000)));
          if (each.do === "lose") newest = ledger.bid(LOT, 1_000);
          if (each.do === "repeat" && newest !== null) channel.publish(newest);
          if (each.do === "wait") await turn();
          if (each.do === "refresh") joins.push(channel.refresh());
          if (each.do === "join") {
            const one = listener(`sub-${all.length % 2}`);
            all.push({ one, lastSeq: each.lastSeq });
            joins.push(channel.join(one.subscriber, each.lastSeq));
          }
        }
        await Promise.all(joins);
        const last = ledger.bid(LOT, 1_000);
        channel.publish(last);
        await settled();
        for (const { one, lastSeq } of all) {
          const received = seqs(one);
          const first = one.received[0];
          // Either the state, or the row right after `last-seq`.
          expect(first?.type === "STATE" || first?.seq === (lastSeq ?? 0) + 1).toBe(true);
          const from = received[0] ?? 0;
          expect(received).toEqual(
            Array.from({ length: last.seq - from + 1 }, (_, index) => from + index),
          );
        }
      },
    ),
    { numRuns: runs(150) },
  );
});
