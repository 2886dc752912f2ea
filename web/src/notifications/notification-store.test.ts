import { beforeEach, describe, expect, test } from "vitest";
import { maxNotifications } from "@gavelyard/domain/users/bell";
import { NotificationStore, type StatusChange } from "./notification-store.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    kept.set(key, value);
  },
};
beforeEach(() => kept.clear());

const live = (auctionName: string): StatusChange => ({
  auctionId: 1,
  auctionName,
  oldStatus: "UPCOMING",
  newStatus: "LIVE",
});
const isChange = (value: object): value is StatusChange => "auctionName" in value;
const storeOn = (where: ConstructorParameters<typeof NotificationStore>[2]) =>
  new NotificationStore("notifications", isChange, where);

describe("notifications", () => {
  test("keep the ten newest, newest first", () => {
    const store = storeOn(storage);
    for (let number = 1; number <= 14; number += 1) store.add(live(`Sale ${number}`));
    expect(maxNotifications).toBe(10);
    expect(store.list().map(({ auctionName }) => auctionName)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Sale ${14 - index}`),
    );
    expect(new Set(store.list().map(({ id }) => id)).size).toBe(10);
  });

  test("stay unread until read, even after leaving the page", () => {
    const store = storeOn(storage);
    let told = 0;
    store.watch(() => (told += 1));
    store.add(live("Panhandle Sale"));
    expect(store.list()[0]).toMatchObject({ read: false, newStatus: "LIVE" });
    store.markRead();
    store.markRead();
    expect(told).toBe(2);
    store.add(live("Gulf Sale"));
    const again = storeOn(storage);
    expect(again.list().map(({ auctionName, read }) => [auctionName, read])).toEqual([
      ["Gulf Sale", false],
      ["Panhandle Sale", true],
    ]);
    again.clear();
    expect(storeOn(storage).list()).toEqual([]);
  });

  test("can be restored after clearing, behind newer ones", () => {
    const store = storeOn(storage);
    store.add(live("Panhandle Sale"));
    const restore = store.clear();
    expect(store.list()).toEqual([]);
    store.add(live("Gulf Sale"));
    restore();
    expect(
      storeOn(storage)
        .list()
        .map(({ auctionName }) => auctionName),
    ).toEqual(["Gulf Sale", "Panhandle Sale"]);
  });

  test("start empty when stored data can't be read", () => {
    for (const text of ["{", "[1, null]", '{"a": 1}', '[{"id": "x"}]']) {
      kept.set("notifications", text);
      expect(storeOn(storage).list()).toEqual([]);
    }
  });

  test("work without storage", () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    };
    const store = storeOn(full);
    store.add(live("Gulf Sale"));
    expect(store.list()).toHaveLength(1);
  });
});
