import { allEndpoints } from "@gavelyard/contract/all";
import type { Endpoint } from "@gavelyard/contract/endpoint";
import { allRoutes, type RouteName } from "@gavelyard/contract/all-routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jtiOf, openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

/** Calls of D41; `docs/who-may.csv` lists them for review. */
const sensitive = (Object.keys(allRoutes) as RouteName[]).filter((name) => {
  const { confirmAgain }: Endpoint = allEndpoints[name];
  return confirmAgain === true;
});

let app: AuthApp;
let admin: SignedUp;
let customer: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  admin = await app.administrator();
  customer = await app.customer();
});
afterAll(() => app.close());

const confirmedAgo = (jwt: string, ago: string) =>
  app.query("UPDATE sessions SET confirmed_at = clock_ms() - $2::interval WHERE jti = $1", [
    jtiOf(jwt),
    ago,
  ]);
const confirm = (jwt: string, given = password) =>
  app.post("/api/user/confirm", { password: given }, jwt);
const exportOwn = (jwt: string) => app.get("/api/user/export", jwt);

describe("sensitive calls need the password within ten minutes (D41)", () => {
  test.each(sensitive)("%s is refused before anything else is checked", async (name) => {
    const { access, route } = allEndpoints[name];
    const { jwt } = access === "customer" ? customer : admin;
    await confirmedAgo(jwt, "10 minutes 1 second");
    const url = route.path.replaceAll(/\{(\w+)\}/g, (_braces, param: string) =>
      param === "id" && /sessions|documentId/.test(route.path)
        ? "018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d"
        : "987654321",
    );
    const reply = await app.app.inject({
      method: route.method,
      url,
      headers: { authorization: `Bearer ${jwt}`, "idempotency-key": `unconfirmed-${name}` },
    });
    expect([reply.statusCode, reply.json().code], reply.body).toEqual([403, "confirm-again"]);
  });

  test("so does opening a support account, which would outlive a stolen token", async () => {
    const { jwt } = await app.administrator();
    const account = { role: "ROLE_ADMIN_SUPPORT", name: "Sue Yard", email: app.newEmail() };
    await confirmedAgo(jwt, "11 minutes");
    const refused = await app.post("/auth/signup", account, jwt);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "confirm-again"]);
    await confirm(jwt);
    expect((await app.post("/auth/signup", account, jwt)).statusCode).toBe(200);
  });

  test("a sign-in counts, and so does entering the password, in that session alone", async () => {
    const { jwt, email } = await app.customer();
    expect((await exportOwn(jwt)).statusCode).toBe(200);
    await confirmedAgo(jwt, "11 minutes");
    expect((await exportOwn(jwt)).statusCode).toBe(403);
    const elsewhere: string = (await app.logIn(email)).json().jwt;
    await confirmedAgo(elsewhere, "11 minutes");
    expect((await confirm(jwt)).statusCode).toBe(200);
    expect((await exportOwn(jwt)).statusCode).toBe(200);
    expect((await exportOwn(elsewhere)).statusCode).toBe(403);
  });

  test("a renewed token is as old as its password confirmation", async () => {
    const { jwt } = await app.customer();
    await confirmedAgo(jwt, "9 minutes 55 seconds");
    const next: string = (await app.post("/auth/refresh-token", { token: jwt })).json().jwt;
    expect((await exportOwn(next)).statusCode).toBe(200);
    await confirmedAgo(next, "11 minutes");
    const last: string = (await app.post("/auth/refresh-token", { token: next })).json().jwt;
    expect((await exportOwn(last)).statusCode).toBe(403);
  });

  test("a session from before this rule has to confirm", async () => {
    const { jwt } = await app.customer();
    await app.query("UPDATE sessions SET confirmed_at = NULL WHERE jti = $1", [jtiOf(jwt)]);
    expect((await exportOwn(jwt)).statusCode).toBe(403);
    const next: string = (await app.post("/auth/refresh-token", { token: jwt })).json().jwt;
    expect((await exportOwn(next)).statusCode).toBe(403);
  });

  test("a wrong password confirms nothing, and attempts are limited", async () => {
    const { jwt } = await app.customer();
    await confirmedAgo(jwt, "11 minutes");
    const wrong = await confirm(jwt, "not the password");
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      400,
      "The current password is wrong",
    ]);
    expect((await exportOwn(jwt)).statusCode).toBe(403);
    for (let guess = 1; guess < 10; guess++) await confirm(jwt, "not the password");
    expect((await confirm(jwt)).statusCode).toBe(429);
    // A thief of the token, elsewhere, can't keep its owner from confirming.
    const atHome = await app.app.inject({
      method: "POST",
      url: "/api/user/confirm",
      headers: { authorization: `Bearer ${jwt}` },
      payload: { password },
      remoteAddress: "198.51.100.31",
    });
    expect(atHome.statusCode).toBe(200);
  });

  test("a user without permission for a call is refused even after confirming", async () => {
    const { jwt } = await app.customer();
    await confirmedAgo(jwt, "11 minutes");
    const reply = await app.post(`/api/adminsupport/awards/1/release`, {}, jwt);
    expect([reply.statusCode, reply.json().code]).toEqual([403, "role-forbidden"]);
  });
});

