import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertAward, insertLot } from "../testing/lots.ts";

let app: AuthApp;
let admin: SignedUp;
let support: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  admin = await app.administrator();
  support = await app.support();
});
afterAll(() => app.close());

const audits = (userId: number) =>
  app.query(
    "SELECT actor_id, action, before, after, reason FROM audit_log WHERE subject_type = 'user' AND subject_id = $1 ORDER BY id",
    [userId],
  );

describe("a profile", () => {
  test("is changed by its owner, field by field", async () => {
    const { userId, jwt } = await app.customer();
    const changes = {
      name: "Dana R. Reyes",
      phoneNumber: "+1 (806) 555-0100",
      accountType: "BUSINESS",
      companyName: "Reyes Haulage",
      dotNumber: "1234567",
      address: { street: "1 Yard Rd", city: "Amarillo", state: "TX", zip: "79101" },
      timeZone: "America/Chicago",
      notificationPrefs: { OUTBID: { email: false } },
    };
    const changed = await app.put(`/api/update-user/${userId}`, changes, jwt);
    expect(changed.json()).toMatchObject({
      ...changes,
      phoneNumber: "+18065550100",
      notificationPrefs: { OUTBID: { email: false }, LOST: { email: true } },
    });
    const cleared = await app.put(`/api/update-user/${userId}`, { phoneNumber: null }, jwt);
    expect(cleared.json()).toMatchObject({ phoneNumber: null, companyName: "Reyes Haulage" });
    expect(await audits(userId)).toMatchObject([
      { action: "profile-changed", after: { name: "Dana R. Reyes", companyName: "Reyes Haulage" } },
    ]);
  });

  test("ignores role, status, limit and email", async () => {
    const { userId, jwt, email } = await app.customer();
    await app.put(
      `/api/update-user/${userId}`,
      {
        role: "ROLE_ADMIN",
        userRole: "ROLE_ADMIN",
        status: "BANNED",
        bidLimit: 9e6,
        email: "a@b.c",
      },
      jwt,
    );
    expect((await app.get(`/api/${userId}`, jwt)).json()).toMatchObject({
      userRole: "ROLE_CUSTOMER",
      status: "ACTIVE",
      bidLimit: 25_000,
      email,
    });
  });

  test.each([
    [{ name: "X" }, "name"],
    [{ phoneNumber: "12" }, "phoneNumber"],
    [{ dotNumber: "12A" }, "dotNumber"],
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ address: { street: "", city: "A", state: "Texas", zip: "1" } }, "address"],
    [{ notificationPrefs: { CODE: { email: false } } }, "notificationPrefs"],
  ])("refuses %j", async (changes, field) => {
    const { userId, jwt } = await app.customer();
    const refused = await app.put(`/api/update-user/${userId}`, changes, jwt);
    expect(refused.statusCode).toBe(400);
    expect(refused.json().issues[0].path).toContain(field);
  });

  test("can be changed by staff for customers, with an audit, and only by administrators for staff", async () => {
    const { userId, email, jwt } = await app.customer();
    const other = await app.customer();
    expect(
      (await app.put(`/api/update-user/${userId}`, { name: "Xx" }, other.jwt)).statusCode,
    ).toBe(403);
    const { name, timeZone } = (await app.get(`/api/${userId}`, jwt)).json();
    const changes = { name: "By Support", timeZone };
    await app.put(`/api/update-user/${userId}`, changes, support.jwt);
    expect((await app.get(`/api/${userId}`, jwt)).json().name).toBe("By Support");
    expect(await audits(userId)).toMatchObject([
      {
        actor_id: support.userId,
        action: "profile-changed",
        before: { name },
        after: { name: "By Support" },
      },
    ]);
    const { text_body } = await app.mailTo(email, "profile was changed");
    expect(text_body).toContain("Our staff changed your profile: name.");
    expect(
      (await app.put(`/api/update-user/${admin.userId}`, { name: "Xx" }, support.jwt)).statusCode,
    ).toBe(403);
  });
});

