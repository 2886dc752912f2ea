import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  defaultDebounceMs,
  defaultDurationMs,
  ToastStore,
  toastMessage,
  toastStore,
  undoDurationMs,
  type ToastRequest,
} from "./toast-store.ts";

let store: ToastStore;
beforeEach(() => {
  vi.useFakeTimers();
  store = new ToastStore();
});
afterEach(() => {
  vi.useRealTimers();
});

const titles = () => store.toasts().map(({ title }) => title);
const outbid: ToastRequest = { type: "warning", title: "Outbid", debounceKey: "lot-7" };

test("a toast shows at once and closes after its duration, 5 s by default", () => {
  store.show({ type: "success", title: "Bid placed", message: "$12,250" });
  expect(store.toasts()).toMatchObject([
    { type: "success", title: "Bid placed", message: "$12,250", duration: 5_000 },
  ]);
  vi.advanceTimersByTime(defaultDurationMs - 1);
  expect(titles()).toEqual(["Bid placed"]);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual([]);
});

test.each([0, -1])("a duration of %d stays until it is closed", (duration) => {
  store.show({ type: "error", title: "Session expired", duration });
  vi.advanceTimersByTime(3_600_000);
  const [toast] = store.toasts();
  expect(toast?.title).toBe("Session expired");
  store.close(toast?.id ?? "");
  expect(titles()).toEqual([]);
});

test("a toast with Undo stays longer, and undoes once", () => {
  const done: string[] = [];
  for (const name of ["first", "second"])
    store.show({ type: "success", title: name, undo: () => done.push(name) });
  store.show({ type: "success", title: "Bid placed" });
  vi.advanceTimersByTime(undoDurationMs - 1);
  expect(titles()).toEqual(["first", "second"]);
  store.undo();
  expect([done, titles()]).toEqual([["second"], ["first"]]);
  store.undo(store.toasts()[0]);
  store.undo();
  expect([done, titles()]).toEqual([["second", "first"], []]);
});

test("toasts stack in order of arrival, each with its own ID", () => {
  for (let made = 0; made < 20; made += 1) store.show({ type: "info", title: `No ${made}` });
  expect(titles()).toEqual(Array.from({ length: 20 }, (_, made) => `No ${made}`));
  expect(new Set(store.toasts().map(({ id }) => id)).size).toBe(20);
});

test("held toasts stay, and then for the rest of their time", () => {
  store.show({ type: "info", title: "One" });
  vi.advanceTimersByTime(defaultDurationMs - 1_000);
  store.hold();
  store.hold();
  store.show({ type: "info", title: "Two" });
  vi.advanceTimersByTime(3_600_000);
  expect(titles()).toEqual(["One", "Two"]);
  store.release();
  vi.advanceTimersByTime(999);
  expect(titles()).toEqual(["One", "Two"]);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual(["Two"]);
  vi.advanceTimersByTime(defaultDurationMs - 1_000);
  expect(titles()).toEqual([]);
});

test("closing the last held toast releases the next ones", () => {
  store.show({ type: "info", title: "One" });
  store.hold();
  store.close(store.toasts()[0]?.id ?? "");
  store.show({ type: "info", title: "Two" });
  vi.advanceTimersByTime(defaultDurationMs);
  expect(titles()).toEqual([]);
});

test("a toast replaces the one with its tag, and what waits under it", () => {
  const tag = "lot-7";
  store.show({ type: "warning", title: "Outbid", duration: 0, tag });
  store.show({ type: "warning", title: "Outbid on another", duration: 0, tag: "lot-8" });
  store.show({ type: "warning", title: "Outbid again", duration: 0, tag, debounceKey: tag });
  store.show({ type: "info", title: "Lot closed", duration: 0, tag });
  vi.advanceTimersByTime(defaultDebounceMs);
  expect(titles()).toEqual(["Outbid on another", "Lot closed"]);
  store.closeTagged(tag);
  store.closeTagged("lot-9");
  expect(titles()).toEqual(["Outbid on another"]);
});

test("watchers are notified of each change until they stop", () => {
  const heard = vi.fn<() => void>();
  const stop = store.watch(heard);
  store.show({ type: "info", title: "One" });
  expect(heard).toHaveBeenCalledTimes(1);
  stop();
  store.show({ type: "info", title: "Two" });
  expect(heard).toHaveBeenCalledTimes(1);
});

describe("debounced", () => {
  test("a toast waits 2 s by default", () => {
    store.show(outbid);
    vi.advanceTimersByTime(defaultDebounceMs - 1);
    expect(titles()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual(["Outbid"]);
  });

  test("a request with the same key cancels the earlier one and restarts the wait", () => {
    store.show(outbid);
    vi.advanceTimersByTime(1_500);
    store.show({ ...outbid, title: "Outbid again" });
    vi.advanceTimersByTime(1_999);
    expect(titles()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual(["Outbid again"]);
  });

  test("requests with other keys wait independently", () => {
    store.show(outbid);
    store.show({ ...outbid, title: "Lot 8", debounceKey: "lot-8" });
    vi.advanceTimersByTime(defaultDebounceMs);
    expect(titles()).toEqual(["Outbid", "Lot 8"]);
  });

  test("it isn't shown if one with the same title and type was created within the window", () => {
    store.show(outbid);
    vi.advanceTimersByTime(500);
    store.show({ type: "warning", title: "Outbid" });
    vi.advanceTimersByTime(10_000);
    expect(titles()).toEqual([]);
    store.show(outbid);
    vi.advanceTimersByTime(defaultDebounceMs);
    expect(titles()).toEqual(["Outbid"]);
  });

  test("one with the same title but another type doesn't count", () => {
    store.show(outbid);
    store.show({ type: "error", title: "Outbid", duration: 0 });
    vi.advanceTimersByTime(defaultDebounceMs);
    expect(store.toasts().map(({ type }) => type)).toEqual(["error", "warning"]);
  });

  test("clearing cancels pending toasts and leaves visible ones", () => {
    store.show({ type: "info", title: "Shown", duration: 0 });
    store.show(outbid);
    store.show({ ...outbid, debounceKey: "lot-9" });
    store.clearDebounced();
    vi.advanceTimersByTime(60_000);
    expect(titles()).toEqual(["Shown"]);
  });
});

test("a message alone is titled with its level, info by default", () => {
  toastMessage("The list was refreshed");
  toastMessage("The list was not refreshed", "warning");
  expect(toastStore.toasts()).toMatchObject([
    { type: "info", title: "Info", message: "The list was refreshed" },
    { type: "warning", title: "Warning", message: "The list was not refreshed" },
  ]);
});
