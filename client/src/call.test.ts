import { describe, expect, test } from "vitest";
import { allRoutes, type RouteName } from "@gavelyard/contract/all-routes";
import type { Route } from "@gavelyard/contract/routes";
import { ApiError, createCall, isTokenExpired, isTokenRefused, unreachable } from "./call.ts";

const answering = (status: number, text: string) => createCall(async () => ({ status, text }));

test("the code says what to do first", async () => {
  const text = `{"statusCode":403,"message":"Confirm first.","code":"confirm-again"}`;
  const refusal = { status: 403, message: "Confirm first.", code: "confirm-again" };
  await expect(answering(403, text)("createApiKey")).rejects.toMatchObject(refusal);
});

test("the refusal and each field have a code", async () => {
  const issues = [{ path: "email", message: "Esto es obligatorio", code: "required" }];
  const text = JSON.stringify({ message: "Es obligatorio", code: "invalid-fields", issues });
  await expect(answering(400, text)("forgotPassword")).rejects.toMatchObject({
    code: "invalid-fields",
    issues,
  });
});

test.each<[string, boolean, boolean]>([
  [`{"code":"token-expired","message":"Venció"}`, true, true],
  [`{"code":"token-invalid","message":"Terminó"}`, true, false],
  [`{"code":"token-missing","message":"Inicie sesión"}`, true, false],
  [`{"code":"key-invalid","message":"This API key is expired"}`, false, false],
  [`{"code":"second-factor-failed","message":"Invalid token"}`, false, false],
  [`{"message":"Token expired"}`, true, true],
  [`{"message":"Unauthorized"}`, true, false],
  [`{"message":"Incorrect email or password"}`, false, false],
])(
  "a 401 of %s ends the session: %s, unless a refresh helps: %s",
  async (text, refused, expired) => {
    const error = await answering(401, text)("currentUser").catch((reason: unknown) => reason);
    if (!(error instanceof ApiError)) throw new Error("no refusal");
    expect([isTokenRefused(error), isTokenExpired(error)]).toEqual([refused, expired]);
  },
);

test("a response that isn't ours counts as a server failure", async () => {
  const error = await answering(200, "<html>")("wishlist").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 502 });
});

test("sending a code may be answered in plain text, as the specification says", async () => {
  const sent = await answering(200, "OTP sent")("sendOtp", { body: { email: "a@b.example" } });
  expect(sent).toEqual({ message: "OTP sent" });
});

describe("a call that moves bids or money", () => {
  const names = (Object.keys(allRoutes) as RouteName[]).filter(
    (name) => (allRoutes[name] as Route).once,
  );
  /**
   * Returns the idempotency keys of a call that gets these responses; null is a lost connection.
   */
  async function keysOf(name: RouteName, answers: readonly (number | "under way" | null)[]) {
    const keys: (string | undefined)[] = [];
    const call = createCall(async ({ headers }) => {
      const answer = answers[keys.length] ?? null;
      keys.push(headers["Idempotency-Key"]);
      if (answer === null) throw unreachable();
      return answer === "under way"
        ? { status: 409, text: "{}", retryAfterSec: 1 }
        : { status: answer, text: "{}" };
    });
    for (const _ of answers) {
      const form = new FormData();
      form.set("invoice", new File(["paid"], "invoice.pdf"));
      await call(name, { form }).catch(() => null);
    }
    return keys;
  }

  test("is marked in its route", () => {
    expect(names).toContain("placeBid");
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  test.each(names)("%s is a new attempt after an answer or a refusal", async (name) => {
    const keys = await keysOf(name, [200, 400, 403, 404, 409, 422, 200]);
    expect(new Set(keys).size).toBe(7);
    for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{1,100}$/);
  });

  test.each(names)("%s is the same attempt while its outcome is unknown", async (name) => {
    const keys = await keysOf(name, [null, 500, 502, 503, "under way", 200, 200]);
    expect(new Set(keys.slice(0, 6)).size).toBe(1);
    expect(keys[6]).not.toBe(keys[0]);
  });

  test("uses another key for another input", async () => {
    const keys: (string | undefined)[] = [];
    const call = createCall(({ headers }) => {
      keys.push(headers["Idempotency-Key"]);
      return Promise.reject(unreachable());
    });
    const bid = (amount: number) =>
      call("placeBid", {
        params: { inventoryId: "1", userId: "2" },
        body: { amount },
      }).catch(() => null);
    for (const amount of [100, 125, 100]) await bid(amount);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe(keys[0]);
  });

  test("is the only one with a key", async () => {
    expect(await keysOf("login", [200])).toEqual([undefined]);
  });
});
