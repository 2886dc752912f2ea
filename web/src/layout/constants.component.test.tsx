import type { Auction } from "@gavelyard/contract/auctions/auctions";
import { fireEvent, screen, within } from "@testing-library/dom";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { alerts, answer, openScreen } from "../testing/open-screen.tsx";
import { statusChanges } from "../notifications/notification-store.ts";

/** The constants in the specification's section 9 that users can observe, on a clock of the test. */
const SEC = 1_000;
const HOUR = 3_600;

let openedAtMs: number;
beforeEach(() => {
  const toFake = ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
  openedAtMs = Date.now();
  statusChanges.clear();
  return () => vi.useRealTimers();
});

const pass = (sec: number) => vi.advanceTimersByTimeAsync(sec * SEC);
const passedSec = () => (Date.now() - openedAtMs) / SEC;
const bell = () =>
  screen.queryByRole("button", { name: /^Notifications/ })?.getAttribute("aria-label");

function auctionAt(id: number, startsInSec: number, endsInSec: number): Auction {
  const [startMs, endMs] = [openedAtMs + startsInSec * SEC, openedAtMs + endsInSec * SEC];
  const status = startMs > openedAtMs ? "UPCOMING" : endMs >= openedAtMs ? "LIVE" : "EXPIRED";
  const [startTime, endTime] = [startMs, endMs].map((ms) => new Date(ms).toISOString());
  return {
    id,
    auctionName: `Sale ${id}`,
    name: `Sale ${id}`,
    description: "",
    imageUrl: null,
    timeZone: "America/Chicago",
    startTime: startTime ?? null,
    endTime: endTime ?? null,
    scheduledEndTime: endTime ?? null,
    status,
    auctionStatus: status,
    lots: 1,
    openLots: 1,
    soldLots: 0,
    serverTime: new Date(openedAtMs).toISOString(),
  };
}

/** Opens a page whose first list of auctions is answered, and later ones aren't. */
const openWith = (...auctions: readonly Auction[]): Promise<void> =>
  openWithLists((request) => (request === 1 ? answer(auctions) : undefined));

/** Opens a page whose lists of auctions are answered, counted from 1. */
async function openWithLists(lists: (request: number) => Response | undefined): Promise<void> {
  let requests = 0;
  await openScreen("/about", (path) => (path === "/auctions" ? lists((requests += 1)) : undefined));
  // The code that checks statuses loads with the toasts.
  await expect.poll(() => document.querySelector("#toasts")).not.toBe(null);
  await pass(0.2);
}

