import { unawaited } from "@gavelyard/domain/unawaited";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSession, startSession } from "../session/session.ts";
import { MemoryStorage } from "../testing/memory-storage.ts";
import { call, refreshToken } from "./browser-client.ts";
import { ApiError } from "@gavelyard/client/call";

/** A request that was sent, with its token and a function to respond. */
interface Sent {
  readonly path: string;
  readonly bearer: string | null;
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
        answer: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
      });
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

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
])("an answer that comes after %s reaches nobody", async (_what, end) => {
  signIn(1);
  const asked = failure(call("currentUser"));
  end();
  (await last()).answer(200, { name: "User 1" });
  expect(await asked).toEqual(signedOut);
});

test("an answer reaches the user who asked, and a visitor who signed in while waiting", async () => {
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

test("a token that expired is refreshed, in whatever language the answer is", async () => {
  signIn(1);
  const asked = call("currentUser");
  (await last()).answer(401, { message: "Venció", code: "token-expired" });
  await expect.poll(() => sent.at(-1)?.path).toBe("/auth/refresh-token");
  (await last()).answer(200, { jwt: "next-token-of-1" });
  await expect.poll(() => sent.at(-1)?.bearer).toBe("Bearer next-token-of-1");
  (await last()).answer(200, { name: "User 1" });
  expect(await asked).toEqual({ name: "User 1" });
});

test("the words of a refusal that has another code end no session", async () => {
  signIn(1);
  const asked = failure(call("currentUser"));
  (await last()).answer(401, { message: "Your API key is invalid", code: "key-invalid" });
  expect(await asked).toMatchObject({ code: "key-invalid" });
  expect(localStorage.getItem("jwt")).toBe("token-of-1");
});

test("a token that is refreshed after a sign-out is not stored", async () => {
  signIn(1);
  const worked = refreshToken();
  endSession();
  signIn(2);
  (await last()).answer(200, { jwt: "next-token-of-1" });
  expect(await worked).toBe(false);
  expect(localStorage.getItem("jwt")).toBe("token-of-2");
});

test("a refused refresh of one user does not end the next one's session", async () => {
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

test("sign-out carries the token although the session ends in the same moment", async () => {
  signIn(1);
  unawaited(failure(call("logout")));
  endSession();
  expect(await last()).toMatchObject({ path: "/auth/logout", bearer: "Bearer token-of-1" });
});
