import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { openAuthApp, type AuthApp } from "../../testing/auth-app.ts";
import { CallCounts } from "./call-rates.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

describe("counts of calls", () => {
  const HOUR = 3_600_000;

  test("of busy callers count in all processes", async () => {
    const [one, other] = [new CallCounts(app.context.pool), new CallCounts(app.context.pool)];
    for (let call = 0; call < 40; call += 1) one.add("203.0.113.1", HOUR, 100);
    for (let call = 0; call < 30; call += 1) other.add("203.0.113.1", HOUR, 100);
    await one.share();
    await other.share();
    expect(other.add("203.0.113.1", HOUR, 100).current).toBe(71);
    await other.share();
    expect(one.add("203.0.113.1", HOUR, 100).current).toBe(41);
    await one.share();
    expect(one.add("203.0.113.1", HOUR, 100).current).toBe(73);
  });

  test("of others stay in memory", async () => {
    const quiet = new CallCounts(app.context.pool);
    for (let call = 0; call < 9; call += 1) quiet.add("203.0.113.2", HOUR, 100);
    await quiet.share();
    const rows = await app.query("SELECT * FROM rate_windows WHERE bucket LIKE '%203.0.113.2%'");
    expect(rows).toEqual([]);
  });
});

describe("too many calls", () => {
  test("of one account are refused whatever addresses they come from", async () => {
    const { userId, jwt } = await app.customer();
    // 6 calls a minute per account, 9 per address; a new minute may start in between.
    const limited = await app.sibling({ rateLimits: 0.01 });
    const statuses: number[] = [];
    for (let call = 0; call < 14; call += 1) {
      const reply = await limited.app.inject({
        method: "GET",
        url: `/api/${userId}`,
        headers: { authorization: `Bearer ${jwt}` },
        remoteAddress: `203.0.113.${call + 10}`,
      });
      statuses.push(reply.statusCode);
      if (reply.statusCode === 429) {
        expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
        expect(reply.json()).toMatchObject({ message: expect.stringContaining("Try again in") });
      }
    }
    await limited.close();
    expect(statuses.slice(0, 6)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(statuses).toContain(429);
  });

  test("from one address are refused, and the pictures still load", async () => {
    const limited = await app.sibling({ rateLimits: 0.01 });
    const from = (url: string) =>
      limited.app.inject({ method: "GET", url, remoteAddress: "203.0.113.99" });
    const statuses: number[] = [];
    for (let call = 0; call < 20; call += 1) {
      statuses.push((await from("/site-details")).statusCode);
    }
    expect(statuses.slice(0, 9).every((status) => status === 200)).toBe(true);
    expect(statuses).toContain(429);
    expect((await from("/healthz")).statusCode).toBe(200);
    expect((await from("/readyz")).statusCode).toBe(200);
    expect((await from("/media/018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d/480.webp")).statusCode).toBe(
      404,
    );
    await limited.close();
  });

  /** Calls of every access, refused for every reason that needs no account. */
  const strangersCalls = [
    ["GET /api/user/current", "no token", {}],
    ["GET /api/user/current", "an unknown API key", { authorization: "Bearer gvk_x" }],
    ["GET /api/user/current", "a forged token", { authorization: "Bearer abc.def.ghi" }],
    ["GET /api/1", "no token", {}],
    ["GET /api/admin/all-users", "an unknown API key", { authorization: "Bearer gvk_x" }],
    ["GET /adminsupport/pendingfinancerequest", "no token", {}],
    ["POST /api/bids/inventory/1/user/1", "no idempotency key", {}],
    ["POST /api/bids/inventory/1/user/1", "no token", { "idempotency-key": randomUUID() }],
    ["GET /inventory/no-such-unit", "no such unit", {}],
    ["GET /no/such/call", "no such call", {}],
    ["POST /no/such/call", "no such call", {}],
  ] as const;
  test.each(strangersCalls)(
    "%s with %s are refused from one address",
    async (call, why, headers) => {
      const limited = await app.sibling({ rateLimits: 0.01 });
      const [method, url] = z.tuple([z.enum(["GET", "POST"]), z.string()]).parse(call.split(" "));
      const statuses: number[] = [];
      // 9 a minute; a new minute may start in between.
      for (let sent = 0; sent < 20; sent += 1) {
        const remoteAddress = `198.51.100.${strangersCalls.findIndex(([it, because]) => it === call && because === why)}`;
        const { statusCode } = await limited.app.inject({ method, url, headers, remoteAddress });
        statuses.push(statusCode);
      }
      await limited.close();
      expect(statuses.slice(0, 9)).not.toContain(429);
      expect(statuses).toContain(429);
    },
  );

  test.each(["/api/admin/all-users", "/adminsupport/pendingfinancerequest", "/api/987654321"])(
    "of one account that may not make them are refused: %s",
    async (url) => {
      const { jwt } = await app.customer();
      const limited = await app.sibling({ rateLimits: 0.01 });
      const statuses: number[] = [];
      for (let call = 0; call < 14; call += 1) {
        const { statusCode } = await limited.app.inject({
          method: "GET",
          url,
          headers: { authorization: `Bearer ${jwt}` },
          remoteAddress: `203.0.113.${call + 40}`,
        });
        statuses.push(statusCode);
      }
      await limited.close();
      expect(statuses.slice(0, 6)).toEqual([403, 403, 403, 403, 403, 403]);
      expect(statuses).toContain(429);
    },
  );

  test("leave bids their own limits, which too many bids use up", async () => {
    const { userId, jwt } = await app.customer();
    const limited = await app.sibling({ rateLimits: 0.01 });
    const from = (method: "GET" | "POST", url: string) =>
      limited.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${jwt}`, "idempotency-key": randomUUID() },
        payload: { amount: 100 },
        remoteAddress: "203.0.113.120",
      });
    let reading = 0;
    for (let sent = 0; sent < 20 && reading !== 429; sent += 1)
      reading = (await from("GET", "/api/user/current")).statusCode;
    expect(reading).toBe(429);
    // No such lots: these bids passed all limits. 2 a minute on each, 6 in all.
    const bid = async (lot: number) =>
      (await from("POST", `/api/bids/inventory/${lot}/user/${userId}`)).statusCode;
    expect([await bid(987_001), await bid(987_001)]).toEqual([404, 404]);
    let onOne = 404;
    for (let sent = 0; sent < 5 && onOne === 404; sent += 1) onOne = await bid(987_001);
    expect(onOne).toBe(429);
    expect(await bid(987_002)).toBe(404);
    let onAny = 404;
    for (let lot = 0; lot < 14 && onAny === 404; lot += 1) onAny = await bid(987_100 + lot);
    expect(onAny).toBe(429);
    await limited.close();
  });

  test("from one IPv6 network are refused whatever addresses it takes", async () => {
    const limited = await app.sibling({ rateLimits: 0.01 });
    const statuses: number[] = [];
    for (let call = 1; call <= 20; call += 1) {
      const { statusCode } = await limited.app.inject({
        method: "GET",
        url: "/site-details",
        remoteAddress: `2001:db8:0:7::${call.toString(16)}`,
      });
      statuses.push(statusCode);
    }
    await limited.close();
    expect(statuses.slice(0, 9).every((status) => status === 200)).toBe(true);
    expect(statuses).toContain(429);
  });
});
