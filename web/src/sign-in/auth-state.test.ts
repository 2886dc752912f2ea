import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AuthStore } from "./auth-state.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    kept.set(key, value);
  },
  removeItem: (key: string) => {
    kept.delete(key);
  },
};
const MINUTE = 60_000;
const pendingUserData = {
  email: "new@people.example",
  name: "",
  requestId: "a random id",
  verificationToken: "a token",
};

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a sign-up in progress", () => {
  test("survives a reload while its address stays verified, 15 minutes", () => {
    const store = new AuthStore(storage);
    store.set({ otpSent: true, pendingUserData });
    expect(new AuthStore(storage).read()).toMatchObject({ otpSent: true, otpVerified: false });
    store.set({ otpVerified: true });
    vi.advanceTimersByTime(10 * MINUTE);
    store.set({ pendingUserData: { ...pendingUserData, name: "Rival Haulage" } });
    vi.advanceTimersByTime(5 * MINUTE - 1);
    expect(new AuthStore(storage).read()).toMatchObject({
      otpSent: true,
      otpVerified: true,
      pendingUserData: { ...pendingUserData, name: "Rival Haulage" },
    });
    vi.advanceTimersByTime(1);
    expect(new AuthStore(storage).read()).toMatchObject({ otpSent: true, otpVerified: false });
  });

  test("is gone after clearing", () => {
    const store = new AuthStore(storage);
    store.set({ otpSent: true, otpVerified: true, pendingUserData });
    store.clear();
    expect(kept.size).toBe(0);
    expect(store.read()).toMatchObject({
      otpSent: false,
      otpVerified: false,
      pendingUserData: null,
    });
  });

  test("restarts when stored data can't be read", () => {
    for (const text of ["{", "null", "[]", '{"email":1}', '{"email":"a","name":"b"}']) {
      kept.set("pendingUserData", text);
      expect(new AuthStore(storage).read().pendingUserData).toBe(null);
    }
  });

  test("works without storage", () => {
    const full = {
      ...storage,
      setItem: () => {
        throw new Error("full");
      },
    };
    const store = new AuthStore(full);
    store.set({ pendingUserData });
    expect(store.read().pendingUserData).toEqual(pendingUserData);
  });
});

describe("a step", () => {
  test("sets loading and the server's message", async () => {
    const store = new AuthStore(null);
    const seen: boolean[] = [];
    store.watch(() => seen.push(store.read().loading));
    const worked = await store.run(String, () =>
      Promise.resolve({ otpSent: true, message: "We sent a code" }),
    );
    expect(worked).toBe(true);
    expect(seen).toEqual([true, false]);
    expect(store.read()).toMatchObject({ otpSent: true, message: "We sent a code", error: null });
  });

  test("that fails sets the error and changes nothing else", async () => {
    const store = new AuthStore(null);
    store.set({ resetLinkSent: true, message: "Before" });
    const worked = await store.run(
      () => "Invalid OTP",
      () => Promise.reject(new Error("no")),
    );
    expect(worked).toBe(false);
    expect(store.read()).toMatchObject({
      loading: false,
      error: "Invalid OTP",
      message: null,
      otpVerified: false,
      resetLinkSent: true,
    });
  });
});
