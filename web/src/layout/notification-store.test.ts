import { beforeEach, describe, expect, test } from "vitest";
import { keptNotifications, NotificationStore } from "./notification-store.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};
beforeEach(() => kept.clear());

const live = (name: string) => ({
  title: name,
  message: "The auction is live: bidding is open.",
  to: "/auctions/1",
  auction: { auctionName: name, oldStatus: "UPCOMING", newStatus: "LIVE" },
});

describe("notifications", () => {
  test("are kept newest first, ten of them", () => {
    const store = new NotificationStore(storage);
    for (let number = 1; number <= 14; number += 1) store.add(live(`Sale ${number}`));
    expect(keptNotifications).toBe(10);
    expect(store.list().map(({ title }) => title)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Sale ${14 - index}`),
    );
    expect(new Set(store.list().map(({ id }) => id)).size).toBe(10);
  });

  test("are new until they are read, also after the page was left", () => {
    const store = new NotificationStore(storage);
    let told = 0;
    store.watch(() => (told += 1));
    store.add(live("Panhandle Sale"));
    expect(store.list()[0]).toMatchObject({ read: false, auction: { newStatus: "LIVE" } });
    store.markRead();
    store.markRead();
    expect(told).toBe(2);
    store.add(live("Gulf Sale"));
    const again = new NotificationStore(storage);
    expect(again.list().map(({ title, read }) => [title, read])).toEqual([
      ["Gulf Sale", false],
      ["Panhandle Sale", true],
    ]);
    again.clear();
    expect(new NotificationStore(storage).list()).toEqual([]);
  });

  test("begin anew when what was kept cannot be read", () => {
    for (const text of ["{", "[1, null]", '{"a": 1}', '[{"id": "x"}]']) {
      kept.set("notifications", text);
      expect(new NotificationStore(storage).list()).toEqual([]);
    }
  });

  test("live with the page where nothing can be kept", () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    };
    const store = new NotificationStore(full);
    store.add(live("Gulf Sale"));
    expect(store.list()).toHaveLength(1);
  });
});
