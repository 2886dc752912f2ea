import { afterAll, beforeAll, expect, test } from "vitest";
import { grantAdministrator } from "../sign-in/first-admin.ts";
import { openAuthApp, password, type AuthApp } from "../testing/auth-app.ts";
import { matchDemoAccounts } from "./close-accounts.ts";
import { setDemoMark } from "../demo-accounts/mark-sql.ts";

const email = "admin@demo.example";
let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
  await grantAdministrator(app.context, { email, name: "Ruth Alvarado", password });
});
afterAll(() => app.close());

const started = (demo: boolean) =>
  matchDemoAccounts({ ...app.context, settings: { ...app.context.settings, demo } });
const statusOf = async () =>
  (await app.query("SELECT status, status_reason FROM users WHERE email = $1", [email]))[0];

test("accounts of a database that no demo filled don't change", async () => {
  expect(await started(false)).toBe(0);
  expect(await statusOf()).toEqual({ status: "ACTIVE", status_reason: null });
});

test("a demo's database without the demo lets nobody in with a published password (D37)", async () => {
  await setDemoMark(app.context.pool, { deliveries: 0 });
  const { jwt } = (await app.logIn(email)).json();
  expect(await started(false)).toBe(1);
  expect(await statusOf()).toEqual({ status: "SUSPENDED", status_reason: "The demo is off" });
  expect((await app.logIn(email)).statusCode).toBe(403);
  expect((await app.get("/api/user/current", jwt)).statusCode).toBe(401);
  expect(await started(false)).toBe(0);
  const audited = await app.query(
    "SELECT after FROM audit_log WHERE action = 'status-changed' AND reason = 'The demo is off'",
  );
  expect(audited).toEqual([{ after: { status: "SUSPENDED" } }]);
});

test("with the demo they work again, unless staff suspended them", async () => {
  expect(await started(true)).toBe(0);
  expect((await app.logIn(email)).statusCode).toBe(200);
  await app.query(
    "UPDATE users SET status = 'SUSPENDED', status_reason = 'Rude' WHERE email = $1",
    [email],
  );
  await started(true);
  expect(await statusOf()).toEqual({ status: "SUSPENDED", status_reason: "Rude" });
});
