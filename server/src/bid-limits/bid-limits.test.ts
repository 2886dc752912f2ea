import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { insertAward, insertLot } from "../testing/lots.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const status = (userId: number, jwt: string) => app.get(`/api/bid-limit-status/${userId}`, jwt);

test("a new customer has the default limit, none of it held (D25)", async () => {
  const { userId, jwt } = await app.customer();
  expect((await status(userId, jwt)).json()).toEqual({
    userId,
    limit: 25_000,
    used: 0,
    available: 25_000,
    holds: [],
    ownUnits: [],
  });
});

test("leading bids, undecided lots and unpaid awards hold it; paid awards don't", async () => {
  const { userId, jwt } = await app.customer();
  const { pool } = app.context;
  const led = await insertLot(pool, { leaderId: userId, priceCents: 500_000, maxCents: 800_000 });
  const waiting = await insertLot(pool, {
    leaderId: userId,
    priceCents: 300_000,
    maxCents: 400_000,
    outcome: "RESERVE_NOT_MET",
  });
  const sold = { leaderId: userId, priceCents: 200_000, outcome: "SOLD" } as const;
  const unpaid = await insertLot(pool, sold);
  await insertAward(pool, unpaid.lotId, { userId, hammerCents: 200_000, status: "DECLARED" });
  const paid = await insertLot(pool, sold);
  await insertAward(pool, paid.lotId, { userId, hammerCents: 200_000, status: "PAID" });
  await insertLot(pool, { leaderId: (await app.customer()).userId, priceCents: 900_000 });

  const own = (await status(userId, jwt)).json();
  const name = "2019 Peterbilt 579";
  expect(own).toEqual({
    userId,
    limit: 25_000,
    used: 14_000,
    available: 11_000,
    holds: [
      { kind: "LEADING", inventoryId: led.inventoryId, name, amount: 8_000 },
      { kind: "AWAITING_DECISION", inventoryId: waiting.inventoryId, name, amount: 4_000 },
      { kind: "UNPAID_AWARD", inventoryId: unpaid.inventoryId, name, amount: 2_000 },
    ],
    ownUnits: [],
  });
  const profile = (await app.get("/api/user/current", jwt)).json();
  expect(profile).toMatchObject({ bidLimit: 25_000, bidUsed: 14_000, bidAvailable: 11_000 });
});

test("staff see visible prices in place of the maxima of open lots (D18)", async () => {
  const { userId } = await app.customer();
  await insertLot(app.context.pool, { leaderId: userId, priceCents: 500_000, maxCents: 800_000 });
  const admin = await app.administrator();
  expect((await status(userId, admin.jwt)).json()).toMatchObject({
    used: 5_000,
    available: 20_000,
    holds: [{ kind: "LEADING", amount: 5_000 }],
  });
  expect((await app.get(`/api/${userId}`, admin.jwt)).json()).toMatchObject({
    bidUsed: 5_000,
    bidAvailable: 20_000,
  });
});

test("only its owner and staff can read it", async () => {
  const { userId } = await app.customer();
  const other = await app.customer();
  expect((await status(userId, other.jwt)).statusCode).toBe(403);
  expect((await app.get(`/api/bid-limit-status/${userId}`)).statusCode).toBe(401);
  const admin = await app.administrator();
  expect((await status(admin.userId, admin.jwt)).statusCode).toBe(404);
  expect((await status(999_999, admin.jwt)).statusCode).toBe(404);
});
