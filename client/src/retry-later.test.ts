import { describe, expect, test } from "vitest";
import { ApiError, createCall } from "./call.ts";
import { retryLater } from "./retry-later.ts";

/** A server that is busy a number of times, with its requests and their times. */
function busy(times: number, retryAfterSec: number | null = 2) {
  const waits: number[] = [];
  let asked = 0;
  const call = createCall(async () => {
    asked += 1;
    return asked <= times
      ? { status: 503, text: '{"message":"Very busy"}', retryAfterSec }
      : { status: 200, text: '{"phone":"1"}', retryAfterSec: null };
  });
  const read = () =>
    retryLater(
      () => call("siteDetails"),
      async (ms) => waits.push(ms),
    );
  return { read, waits, asked: () => asked };
}

describe("a busy server", () => {
  test("gets retries after the delay it asks for", async () => {
    const server = busy(2);
    await expect(server.read()).resolves.toEqual({ phone: "1" });
    expect(server.waits).toHaveLength(2);
    for (const wait of server.waits) {
      expect(wait).toBeGreaterThanOrEqual(2_000);
      expect(wait).toBeLessThanOrEqual(3_000);
    }
  });

  test("is given up in the end, with its own message", async () => {
    const server = busy(99);
    await expect(server.read()).rejects.toThrow("Very busy");
    expect(server.asked()).toBe(4);
  });

  test("with too long a delay, or none, gets no retry", async () => {
    for (const afterSec of [30, null]) {
      const server = busy(1, afterSec);
      await expect(server.read()).rejects.toBeInstanceOf(ApiError);
      expect(server.asked()).toBe(1);
    }
  });
});