describe("staff find users", () => {
  test("by number, part of the address or of the phone number, a page at a time", async () => {
    const one = await app.customer();
    await app.put(
      `/api/update-user/${one.userId}`,
      { name: "Åsa Berg", phoneNumber: "+1 432 555 0177" },
      one.jwt,
    );
    const find = async (query: string) =>
      (await app.get(`/api/adminsupport/users/pagination?${query}`, support.jwt)).json();
    for (const query of [
      `userId=${one.userId}`,
      `email=${one.email.slice(0, 13).toUpperCase()}`,
      "phoneNumber=(432)%20555-0177",
      `q=${encodeURIComponent("sa BER")}`,
      `q=${one.email.slice(0, 13).toUpperCase()}`,
    ])
      expect(await find(query), query).toMatchObject({
        content: [{ id: one.userId }],
        totalElements: 1,
        number: 0,
        size: 10,
      });
    for (const query of ["email=%25", "q=%25", "q=_"])
      expect(await find(query), query).toMatchObject({ totalElements: 0 });
    const page = await find("page=1&size=1");
    expect(page).toMatchObject({ number: 1, size: 1 });
    expect(page.content).toHaveLength(1);
    expect((await app.get("/api/admin/all-users?size=100", admin.jwt)).json().totalElements).toBe(
      page.totalElements,
    );
    expect((await app.get("/api/admin/all-support-users", admin.jwt)).json()).toMatchObject([
      { id: support.userId, userRole: "ROLE_ADMIN_SUPPORT" },
    ]);
  });

  test.each(["page=-1", "size=0", "size=101", "userId=x", "userId=1e3"])(
    "not with %s",
    async (query) => {
      expect(
        (await app.get(`/api/adminsupport/users/pagination?${query}`, support.jwt)).statusCode,
      ).toBe(400);
    },
  );

  test("in detail, with prices instead of maximums", async () => {
    const { userId } = await app.customer();
    await insertLot(app.context.pool, { leaderId: userId, priceCents: 100_000, maxCents: 900_000 });
    expect((await app.get(`/api/adminsupport/${userId}`, support.jwt)).json()).toMatchObject({
      id: userId,
      bidUsed: 1_000,
      lotsLed: 1,
      unpaidAwards: 0,
      statusReason: null,
    });
    expect((await app.get("/api/adminsupport/999999", support.jwt)).statusCode).toBe(404);
  });
});

describe("a status", () => {
  test("of suspended ends sessions and is emailed; restoring allows sign-in", async () => {
    const { userId, jwt, email } = await app.customer();
    const set = (status: string, reason?: string) =>
      app.put(`/api/admin/update-user-status/${userId}`, { status, reason }, admin.jwt);
    expect((await set("SUSPENDED", "Card was stolen")).json()).toMatchObject({
      status: "SUSPENDED",
      statusReason: "Card was stolen",
      sessions: 0,
    });
    expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);
    expect((await app.logIn(email)).statusCode).toBe(403);
    expect((await app.mailTo(email, "suspended")).text_body).toContain("Card was stolen");
    expect((await set("ACTIVE")).json()).toMatchObject({ status: "ACTIVE", statusReason: null });
    expect((await app.logIn(email)).statusCode).toBe(200);
    expect((await audits(userId)).map(({ action, reason }) => [action, reason])).toEqual([
      ["status-changed", "Card was stolen"],
      ["status-changed", null],
    ]);
  });

  test("may come in the query (D10)", async () => {
    const { userId } = await app.customer();
    const answer = await app.put(
      `/api/admin/update-user-status/${userId}?status=BANNED`,
      undefined,
      admin.jwt,
    );
    expect(answer.json()).toMatchObject({ status: "BANNED" });
  });

  test("can't be set on one's own, a closed or an unknown account", async () => {
    const set = (userId: number, status: string) =>
      app.put(`/api/admin/update-user-status/${userId}`, { status }, admin.jwt);
    expect((await set(admin.userId, "SUSPENDED")).statusCode).toBe(409);
    expect((await set((await app.customer()).userId, "CLOSED")).statusCode).toBe(400);
    expect((await set(999_999, "ACTIVE")).statusCode).toBe(404);
  });
});

