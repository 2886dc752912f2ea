import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryStorage } from "../testing/memory-storage.ts";
import {
  endSession,
  onSessionEnd,
  startSession,
  watchSession,
  type SessionEnd,
} from "./session.ts";

let ends: SessionEnd[];
let authErrors: unknown[];
let stop: () => void;
beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", new MemoryStorage());
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  ends = [];
  authErrors = [];
  stop = onSessionEnd((end) => ends.push(end));
  window.addEventListener("authError", (event) => {
    authErrors.push(event instanceof CustomEvent ? event.detail : null);
  });
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const signIn = (userId: number) =>
  startSession({
    jwt: `token-of-${userId}`,
    userId,
    userRole: "ROLE_CUSTOMER",
    name: `User ${userId}`,
    email: `${userId}@people.example`,
  });
/** Runs `work` as another tab, which shares only local storage with this one. */
function inAnotherTab(work: () => void): void {
  const own = sessionStorage;
  vi.stubGlobal("sessionStorage", new MemoryStorage());
  stop();
  work();
  stop = onSessionEnd((end) => ends.push(end));
  vi.stubGlobal("sessionStorage", own);
}

test("the end of a session clears storage except for device settings", () => {
  localStorage.setItem("theme", "dark");
  signIn(1);
  localStorage.setItem("recentlySeen", "[3]");
  localStorage.setItem("a-key-of-next-year", "x");
  sessionStorage.setItem("draft:1:unit:new", "x");
  endSession();
  expect({ ...localStorage }).toEqual({ theme: "dark", sessionEnd: "" });
  expect({ ...sessionStorage }).toEqual({ shownUserId: "0" });
  expect(ends).toEqual([{ userId: 1, reason: "signed-out" }]);
  expect(authErrors).toEqual([]);
});

test("an expiry fires authError with the server's message once the session is gone", () => {
  signIn(1);
  let jwt: string | null = "none yet";
  window.addEventListener("authError", () => (jwt = localStorage.getItem("jwt")));
  endSession("Invalid token");
  expect(authErrors).toEqual([{ message: "Invalid token" }]);
  expect(jwt).toBe(null);
  expect(ends).toEqual([{ userId: 1, reason: "expired", message: "Invalid token" }]);
});

test.each(["storage", "pageshow", "focus", "visibilitychange"])(
  "a tab learns by %s that its session ended elsewhere, and why",
  (event) => {
    signIn(1);
    watchSession();
    sessionStorage.setItem("draft:1:unit:new", "x");
    inAnotherTab(() => endSession("Token expired"));
    expect(ends).toEqual([]);
    window.dispatchEvent(new Event(event));
    expect(ends).toEqual([{ userId: 1, reason: "expired", message: "Token expired" }]);
    expect(sessionStorage.getItem("draft:1:unit:new")).toBe(null);
    window.dispatchEvent(new Event(event));
    expect(ends.length).toBe(1);
  },
);

test("a tab that slept while another user signed in clears its own user's data only", () => {
  signIn(1);
  sessionStorage.setItem("draft:1:unit:new", "x");
  inAnotherTab(() => {
    endSession();
    signIn(2);
    localStorage.setItem("recentlySeen", "[7]");
  });
  watchSession();
  expect(ends).toEqual([{ userId: 1, reason: "signed-out" }]);
  expect({ ...sessionStorage }).toEqual({ shownUserId: "2" });
  expect(localStorage.getItem("recentlySeen")).toBe("[7]");
});

test("signing in over another user's session ends it first", () => {
  signIn(1);
  localStorage.setItem("recentlySeen", "[3]");
  signIn(2);
  expect(ends).toEqual([{ userId: 1, reason: "signed-out" }]);
  expect(localStorage.getItem("recentlySeen")).toBe(null);
  signIn(2);
  expect(ends.length).toBe(1);
});
