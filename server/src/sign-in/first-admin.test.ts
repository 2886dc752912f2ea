import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";
import { ensureFirstAdmin, grantAdministrator } from "./first-admin.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const administrators = async () =>
  (await app.query("SELECT email FROM users WHERE role = 'ROLE_ADMIN' ORDER BY id")).map(
    (row) => row["email"],
  );

test("the administrator in the settings is created on the first start only, by one of many processes", async () => {
  const email = app.newEmail();
  await ensureFirstAdmin(app.context, null);
  expect(await administrators()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => ensureFirstAdmin(app.context, { email, password })));
  expect(await administrators()).toEqual([email]);
  expect((await app.logIn(email)).json().userRole).toBe("ROLE_ADMIN");

  await ensureFirstAdmin(app.context, { email: app.newEmail(), password });
  expect(await administrators()).toEqual([email]);
});

test("a closed demo's suspended administrators don't prevent it (V1)", async () => {
  const email = app.newEmail();
  await app.query("UPDATE users SET status = 'SUSPENDED' WHERE role = 'ROLE_ADMIN'");
  await ensureFirstAdmin(app.context, { email, password });
  expect(await administrators()).toContain(email);
});

test("a promoted account signs in again with the new password, which is audited", async () => {
  const { email, userId, jwt } = await app.customer();
  const next = "another horse battery";
  const promoted = await grantAdministrator(app.context, {
    email,
    name: "Any Name",
    password: next,
  });
  expect(promoted).toBe("promoted");
  expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);
  expect((await app.logIn(email)).statusCode).toBe(401);
  expect((await app.logIn(email, next)).json().userRole).toBe("ROLE_ADMIN");
  const records = await app.query("SELECT action, before FROM audit_log WHERE subject_id = $1", [
    userId,
  ]);
  expect(records).toEqual([
    { action: "administrator-granted", before: { role: "ROLE_CUSTOMER", status: "ACTIVE" } },
  ]);
});

test("a weak password and a bidder with bids are refused", async () => {
  const grant = (email: string, given: string) =>
    grantAdministrator(app.context, { email, name: "Ada", password: given });
  await expect(grant(app.newEmail(), "password1")).rejects.toThrow("too common");

  const bidder = await app.customer();
  const lot = await insertLot(app.context.pool, { leaderId: bidder.userId, priceCents: 410_000 });
  await app.query("INSERT INTO lot_bidders VALUES ($1, $2, 1)", [lot.lotId, bidder.userId]);
  await expect(grant(bidder.email, password)).rejects.toThrow("has bids");
  expect((await app.get("/api/user/current", bidder.jwt)).json().userRole).toBe("ROLE_CUSTOMER");
});
