import type { LotMessage } from "@gavelyard/contract/realtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testBuses } from "../../testing/buses.ts";
import { openProxy, type CuttableProxy } from "../../testing/cuttable.ts";
import { openDatabase, type TestDatabase } from "../../testing/database.ts";
import { follow, seqs } from "../../testing/followers.ts";
import { openMarketplace, type Marketplace, type TestBidder } from "../../testing/marketplace.ts";
import { act } from "../act.ts";
import { chooseCarrier } from "../carrier.ts";

const buses = await testBuses();
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe.for(buses)("two processes with $name", ({ url, answers }) => {
  describe.skipIf(!answers)("that answers", () => {
    let one: Marketplace;
    let two: Marketplace;
    let database: TestDatabase;
    const proxies: CuttableProxy[] = [];
    beforeAll(async () => {
      database = await openDatabase();
      const open = async () => {
        const proxy = await openProxy(url ?? database.url);
        proxies.push(proxy);
        return openMarketplace(
          database,
          url === null
            ? { listenUrl: proxy.url }
            : { carrier: (pool) => chooseCarrier(proxy.url, pool) },
        );
      };
      one = await open();
      two = await open();
    });
    afterAll(async () => {
      await two.close();
      await one.close();
      for (const proxy of proxies) await proxy.close();
      await database.drop();
    });

    const bidding = async (first: Marketplace, second: Marketplace) => {
      const [who, rival] = [await first.bidder(), await second.bidder()];
      return async (inventoryId: number, from: number, count: number) => {
        for (let turn = from; turn < from + count; turn += 1) {
          const [market, bidder] = turn % 2 === 0 ? [first, who] : [second, rival];
          const { status, body } = await market.bid(bidder, inventoryId, 1_000 + turn * 500);
          expect(status, JSON.stringify(body)).toBe(200);
        }
      };
    };

    test("a bid through one reaches subscribers of the other, in order", async () => {
      const inventoryId = await one.lot();
      const [near, far] = [await follow(one, inventoryId), await follow(two, inventoryId)];
      const bid = await bidding(one, two);
      await bid(inventoryId, 0, 30);
      await expect.poll(() => seqs(far)).toEqual(upTo(30));
      await expect.poll(() => seqs(near)).toEqual(upTo(30));
      expect(far().map(({ amount }) => amount)).toEqual(near().map(({ amount }) => amount));
    });

    test("concurrent bids through both keep one order, and no limit is exceeded", async () => {
      const lots = await Promise.all(Array.from({ length: 8 }, () => one.lot()));
      const heard = await Promise.all(lots.flatMap((lot) => [follow(one, lot), follow(two, lot)]));
      const poor = await Promise.all(Array.from({ length: 6 }, () => one.bidder(500_000)));
      const answered = await Promise.all(
        poor.flatMap((who, index) =>
          lots.map(async (lot, at) => {
            const market = (index + at) % 2 === 0 ? one : two;
            return (await market.bid(who, lot, 1_000 + index * 100)).status;
          }),
        ),
      );
      expect(new Set(answered)).toEqual(new Set([200, 409]));
      const { rows } = await one.context.pool.query<{ leading_cents: number }>(
        "SELECT leading_cents FROM bidders WHERE user_id = ANY($1)",
        [poor.map(({ userId }) => userId)],
      );
      for (const row of rows) expect(row.leading_cents).toBeLessThanOrEqual(500_000);
      for (const [index, lot] of lots.entries()) {
        const { rows: ledger } = await one.context.pool.query<{ rows: number }>(
          "SELECT count(*)::int AS rows FROM ledger g JOIN lots l ON l.id = g.lot_id WHERE l.inventory_id = $1",
          [lot],
        );
        const expected = upTo(ledger[0]?.rows ?? 0);
        for (const follower of [heard[2 * index], heard[2 * index + 1]]) {
          await expect.poll(() => follower && seqs(follower)).toEqual(expected);
        }
      }
    });

    test("each lot closes once, and everyone is notified once", async () => {
      const lots = await Promise.all(Array.from({ length: 10 }, () => one.lot()));
      const heard = await Promise.all(lots.flatMap((lot) => [follow(one, lot), follow(two, lot)]));
      const winner = await two.bidder();
      await Promise.all(lots.map((lot) => two.bid(winner, lot, 1_000)));
      await Promise.all(lots.map((lot) => one.end(lot)));
      const closed = (follower: () => LotMessage[]) =>
        follower().filter(({ type }) => type === "CLOSED");
      for (const follower of heard)
        await expect.poll(() => closed(follower).length).toBeGreaterThan(0);
      const { rows } = await one.context.pool.query(
        `SELECT count(*) FILTER (WHERE g.kind = 'CLOSE')::int AS closes,
            (SELECT count(*)::int FROM awards a WHERE a.lot_id = l.id) AS awards
          FROM lots l JOIN ledger g ON g.lot_id = l.id WHERE l.inventory_id = ANY($1) GROUP BY l.id`,
        [lots],
      );
      expect(rows).toEqual(lots.map(() => ({ closes: 1, awards: 1 })));
      expect(heard.map((follower) => closed(follower).length)).toEqual(heard.map(() => 1));
    });

    test("attempts to guess a password count together", async () => {
      const limits = { rateLimits: 0.1 };
      const [strict, other] = [
        await openMarketplace(one.database, limits),
        await openMarketplace(one.database, limits),
      ];
      const fail = async ({ url: at }: Marketplace) => {
        const body = JSON.stringify({ email: "nobody@people.example", password: "not the one" });
        const headers = { "content-type": "application/json" };
        return (await fetch(`${at}/auth/login`, { method: "POST", headers, body })).status;
      };
      const statuses: number[] = [];
      for (let turn = 0; turn < 8; turn += 1) {
        statuses.push(await fail(turn % 2 === 0 ? strict : other));
      }
      await strict.close();
      await other.close();
      expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    });

    test("staff see a lot's subscribers of all processes", async () => {
      const inventoryId = await one.lot();
      const { rows } = await one.context.pool.query<{ id: number }>(
        "SELECT auction_id AS id FROM lots WHERE inventory_id = $1",
        [inventoryId],
      );
      const staff = await one.bidder();
      await one.context.pool.query("UPDATE users SET role = 'ROLE_ADMIN_SUPPORT' WHERE id = $1", [
        staff.userId,
      ]);
      const watchersAt = async (market: Marketplace) => {
        const reply = await fetch(
          `${market.url}/api/adminsupport/auctions/${rows[0]?.id}/control`,
          { headers: { authorization: `Bearer ${staff.jwt}` } },
        );
        const room: { lots: { watchers: number }[] } = JSON.parse(await reply.text());
        return room.lots[0]?.watchers;
      };
      await follow(one, inventoryId);
      await follow(two, inventoryId);
      await follow(two, inventoryId);
      for (const market of [one, two]) await expect.poll(() => watchersAt(market)).toBe(3);
    });

    describe("when the bus is cut", () => {
      const cut = () => proxies.forEach((proxy) => proxy.cut());
      const restore = () => proxies.forEach((proxy) => proxy.restore());
      const complete = () => one.context.bus.complete && two.context.bus.complete;

      test("bidding continues, and subscribers miss nothing once it is back", async () => {
        const inventoryId = await one.lot();
        const [near, far] = [await follow(one, inventoryId), await follow(two, inventoryId)];
        const bid = await bidding(one, two);
        await bid(inventoryId, 0, 5);
        cut();
        await bid(inventoryId, 5, 10);
        restore();
        await expect.poll(complete).toBe(true);
        await bid(inventoryId, 15, 5);
        await expect.poll(() => seqs(far)).toEqual(upTo(20));
        await expect.poll(() => seqs(near)).toEqual(upTo(20));
      });

      test("for one process, its streams continue from the database", async () => {
        const inventoryId = await one.lot();
        const far = await follow(two, inventoryId);
        const bid = await bidding(one, one);
        proxies[1]?.cut();
        await expect.poll(() => two.context.bus.complete).toBe(false);
        await bid(inventoryId, 0, 5);
        await expect.poll(() => seqs(far)).toEqual(upTo(5));
        expect(two.context.bus.complete).toBe(false);
        restore();
        await expect.poll(complete).toBe(true);
      });

      test("revoked access ends immediately in all processes", async () => {
        const who = await one.bidder();
        const asks = async (by: TestBidder) =>
          (
            await fetch(`${two.url}/api/user/current`, {
              headers: { authorization: `Bearer ${by.jwt}` },
            })
          ).status;
        expect(await asks(who)).toBe(200);
        cut();
        await expect.poll(() => two.context.bus.complete).toBe(false);
        await act(one.context, async (tx, record) => {
          await tx.query("UPDATE users SET status = 'BANNED' WHERE id = $1", [who.userId]);
          record({ type: "access-changed", userId: who.userId });
        });
        // Its cache lasts 30 s.
        await expect.poll(() => asks(who), { timeout: 20_000 }).toBe(401);
        restore();
        await expect.poll(complete).toBe(true);
      });
    });
  });
});
