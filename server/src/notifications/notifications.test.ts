import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { notification } from "@gavelyard/contract/users/notifications";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { Bus } from "../events/bus.ts";
import { createPool } from "../db/pool.ts";
import { Inbox } from "./inbox.ts";
import { saveNotifications } from "./sql.ts";

let app: AuthApp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp();
  sales = salesOn(app, await app.support());
});
afterAll(() => app.close());

const url = "/api/user/notifications";
async function listOf({ jwt }: SignedUp) {
  const reply = await app.get(url, jwt);
  expect(reply.statusCode).toBe(200);
  return z.array(notification).parse(reply.json());
}
const typesOf = async (user: SignedUp) =>
  (await listOf(user)).map(({ event, read }) => [event.type, read]);
const change = (user: SignedUp, body: object) => app.put(url, body, user.jwt);
const bid = (inventoryId: number, bidder: SignedUp, amount: number) =>
  app.post(
    `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
    undefined,
    bidder.jwt,
  );

/** Two bidders on one lot; the second leads. */
async function duel() {
  const [lot] = await sales.auctionWith([[2_500, 3_000]]);
  const [one, two] = lot?.bidders ?? [];
  if (lot === undefined || one === undefined || two === undefined) throw new Error("no lot");
  return { inventoryId: lot.inventoryId, one, two };
}

describe("an outbid bidder", () => {
  test("finds it at the bell, once for each lot, and nobody else does", async () => {
    const { inventoryId, one, two } = await duel();
    await bid(inventoryId, one, 4_000);
    await expect.poll(() => typesOf(two)).toEqual([["OUTBID", false]]);
    await bid(inventoryId, two, 5_000);
    await bid(inventoryId, one, 6_000);
    await expect
      .poll(async () => (await listOf(two)).map(({ event }) => event))
      .toMatchObject([{ type: "OUTBID", inventoryId, amount: 6_000 }]);
    expect(await listOf(await app.customer())).toEqual([]);
    expect((await app.get(url)).statusCode).toBe(401);
  });

  test("doesn't find it while they lead again", async () => {
    const { inventoryId, one, two } = await duel();
    await bid(inventoryId, one, 4_000);
    await expect.poll(() => typesOf(two)).toEqual([["OUTBID", false]]);
    await bid(inventoryId, two, 5_000);
    expect(await typesOf(two)).toEqual([]);
  });
});

/** Notifications of a new customer, as old as the given minutes. */
async function customerWith(...minutesAgo: readonly number[]) {
  const user = await app.customer();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await saveNotifications(
    app.context.pool,
    minutesAgo.map((minutes) => ({
      userId: user.userId,
      subject: randomUUID(),
      event: { type: "LIMIT_CHANGED", limit: minutes, at: at(minutes) },
      at: at(minutes),
    })),
  );
  const minutesOf = async () =>
    (await listOf(user)).map(({ event, read }) => [
      event.type === "LIMIT_CHANGED" ? event.limit : null,
      read,
    ]);
  const newest = (await listOf(user))[0]?.event.at ?? "";
  return { user, minutesOf, newest };
}

test("the newest ten are shown, newest first", async () => {
  const { minutesOf } = await customerWith(...Array.from({ length: 12 }, (_, index) => index + 1));
  expect(await minutesOf()).toEqual(Array.from({ length: 10 }, (_, index) => [index + 1, false]));
});

test("what was shown is read, and what has come since isn't", async () => {
  const { user, minutesOf, newest } = await customerWith(3, 2);
  await saveNotifications(app.context.pool, [
    {
      userId: user.userId,
      subject: "limit",
      event: { type: "LIMIT_CHANGED", limit: 1, at: new Date().toISOString() },
      at: new Date().toISOString(),
    },
  ]);
  for (let times = 0; times < 2; times += 1)
    expect((await change(user, { change: "READ", upTo: newest })).statusCode).toBe(200);
  expect(await minutesOf()).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
});

test("cleared ones are gone until restored, and those cleared earlier stay gone", async () => {
  const { user, minutesOf, newest } = await customerWith(9, 2);
  const [, oldest] = await listOf(user);
  await change(user, { change: "CLEARED", upTo: oldest?.event.at });
  expect(await minutesOf()).toEqual([[2, false]]);
  await change(user, { change: "CLEARED", upTo: newest });
  expect(await minutesOf()).toEqual([]);
  await change(user, { change: "RESTORED", upTo: newest });
  expect(await minutesOf()).toEqual([[2, false]]);
});

test("all that were cleared at once are restored, however many", async () => {
  const { user, newest } = await customerWith(...Array.from({ length: 2_000 }, (_, n) => n + 1));
  await change(user, { change: "CLEARED", upTo: newest });
  await change(user, { change: "RESTORED", upTo: newest });
  const left = await app.query(
    "SELECT FROM notifications WHERE user_id = $1 AND cleared_at IS NOT NULL",
    [user.userId],
  );
  expect(left).toEqual([]);
});

test("a user's changes leave other users' notifications alone", async () => {
  const [one, other] = [await customerWith(2), await customerWith(2)];
  await change(one.user, { change: "READ", upTo: new Date().toISOString() });
  await change(one.user, { change: "CLEARED", upTo: new Date().toISOString() });
  await change(one.user, { change: "RESTORED", upTo: new Date().toISOString() });
  expect(await other.minutesOf()).toEqual([[2, false]]);
});

test("an older event never replaces a newer one", async () => {
  const { user, minutesOf } = await customerWith();
  for (const minutes of [1, 5]) {
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    await saveNotifications(app.context.pool, [
      {
        userId: user.userId,
        subject: "limit",
        event: { type: "LIMIT_CHANGED", limit: minutes, at },
        at,
      },
    ]);
  }
  expect(await minutesOf()).toEqual([[1, false]]);
});

describe("a process that stops", () => {
  /** An inbox that was just told something, on its own bus. */
  async function told(pool = app.context.pool) {
    const { log } = app.context;
    const bus = new Bus(app.databaseUrl, log);
    const inbox = new Inbox({ pool, bus, log });
    const user = await app.customer();
    const event = { type: "LIMIT_CHANGED", limit: 5, at: new Date().toISOString() } as const;
    bus.deliver([{ type: "users-told", userIds: [user.userId], event }]);
    return { inbox, user };
  }

  test("writes what people were told last", async () => {
    const { inbox, user } = await told();
    await inbox.stop();
    expect(await typesOf(user)).toEqual([["LIMIT_CHANGED", false]]);
  });

  test("goes on stopping when the database is gone", async () => {
    const pool = createPool(app.databaseUrl);
    await pool.end();
    const logged = vi.spyOn(app.context.log, "error");
    const { inbox } = await told(pool);
    await inbox.stop();
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});
