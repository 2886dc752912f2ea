import { expect, test } from "vitest";
import type { SessionPrincipal } from "../http/access.ts";
import { SessionCache } from "./session-cache.ts";

const principal = (userId: number): SessionPrincipal => ({
  userId,
  role: "ROLE_CUSTOMER",
  permissions: [],
  jti: `session of ${userId}`,
  expiresAtMs: 0,
  needsFactor: false,
});

test("finds entries until they expire", () => {
  const cache = new SessionCache(10);
  cache.keep("a", principal(1), 100, cache.mark);
  expect(cache.find("a", 99)?.userId).toBe(1);
  expect(cache.find("a", 100)).toBeNull();
  expect(cache.size).toBe(0);
});

test("drops all tokens of one user", () => {
  const cache = new SessionCache(10);
  for (const [token, userId] of [
    ["a", 1],
    ["b", 1],
    ["c", 2],
  ] as const) {
    cache.keep(token, principal(userId), 100, cache.mark);
  }
  cache.dropUser(1);
  expect([cache.find("a", 0), cache.find("b", 0), cache.find("c", 0)?.userId]).toEqual([
    null,
    null,
    2,
  ]);
});

test("stores nothing that was read before a change", () => {
  const cache = new SessionCache(10);
  const mark = cache.mark;
  cache.dropUser(1);
  cache.keep("a", principal(1), 100, mark);
  expect(cache.find("a", 0)).toBeNull();
});

test("evicts the least recently used beyond its capacity", () => {
  const cache = new SessionCache(2);
  cache.keep("a", principal(1), 100, cache.mark);
  cache.keep("b", principal(2), 100, cache.mark);
  cache.find("a", 0);
  cache.keep("c", principal(3), 100, cache.mark);
  expect([cache.find("a", 0)?.userId, cache.find("b", 0), cache.find("c", 0)?.userId]).toEqual([
    1,
    null,
    3,
  ]);
  expect(cache.size).toBe(2);
});
