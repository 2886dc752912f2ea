import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { insertAward, insertLot } from "../testing/lots.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

test("only its owner and staff see a profile (D4)", async () => {
  const own = await app.customer();
  const other = await app.customer();
  const admin = await app.administrator();
  const profile = (await app.get(`/api/${own.userId}`, own.jwt)).json();
  expect(JSON.stringify(profile)).not.toMatch(/password|hash|max/i);
  expect(profile).toMatchObject({
    id: own.userId,
    userId: own.userId,
    name: "Dana Reyes",
    email: own.email,
    phoneNumber: null,
    userRole: "ROLE_CUSTOMER",
    status: "ACTIVE",
    bidLimit: 25_000,
    bidUsed: 0,
    bidAvailable: 25_000,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  expect((await app.get("/api/user/current", own.jwt)).json()).toEqual(profile);
  expect((await app.get(`/api/${own.userId}`, admin.jwt)).json()).toEqual(profile);
  const refused = await app.get(`/api/${own.userId}`, other.jwt);
  expect([refused.statusCode, refused.json().error]).toEqual([403, "Forbidden"]);
});

test("staff have no bid limit", async () => {
  const admin = await app.administrator();
  expect((await app.get("/api/user/current", admin.jwt)).json()).toMatchObject({
    userRole: "ROLE_ADMIN",
    bidLimit: 0,
    bidAvailable: 0,
  });
});

test("only staff learn that an id has no account", async () => {
  const { jwt } = await app.customer();
  const admin = await app.administrator();
  expect((await app.get("/api/999999", jwt)).statusCode).toBe(403);
  expect((await app.get("/api/999999", admin.jwt)).statusCode).toBe(404);
});

test.each(["/api/current", "/api/1e3", "/api/0x1", "/api/-1", "/api/1.0", "/api/%31%20"])(
  "%s isn't a user's path (D7)",
  async (path) => {
    const admin = await app.administrator();
    expect((await app.get(path, admin.jwt)).statusCode).toBe(404);
  },
);

test("winnings are the lots won, newest first, for their owner and staff", async () => {
  const own = await app.customer();
  const { pool } = app.context;
  const lots = [];
  for (const [hammerCents, status] of [
    [410_000, "PAID"],
    [520_000, "PENDING"],
    [630_000, "VOID"],
  ] as const) {
    const lot = await insertLot(pool, {
      leaderId: own.userId,
      priceCents: hammerCents,
      outcome: "SOLD",
    });
    await insertAward(pool, lot.lotId, { userId: own.userId, hammerCents, status });
    lots.push(lot);
  }
  const path = `/api/winnings/auctions/${own.userId}`;
  const winnings = (await app.get(path, own.jwt)).json();
  expect(winnings).toMatchObject([
    { inventoryId: lots[1]?.inventoryId, hammerPrice: 5_200, status: "PENDING" },
    { inventoryId: lots[0]?.inventoryId, hammerPrice: 4_100, status: "PAID" },
  ]);
  expect(winnings[0]).toMatchObject({
    auctionName: "Amarillo Fall Sale",
    inventory: { id: lots[1]?.inventoryId, name: "2019 Peterbilt 579", lot: { outcome: "SOLD" } },
  });
  expect((await app.get(path, (await app.administrator()).jwt)).json()).toHaveLength(2);
  expect((await app.get(path, (await app.customer()).jwt)).statusCode).toBe(403);
});