test("where only the service worker may notify, it announces the start, and checks go on", async () => {
  const showNotification = vi.fn<ServiceWorkerRegistration["showNotification"]>(async () => {});
  class Refusing {
    static readonly permission = "granted";
    constructor() {
      throw new TypeError("Illegal constructor");
    }
  }
  vi.stubGlobal("Notification", Refusing);
  vi.stubGlobal("navigator", {
    ...navigator,
    onLine: true,
    serviceWorker: { getRegistration: async () => ({ showNotification }) },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await openWith(auctionAt(1, 20, HOUR), auctionAt(2, 40, HOUR));
  await pass(30);
  expect(showNotification).toHaveBeenCalledWith("Auction Now Live!", {
    body: "Sale 1 has started.",
  });
  await pass(30);
  expect(showNotification).toHaveBeenCalledTimes(2);
});

test.each([
  { next: "start is 20 s away", starts: 20, ends: HOUR, at: 21, everySec: 5 },
  { next: "start is 29 s away", starts: 29, ends: HOUR, at: 30, everySec: 5 },
  { next: "start is 32 s away", starts: 32, ends: HOUR, at: 33, everySec: 15 },
  { next: "end is 118 s away", starts: -HOUR, ends: 118, at: 119, everySec: 15 },
  { next: "start is 122 s away", starts: 122, ends: HOUR, at: 123, everySec: 60 },
  { next: "end is 598 s away", starts: -HOUR, ends: 598, at: 599, everySec: 60 },
  { next: "start is 602 s away", starts: 602, ends: HOUR, at: 603, everySec: 300 },
  { next: "start is an hour away", starts: HOUR, ends: 2 * HOUR, at: HOUR + 1, everySec: 300 },
  // An ended auction becomes live again only if the device's clock is set back.
  { next: "start is none", starts: -HOUR, ends: -600, at: -900, everySec: 300 },
])(
  "when the next $next, statuses are checked every $everySec s",
  async ({ starts, ends, at, everySec }) => {
    const auction = auctionAt(9_001, starts, ends);
    // An end counts once a later list confirms it.
    await openWithLists((request) =>
      request === 1 || passedSec() > at + everySec - 1 ? answer([auction]) : undefined,
    );
    vi.setSystemTime(openedAtMs + at * SEC);
    await pass(everySec - 1);
    expect(bell()).toBe("Notifications");
    await pass(1);
    await expect.poll(bell).toBe("Notifications, 1 new");
  },
);

test("a late bid that extends an auction isn't its start, and it ends once", async () => {
  const announced = vi.fn<(title: string) => void>();
  class Announcing {
    static readonly permission = "granted";
    constructor(title: string) {
      announced(title);
    }
  }
  vi.stubGlobal("Notification", Announcing);
  await openWithLists((request) => answer([auctionAt(9_001, -HOUR, request === 1 ? 20 : 140)]));
  await pass(135);
  expect(bell()).toBe("Notifications");
  await pass(15);
  await expect.poll(bell).toBe("Notifications, 1 new");
  fireEvent.click(screen.getByRole("button", { name: /^Notifications/ }));
  await screen.findByText("The auction has ended.");
  expect(announced).not.toHaveBeenCalled();
});

test("an auction that ended and is live again is called extended, not started", async () => {
  const announced = vi.fn<(title: string) => void>();
  class Announcing {
    static readonly permission = "granted";
    constructor(title: string) {
      announced(title);
    }
  }
  vi.stubGlobal("Notification", Announcing);
  const isExtended = () => Date.now() > openedAtMs + 40 * SEC;
  await openWithLists(() => answer([auctionAt(9_001, -HOUR, isExtended() ? HOUR : 20)]));
  await pass(30);
  await expect.poll(bell).toBe("Notifications, 1 new");
  await pass(60);
  await expect.poll(bell).toBe("Notifications, 2 new");
  fireEvent.click(screen.getByRole("button", { name: /^Notifications/ }));
  await screen.findByText("The auction has been extended. Bidding is open.");
  expect(announced).not.toHaveBeenCalled();
});

test("an auction with only the older names of its fields is announced by its name", async () => {
  const { auctionName: name, status: auctionStatus, ...older } = auctionAt(9_001, 20, HOUR);
  await openWithLists(() => answer([{ ...older, name, auctionStatus }]));
  await pass(30);
  await expect.poll(bell).toBe("Notifications, 1 new");
  fireEvent.click(screen.getByRole("button", { name: /^Notifications/ }));
  await screen.findByText("Sale 9001");
});

test("live auctions are refreshed within 5 minutes, even if the list can't be loaded", async () => {
  await openWith(auctionAt(9_001, -HOUR, HOUR));
  const banner = () => screen.queryAllByRole("link", { name: /^Live now: Sale 9001 / });
  await expect.poll(banner).toHaveLength(1);
  vi.setSystemTime(openedAtMs + (HOUR + 1) * SEC);
  await pass(299);
  expect(banner()).toHaveLength(1);
  await pass(1);
  await expect.poll(banner).toHaveLength(0);
});

/** Opens a dashboard, which has no banner that polls auctions. */
async function openDashboard(auctions: (request: number) => Response | null) {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
  const askedAtSec: number[] = [];
  await openScreen(
    "/dashboard?tab=profile",
    async (path) => {
      if (path !== "/auctions") return new Promise<never>(() => {});
      askedAtSec.push(passedSec());
      const answered = auctions(askedAtSec.length);
      if (answered === null) throw new TypeError("Failed to fetch");
      return answered;
    },
    "customer",
  );
  return {
    askedAtSec,
    failures: () =>
      logged.mock.calls.filter(([text]) => String(text).startsWith("Auction refresh failed")),
  };
}

test("a failure to load auctions isn't announced, and is retried after 60 s", async () => {
  const starts = auctionAt(9_001, 75, HOUR);
  const { askedAtSec, failures } = await openDashboard(() =>
    passedSec() < 30 ? null : answer([starts]),
  );
  await expect.poll(failures).toHaveLength(1);
  const before = askedAtSec.length;
  await pass(59);
  expect(alerts()).toBe("");
  expect(askedAtSec).toHaveLength(before);
  await pass(1);
  await expect.poll(() => askedAtSec.length).toBe(before + 1);
  await pass(20);
  await expect.poll(bell).toBe("Notifications, 1 new");
});

test("a failed refresh of known auctions is logged each time, and retried after 60 s", async () => {
  const starts = auctionAt(9_001, 40, HOUR);
  const { askedAtSec, failures } = await openDashboard((request) =>
    request === 1 ? answer([starts]) : null,
  );
  await expect.poll(() => document.querySelector("#toasts")).not.toBe(null);
  await pass(40.5);
  await expect.poll(failures).toHaveLength(1);
  const before = askedAtSec.length;
  await pass(59);
  expect(alerts()).toBe("");
  expect(askedAtSec).toHaveLength(before);
  await pass(1);
  await expect.poll(failures).toHaveLength(2);
});

test("only the newest 10 notifications are kept", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => 9_001 + index);
  await openWith(...ids.map((id) => auctionAt(id, 10, HOUR)));
  await pass(16);
  await expect.poll(bell).toBe("Notifications, 10 new");
  fireEvent.click(screen.getByRole("button", { name: /^Notifications/ }));
  const names = () =>
    screen
      .queryAllByRole("region", { name: "Notifications" })
      .flatMap((list) => within(list).getAllByRole("listitem"))
      .map(({ textContent }) => /Sale (\d+)/.exec(textContent)?.[1]);
  await expect.poll(names).toEqual(ids.slice(2).toReversed().map(String));
});

describe.each(["focus", "visibilitychange"] as const)("after %s", (event) => {
  test.each([
    ["own bids", "/dashboard?tab=bids", "/api/bids/user/1"],
    ["a watchlist", "/watchlist", "/api/wishlist/1"],
  ])("%s older than 30 s is refetched, and a fresh one isn't", async (_what, path, call) => {
    let requests = 0;
    await openScreen(
      path,
      (called) => {
        if (called !== call) return undefined;
        requests += 1;
        return answer([]);
      },
      "customer",
    );
    await expect.poll(() => requests).toBe(1);
    await expect.poll(() => document.querySelector("main .animate-pulse")).toBe(null);
    await pass(29);
    window.dispatchEvent(new Event(event));
    await pass(0);
    expect(requests).toBe(1);
    await pass(2);
    window.dispatchEvent(new Event(event));
    await expect.poll(() => requests).toBe(2);
  });
});