describe("a bid limit", () => {
  const set = (userId: number, limit: number | string) =>
    app.put(`/api/admin/update-bid-limit/users/${userId}/${limit}`, undefined, admin.jwt);

  test("is set, emailed and audited", async () => {
    const { userId, email } = await app.customer();
    expect((await set(userId, 60_000)).json()).toMatchObject({
      bidLimit: 60_000,
      bidAvailable: 60_000,
    });
    await app.mailTo(email, "bid limit is now $60,000");
    expect(await audits(userId)).toMatchObject([
      { action: "limit-changed", before: { limit: 25_000 }, after: { limit: 60_000 } },
    ]);
  });

  test("doesn't reveal private maximums, however it is changed (D46)", async () => {
    const { userId, jwt } = await app.customer();
    await insertLot(app.context.pool, {
      leaderId: userId,
      priceCents: 500_000,
      maxCents: 1_000_000,
    });
    for (const limit of [4_000, 6_000, 9_999, 10_000, 11_000]) {
      const reply = await set(userId, limit);
      expect(reply.statusCode, `${limit}`).toBe(200);
      expect(reply.json()).toMatchObject({
        bidLimit: limit,
        bidUsed: 5_000,
        bidAvailable: Math.max(0, limit - 5_000),
      });
    }
    expect(await audits(userId)).toHaveLength(5);
    await set(userId, 4_000);
    expect((await app.get(`/api/bid-limit-status/${userId}`, jwt)).json()).toMatchObject({
      limit: 4_000,
      used: 10_000,
      available: 0,
    });
    // Holds may stay or shrink; they never grow beyond the limit.
    const grow = "UPDATE bidders SET leading_cents = leading_cents + $2 WHERE user_id = $1";
    await expect(app.query(grow, [userId, 100])).rejects.toThrow("bidders_within_limit");
    await app.query(grow, [userId, -100]);
  });

  test("is for customers only, in whole dollars", async () => {
    const { userId } = await app.customer();
    expect((await set(support.userId, 1_000)).statusCode).toBe(409);
    expect((await set(userId, 999_999_999)).statusCode).toBe(400);
    for (const odd of ["1e3", "-5", "1.5", "0x10"])
      expect((await set(userId, odd)).statusCode, odd).toBe(404);
  });

  test("is released from unpaid awards, but not from leading bids (D25)", async () => {
    const { userId, jwt } = await app.customer();
    const { pool } = app.context;
    await insertLot(pool, { leaderId: userId, priceCents: 300_000, maxCents: 500_000 });
    const won = await insertLot(pool, { leaderId: userId, priceCents: 700_000, outcome: "SOLD" });
    await insertAward(pool, won.lotId, { userId, hammerCents: 700_000, status: "DECLARED" });
    expect((await app.get(`/api/bid-limit-status/${userId}`, jwt)).json().used).toBe(12_000);
    const path = `/api/admin/reset-bid-usage/${userId}`;
    expect((await app.put(path, undefined, support.jwt)).statusCode).toBe(403);
    expect((await app.put(path, undefined, admin.jwt)).statusCode).toBe(200);
    expect((await app.put(path, undefined, admin.jwt)).statusCode).toBe(200);
    const status = (await app.get(`/api/bid-limit-status/${userId}`, jwt)).json();
    expect(status).toMatchObject({ used: 5_000, holds: [{ kind: "LEADING", amount: 5_000 }] });
    expect((await audits(userId)).map(({ before, after }) => [before, after])).toEqual([
      [{ awarded: 7_000 }, { awarded: 0 }],
      [{ awarded: 0 }, { awarded: 0 }],
    ]);
  });
});

