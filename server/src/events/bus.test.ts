import type { Pool } from "pg";
import { expect, test } from "vitest";
import { follow, seqs } from "../testing/followers.ts";
import { openMarketplace } from "../testing/marketplace.ts";
import { act } from "./act.ts";
import { chooseCarrier, type Carrier } from "./carrier.ts";
import type { ProductEvent } from "./events.ts";
import type { BusHandlers } from "./line.ts";

test("a lost message is read from the ledger when the next one arrives", async () => {
  const ears = new Set<BusHandlers>();
  let swallowing = false;
  const leaky = async (): Promise<Carrier> => ({
    name: "a leaky line",
    open: async (ear) => {
      ears.add(ear);
      return {
        publish: async (text) => {
          if (!swallowing) for (const each of ears) each.onText(text);
        },
        close: async () => {
          ears.delete(ear);
        },
      };
    },
  });
  const market = await openMarketplace(undefined, { carrier: leaky });
  const other = await openMarketplace(market.database, { carrier: leaky });
  const inventoryId = await market.lot();
  const far = await follow(other, inventoryId);
  const [who, rival] = [await market.bidder(), await market.bidder()];
  await market.bid(who, inventoryId, 1_000);
  await expect.poll(() => seqs(far)).toEqual([1]);
  swallowing = true;
  await market.bid(rival, inventoryId, 2_000);
  await market.bid(who, inventoryId, 3_000);
  swallowing = false;
  await market.bid(rival, inventoryId, 4_000);
  await expect.poll(() => seqs(far)).toEqual([1, 2, 3, 4]);
  await other.close();
  await market.close();
});

test("processes start without their carrier, and the database replaces it", async () => {
  const carrier = (pool: Pool) => chooseCarrier("redis://127.0.0.1:1", pool);
  const market = await openMarketplace(undefined, { carrier });
  const other = await openMarketplace(market.database, { carrier });
  const inventoryId = await market.lot();
  const far = await follow(other, inventoryId);
  await market.bid(await market.bidder(), inventoryId, 1_000);
  await expect.poll(() => seqs(far)).toEqual([1]);
  const ready = await fetch(`${other.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: "ready", without: ["carrier of events"] },
  ]);
  await other.close();
  await market.close();
});

test("thousands can be notified at once", async () => {
  const market = await openMarketplace();
  const other = await openMarketplace(market.database);
  const told: number[] = [];
  other.context.bus.listen({
    onEvent: (event) => {
      if (event.type === "users-told") told.push(...event.userIds);
    },
    onGap: () => {},
  });
  const userIds = Array.from({ length: 5_000 }, (_, index) => 1_000_000 + index);
  const at = new Date().toISOString();
  await act(market.context, async (_tx, record) =>
    record({
      type: "users-told",
      userIds,
      event: { type: "LOST", inventoryId: 1, title: "2019 Peterbilt 579", amount: 1_000, at },
    }),
  );
  await expect.poll(() => told).toEqual(userIds);
  await other.close();
  await market.close();
});

test("a rolled back transaction publishes nothing", async () => {
  const market = await openMarketplace();
  const other = await openMarketplace(market.database);
  const heard: string[] = [];
  other.context.bus.listen({ onEvent: ({ type }) => heard.push(type), onGap: () => {} });
  const failed = act(market.context, async (_tx, record) => {
    record({ type: "access-changed", userId: 1 });
    throw new Error("changed our mind");
  });
  await expect(failed).rejects.toThrow("changed our mind");
  await act(market.context, async (_tx, record) => record({ type: "lots-rescheduled" }));
  await expect.poll(() => heard).toEqual(["lots-rescheduled"]);
  await other.close();
  await market.close();
});

test("a listener that fails affects no other listener and no bid", async () => {
  const market = await openMarketplace();
  const { bus } = market.context;
  const inventoryId = await market.lot();
  const heard: string[] = [];
  bus.listen({
    onEvent: () => {
      throw new Error("this part is broken");
    },
    onGap: () => {},
  });
  bus.listen({
    onEvent: ({ type }) => {
      heard.push(type);
    },
    onGap: () => {},
  });
  const answer = await market.bid(await market.bidder(), inventoryId, 1_000);
  expect(answer).toMatchObject({ status: 200, body: { seq: 1 } });
  expect(heard).toContain("lot-changed");
  await market.close();
});

test("a process alone writes only access notes, and informs the next one from its first bid on", async () => {
  const market = await openMarketplace();
  const inventoryId = await market.lot();
  const [who, rival] = [await market.bidder(), await market.bidder()];
  const notesOf = (event: ProductEvent) => market.context.bus.dispatch([event]).notes.length;
  await expect
    .poll(
      () => notesOf({ type: "lot-changed", inventoryId, lotId: 1, seq: 1, messages: () => [] }),
      { interval: 200 },
    )
    .toBe(0);
  expect(notesOf({ type: "access-changed", userId: 1 })).toBe(1);
  expect(await market.bid(who, inventoryId, 1_000)).toMatchObject({ status: 200 });
  const other = await openMarketplace(market.database);
  const far = await follow(other, inventoryId);
  expect(await market.bid(rival, inventoryId, 2_000)).toMatchObject({ status: 200 });
  await expect.poll(() => seqs(far).at(-1), { timeout: 1_500 }).toBe(2);
  await other.close();
  await market.close();
});
