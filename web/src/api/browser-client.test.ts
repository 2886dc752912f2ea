import { unawaited } from "@gavelyard/domain/unawaited";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession, startSession } from "../session/session.ts";
import { MemoryStorage } from "../testing/memory-storage.ts";
import { call, refreshToken } from "./browser-client.ts";
import { ApiError } from "@gavelyard/client/call";
import { watchInput } from "./unattended.ts";

interface Sent {
  readonly path: string;
  readonly bearer: string | null;
  readonly unattended: boolean;
  answer(status: number, body: object): void;
}
let sent: Sent[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  vi.stubGlobal("fetch", (path: string, { headers }: { headers: Record<string, string> }) => {
    return new Promise((resolve) => {
      sent.push({
        path,
        bearer: headers["Authorization"] ?? null,
        unattended: headers["X-Unattended"] === "1",
        answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
      });
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const signIn = (userId: number, jwt = `token-of-${userId}`) =>
  startSession({
    jwt,
    userId,
    userRole: "ROLE_CUSTOMER",
    name: `User ${userId}`,
    email: `${userId}@people.example`,
  });
async function last(): Promise<Sent> {
  const [one] = sent.slice(-1);
  if (one === undefined) throw new Error("nothing was sent");
  return one;
}
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const signedOut = new ApiError(0, "You signed out before the response arrived.");

test.each([
  ["a sign-out", () => endSession()],
  ["an expiry", () => endSession("Invalid token")],
  ["another sign-in", () => signIn(2)],
])("a response after %s reaches nobody", async (_what, end) => {
  signIn(1);
  const asked = failure(call("currentUser"));
  end();
  (await last()).answer(200, { name: "User 1" });
  expect(await asked).toEqual(signedOut);
});

test("a response reaches the user who made the request, and a visitor who signed in meanwhile", async () => {
  const asVisitor = call("listAuctions");
  signIn(1);
  (await last()).answer(200, []);
  expect(await asVisitor).toEqual([]);
  const asUser = call("currentUser");
  (await last()).answer(200, { name: "User 1" });
  expect(await asUser).toEqual({ name: "User 1" });
});

test("a late 401 of one user does not end the next one's session", async () => {
  signIn(1);
  const asked = failure(call("currentUser"));
  signIn(2);
  (await last()).answer(401, { message: "Invalid token" });
  expect(await asked).toEqual(signedOut);
  expect(localStorage.getItem("jwt")).toBe("token-of-2");
});

test("an expired token is refreshed, whatever language the response is in", async () => {
  signIn(1);
  const asked = call("currentUser");
  (await last()).answer(401, { message: "Venció", code: "token-expired" });
  await expect.poll(() => sent.at(-1)?.path).toBe("/auth/refresh-token");
  (await last()).answer(200, { jwt: "next-token-of-1" });
  await expect.poll(() => sent.at(-1)?.bearer).toBe("Bearer next-token-of-1");
  (await last()).answer(200, { name: "User 1" });
  expect(await asked).toEqual({ name: "User 1" });
});

test("a refusal with another code ends no session, whatever its text says", async () => {
  signIn(1);
  const asked = failure(call("currentUser"));
  (await last()).answer(401, { message: "Your API key is invalid", code: "key-invalid" });
  expect(await asked).toMatchObject({ code: "key-invalid" });
  expect(localStorage.getItem("jwt")).toBe("token-of-1");
});

test("a token refreshed after sign-out is not stored", async () => {
  signIn(1);
  const worked = refreshToken();
  endSession();
  signIn(2);
  (await last()).answer(200, { jwt: "next-token-of-1" });
  expect(await worked).toBe(false);
  expect(localStorage.getItem("jwt")).toBe("token-of-2");
});

test("a rejected refresh of one user doesn't end the next one's session", async () => {
  signIn(1);
  const first = refreshToken();
  signIn(2);
  const second = refreshToken();
  const [ofFirst, ofSecond] = sent;
  ofFirst?.answer(401, { message: "Invalid token" });
  expect(await first).toBe(false);
  ofSecond?.answer(200, { jwt: "next-token-of-2" });
  expect(await second).toBe(true);
  expect(localStorage.getItem("jwt")).toBe("next-token-of-2");
});

test("sign-out sends the token even though the session ends at once", async () => {
  signIn(1);
  unawaited(failure(call("logout")));
  endSession();
  expect(await last()).toMatchObject({ path: "/auth/logout", bearer: "Bearer token-of-1" });
});

test("calls of a page that nobody has touched for a minute say so, also when a token expires", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  watchInput();
  signIn(1);
  const poll = async () => {
    const before = sent.length;
    unawaited(failure(call("staffHome")));
    await expect.poll(() => sent.length).toBe(before + 1);
    return last();
  };
  expect((await poll()).unattended).toBe(false);
  vi.advanceTimersByTime(61_000);
  const unattended = await poll();
  expect(unattended.unattended).toBe(true);
  unattended.answer(401, { message: "Token expired", code: "token-expired" });
  await expect.poll(() => sent.at(-1)?.path).toBe("/auth/refresh-token");
  expect((await last()).unattended).toBe(true);
  window.dispatchEvent(new Event("keydown"));
  expect((await poll()).unattended).toBe(false);
});