describe("closing an account", () => {
  test("erases the name and email, and ends its sessions", async () => {
    const { userId, jwt, email } = await app.customer();
    expect((await app.delete(`/api/admin/delete-user/${userId}`, admin.jwt)).statusCode).toBe(200);
    expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);
    expect((await app.logIn(email)).statusCode).toBe(401);
    expect((await app.get(`/api/adminsupport/${userId}`, admin.jwt)).json()).toMatchObject({
      name: "Closed account",
      email: `closed-${userId}@closed.invalid`,
      status: "CLOSED",
    });
    expect((await app.delete(`/api/admin/delete-user/${userId}`, admin.jwt)).statusCode).toBe(409);
  });

  test("is refused while it leads or owes, for oneself, and to support", async () => {
    const { userId } = await app.customer();
    await insertLot(app.context.pool, { leaderId: userId, priceCents: 100_000 });
    const close = (id: number, jwt: string) => app.delete(`/api/admin/delete-user/${id}`, jwt);
    expect((await close(userId, admin.jwt)).statusCode).toBe(409);
    expect((await close(admin.userId, admin.jwt)).statusCode).toBe(409);
    expect((await close(userId, support.jwt)).statusCode).toBe(403);
    expect((await close(999_999, admin.jwt)).statusCode).toBe(404);
  });
});

test("purchases are the paid winnings", async () => {
  const { userId, jwt } = await app.customer();
  const { pool } = app.context;
  for (const status of ["PAID", "DECLARED"] as const) {
    const lot = await insertLot(pool, { leaderId: userId, priceCents: 200_000, outcome: "SOLD" });
    await insertAward(pool, lot.lotId, { userId, hammerCents: 200_000, status });
  }
  const path = `/api/users/${userId}/purchased-inventories`;
  expect((await app.get(path, jwt)).json()).toMatchObject([{ status: "PAID", hammerPrice: 2_000 }]);
  expect((await app.get(path, (await app.customer()).jwt)).statusCode).toBe(403);
});

test("an email that its recipient turned off is not sent", async () => {
  const { userId, jwt, email } = await app.customer();
  await app.put(
    `/api/update-user/${userId}`,
    { notificationPrefs: { LOST: { email: false } } },
    jwt,
  );
  const order = {
    eventKey: `off:${userId}`,
    to: email,
    content: {
      kind: "LOST",
      name: "Dana",
      inventoryId: 1,
      title: "2019 Peterbilt 579",
      auctionName: "Sale",
      hammerCents: 100,
    },
  };
  await app.query("SELECT graphile_worker.add_job('send-mail', $1::json)", [JSON.stringify(order)]);
  await expect
    .poll(() =>
      app.query("SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'eventKey' = $1", [
        order.eventKey,
      ]),
    )
    .toEqual([]);
  expect(await app.query("SELECT 1 FROM mails WHERE event_key = $1", [order.eventKey])).toEqual([]);
});

describe("leaving", () => {
  test("exports all of the user's own data and nobody else's", async () => {
    const [mine, other] = [await app.customer(), await app.customer()];
    const reply = await app.get("/api/user/export", mine.jwt);
    expect(reply.headers["content-disposition"]).toContain("my-gavelyard-data.json");
    const data = reply.json();
    expect(data.profile).toMatchObject({ id: mine.userId, email: mine.email });
    expect(data.signIns.length).toBeGreaterThan(0);
    expect(data.mails.length).toBeGreaterThan(0);
    expect(reply.body).not.toContain("argon2");
    expect(reply.body).not.toContain(other.email);
  });

  test("is refused while the user leads or owes", async () => {
    const { userId, jwt, email } = await app.customer();
    const close = () => app.post("/api/user/close", undefined, jwt);
    await insertLot(app.context.pool, { leaderId: userId, priceCents: 200_000 });
    expect((await close()).statusCode).toBe(409);
    await app.query(
      "UPDATE lots SET leader_id = NULL, leader_max_cents = NULL, price_cents = NULL WHERE leader_id = $1",
      [userId],
    );
    await app.query("UPDATE bidders SET leading_cents = 0 WHERE user_id = $1", [userId]);
    expect((await close()).statusCode).toBe(200);
    expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);
    expect((await app.logIn(email)).statusCode).toBe(401);
  });
});
