import type { PricesMessage } from "@gavelyard/contract/realtime";
import { setImmediate as turn } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { defaultLimits } from "./limits.ts";
import type { Deliveries } from "./lot-channel.ts";
import { PriceChannel } from "./price-channel.ts";
import { listener, type Listener } from "./testing/listener.ts";
import { MemoryLedger } from "./testing/memory-ledger.ts";

const START = Date.parse("2026-11-28T12:00:00.000Z");
let ledger: MemoryLedger;
let deliveries: Deliveries;
let channel: PriceChannel;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "Date"], now: START });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  ledger = new MemoryLedger();
  deliveries = { delivered: 0, conflated: 0 };
  channel = new PriceChannel({
    source: ledger,
    limits: defaultLimits,
    deliveries,
    now: () => Date.now(),
  });
});

/** Lets time pass, and reads of the ledger end. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await turn();
}

function bid(inventoryId: number, amount: number): void {
  ledger.bid(inventoryId, amount);
  channel.note(inventoryId);
}

const join = async () => {
  const one = listener<PricesMessage>();
  channel.join(one.subscriber);
  await pass(0);
  return one;
};

const prices = ({ received }: Listener<PricesMessage>) =>
  received.map(({ lots }) => lots.map(({ inventoryId, price }) => [inventoryId, price]));

test("changes of a quarter of a second are one message, with each lot once", async () => {
  const one = await join();
  bid(1, 1_000);
  await pass(0);
  bid(1, 1_100);
  bid(2, 500);
  bid(1, 1_200);
  await pass(249);
  expect(prices(one)).toEqual([[], [[1, 1_000]]]);
  await pass(1);
  expect(prices(one).at(-1)).toEqual([
    [1, 1_200],
    [2, 500],
  ]);
  await pass(10_000);
  expect(one.received).toHaveLength(3);
  expect(one.received.slice(1).every(({ since }) => since === undefined)).toBe(true);
});

test("however many subscribe, a message is read once", async () => {
  const all = await Promise.all(Array.from({ length: 50 }, join));
  const reads = ledger.reads;
  bid(1, 1_000);
  await pass(250);
  expect(ledger.reads).toBe(reads + 1);
  expect(all.map((one) => prices(one).at(-1))).toEqual(all.map(() => [[1, 1_000]]));
});

test("nothing is read while nobody subscribes", async () => {
  bid(1, 1_000);
  channel.noteAll();
  await pass(10_000);
  expect(ledger.reads).toBe(0);
});

test("a new subscriber gets what changed in the last minute, and since when that is all", async () => {
  bid(1, 1_000);
  await pass(40_000);
  bid(2, 2_000);
  const early = await join();
  expect(early.received[0]).toMatchObject({ since: new Date(START).toISOString() });
  expect(prices(early)).toEqual([
    [
      [1, 1_000],
      [2, 2_000],
    ],
  ]);
  await pass(30_000);
  const late = await join();
  expect(prices(late)).toEqual([[[2, 2_000]]]);
  expect(late.received[0]).toMatchObject({ since: new Date(START).toISOString() });
});

test("of many recent changes, a new subscriber gets the newest", async () => {
  for (let inventoryId = 1; inventoryId <= 150; inventoryId += 1) {
    bid(inventoryId, 1_000);
    await pass(10);
  }
  const one = await join();
  expect(one.received[0]?.lots.map(({ inventoryId }) => inventoryId)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 51),
  );
  expect(one.received[0]?.since).toBe(new Date(START + 490).toISOString());
});

test("after a reschedule, what was read before it must be read again", async () => {
  bid(1, 1_000);
  const one = await join();
  await pass(5_000);
  channel.noteAll();
  await pass(0);
  expect(one.received[1]).toMatchObject({ lots: [], since: new Date(START + 5_000).toISOString() });
  const late = await join();
  expect(late.received).toMatchObject([{ lots: [], since: new Date(START + 5_000).toISOString() }]);
});

test("changes are sent once the database is back", async () => {
  const one = await join();
  ledger.beforeRead = async () => {
    throw new Error("away");
  };
  bid(1, 1_000);
  await pass(1_000);
  const late = await join();
  expect(one.received).toHaveLength(1);
  ledger.beforeRead = async () => {};
  bid(2, 2_000);
  await pass(250);
  expect(prices(one).at(-1)).toEqual([
    [1, 1_000],
    [2, 2_000],
  ]);
  channel.tend();
  await pass(0);
  expect(prices(late).at(-1)).toEqual([
    [1, 1_000],
    [2, 2_000],
  ]);
});

test("a slow subscriber gets the newest state once it has caught up", async () => {
  const [slow, other] = [await join(), await join()];
  slow.bufferedBytes = defaultLimits.conflateBytes + 1;
  bid(1, 1_000);
  await pass(250);
  bid(1, 1_100);
  await pass(250);
  channel.tend();
  await pass(0);
  expect(prices(slow)).toEqual([[]]);
  expect(prices(other)).toHaveLength(3);
  slow.bufferedBytes = 0;
  channel.tend();
  await pass(0);
  expect(prices(slow)).toEqual([[], [[1, 1_100]]]);
  bid(1, 1_200);
  await pass(250);
  expect(prices(slow).at(-1)).toEqual([[1, 1_200]]);
});

test("who has left gets nothing more", async () => {
  const one = await join();
  const waiting = listener<PricesMessage>();
  channel.join(waiting.subscriber);
  for (const { subscriber } of [one, waiting]) channel.leave(subscriber);
  bid(1, 1_000);
  await pass(1_000);
  expect([one.received.length, waiting.received.length]).toEqual([1, 0]);
});