describe("sessions of staff (D41)", () => {
  const refresh = (token: string) => app.post("/auth/refresh-token", { token });
  const startedAgo = (jwt: string, ago: string) =>
    app.query(
      `UPDATE sessions SET started_at = clock_ms() - $2::interval, issued_at = clock_ms() - $2::interval,
        used_at = clock_ms() WHERE jti = $1`,
      [jtiOf(jwt), ago],
    );
  const idle = (jwt: string, ago: string) =>
    app.query(
      `UPDATE sessions SET issued_at = clock_ms() - interval '1 hour', used_at = clock_ms() - $2::interval,
        expires_at = clock_ms() - interval '1 minute' WHERE jti = $1`,
      [jtiOf(jwt), ago],
    );

  test("end after 30 minutes without use; sessions of customers do not", async () => {
    const support = await app.support();
    await idle(support.jwt, "29 minutes");
    const next: string = (await refresh(support.jwt)).json().jwt;
    await idle(next, "30 minutes 1 second");
    expect((await refresh(next)).statusCode).toBe(401);
    const buyer = await app.customer();
    await idle(buyer.jwt, "2 hours");
    expect((await refresh(buyer.jwt)).statusCode).toBe(200);
  });

  test("stay open while they are used", async () => {
    const { jwt } = await app.support();
    await app.query(
      "UPDATE sessions SET issued_at = clock_ms() - interval '29 minutes' WHERE jti = $1",
      [jtiOf(jwt)],
    );
    expect((await app.get("/api/user/current", jwt)).statusCode).toBe(200);
    const [row] = await app.query(
      "SELECT used_at > clock_ms() - interval '1 minute' AS fresh FROM sessions WHERE jti = $1",
      [jtiOf(jwt)],
    );
    expect(row).toEqual({ fresh: true });
  });

  const byPage = (url: string, jwt: string) =>
    app.app.inject({
      url,
      headers: { authorization: `Bearer ${jwt}`, "x-unattended": "1" },
    });
  const refreshByPage = (token: string) =>
    app.app.inject({
      method: "POST",
      url: "/auth/refresh-token",
      headers: { "x-unattended": "1" },
      payload: { token },
    });
  /** Moves all times of a session into the past. */
  const passed = (jwt: string, time: string) =>
    app.query(
      `UPDATE sessions SET issued_at = issued_at - $2::interval, expires_at = expires_at - $2::interval,
        used_at = used_at - $2::interval WHERE jti = $1`,
      [jtiOf(jwt), time],
    );

  test("end 30 minutes after the last call that a person made, however often the page calls", async () => {
    const { jwt } = await app.support();
    await passed(jwt, "20 minutes");
    expect((await byPage("/api/user/current", jwt)).statusCode).toBe(200);
    await passed(jwt, "9 minutes 50 seconds");
    const next: string = (await refreshByPage(jwt)).json().jwt;
    expect(await app.secondsLeft(next)).toBeLessThanOrEqual(10);
    expect((await byPage("/api/adminsupport/home", next)).statusCode).toBe(200);
    await passed(next, "11 seconds");
    expect((await byPage("/api/adminsupport/home", next)).statusCode).toBe(401);
    expect((await refreshByPage(next)).statusCode).toBe(401);
    expect((await refresh(next)).statusCode).toBe(401);
  });

  test("go on if a person calls between the page's own calls", async () => {
    const { jwt } = await app.support();
    await passed(jwt, "29 minutes 50 seconds");
    const next: string = (await refreshByPage(jwt)).json().jwt;
    expect((await byPage("/api/adminsupport/home", next)).statusCode).toBe(200);
    expect((await app.get("/api/adminsupport/home", next)).statusCode).toBe(200);
    await passed(next, "11 seconds");
    const last: string = (await refreshByPage(next)).json().jwt;
    expect(await app.secondsLeft(last)).toBeGreaterThan(1_700);
    expect((await app.get("/api/adminsupport/home", last)).statusCode).toBe(200);
  });

  test("end if a token is exchanged again after the page alone used its successor", async () => {
    const { jwt } = await app.support();
    const next: string = (await refreshByPage(jwt)).json().jwt;
    expect((await byPage("/api/adminsupport/home", next)).statusCode).toBe(200);
    expect((await refresh(jwt)).statusCode).toBe(401);
    expect((await app.get("/api/adminsupport/home", next)).statusCode).toBe(401);
  });

  test("last up to 12 hours, however often they are renewed", async () => {
    const { jwt } = await app.support();
    await startedAgo(jwt, "11 hours 50 minutes");
    const next: string = (await refresh(jwt)).json().jwt;
    const left = await app.secondsLeft(next);
    expect(left).toBeGreaterThan(500);
    expect(left).toBeLessThanOrEqual(600);
    await startedAgo(next, "12 hours");
    expect((await refresh(next)).statusCode).toBe(401);
  });
});
