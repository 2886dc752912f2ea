import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
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
