import type { Page, Route } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withholdData } from "../axe.ts";
import { staff } from "../office.ts";
import { fleet, openAwake, openStage, signIn, signInByHand, type Stage } from "../stage.ts";
import { QUIET_PAGE } from "../page-pool.ts";
import { stopClock } from "../stopped-clock.ts";

/** Tests of the constants in the specification's section 9 that users can observe. */
const SEC = 1_000;
const newcomer = { email: "new@demo.example", password: "first-day-at-auction-5" } as const;

let stage: Stage;
let auction: Record<string, unknown>;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  const answer = await fetch(`${stage.product.url}/auctions`, {
    headers: { accept: "application/json" },
  });
  [auction = {}] = (await answer.json()) as Record<string, unknown>[];
});
afterAll(() => stage?.close());

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const isAuctions = (route: Route) => new URL(route.request().url()).pathname === "/auctions";

/** Returns an auction as in the list, with times relative to `nowMs`. */
function auctionAt(nowMs: number, id: number, startsInSec: number, endsInSec: number) {
  const [startMs, endMs] = [nowMs + startsInSec * SEC, nowMs + endsInSec * SEC];
  return {
    ...auction,
    id,
    auctionName: `Sale ${id}`,
    status: startMs > nowMs ? "UPCOMING" : endMs >= nowMs ? "LIVE" : "EXPIRED",
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(endMs).toISOString(),
  };
}

/** Opens a page with these auctions, and holds back later lists. */
async function openWith(auctionsAt: (nowMs: number) => object[]) {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const clock = await stopClock(page);
  let requests = 0;
  await withholdData(page.context(), (route) => {
    if (!isAuctions(route)) return route.continue();
    requests += 1;
    return requests === 1 ? route.fulfill({ json: auctionsAt(clock.stoppedAtMs) }) : route.abort();
  });
  await page.goto("/about", { waitUntil: "commit" });
  // The code that checks statuses loads with the toasts, after the page is interactive.
  await clock.passUntil(async () => requests > 0 && (await page.locator("#toasts").count()) > 0);
  await clock.pass(200, 50);
  return { page, clock };
}

const HOUR = 3_600;
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
    const { page, clock } = await openWith((nowMs) => [auctionAt(nowMs, 9_001, starts, ends)]);
    await clock.set(clock.stoppedAtMs + at * SEC);
    await clock.pass(everySec * SEC - 1_500, 5 * SEC);
    expect(await bell(page).getAttribute("aria-label")).toBe("Notifications");
    await clock.pass(1_500);
    await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Notifications, 1 new");
  },
);

test("live auctions are refreshed within 5 minutes, even if the list can't be loaded", async () => {
  const { page, clock } = await openWith((nowMs) => [auctionAt(nowMs, 9_001, -HOUR, HOUR)]);
  const banner = page.getByRole("link", { name: /^Live now: Sale 9001 / });
  await banner.waitFor();
  await clock.set(clock.stoppedAtMs + (HOUR + 1) * SEC);
  await clock.pass(298 * SEC, 5 * SEC);
  expect(await banner.count()).toBe(1);
  await clock.pass(2 * SEC);
  await expect.poll(() => banner.count()).toBe(0);
});

/** Follows which failures to load auctions a page logs. */
function failuresOn(page: Page): readonly string[] {
  const logged: string[] = [];
  page.on("console", (entry) => {
    if (entry.type() === "warning" && entry.text().startsWith("Auction refresh failed")) {
      logged.push(entry.text());
    }
  });
  return logged;
}

test("a failure to load auctions isn't announced, and is retried after 60 s", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, newcomer, QUIET_PAGE);
  const clock = await stopClock(page);
  const logged = failuresOn(page);
  const askedAtMs: number[] = [];
  await withholdData(page.context(), (route) => {
    if (!isAuctions(route)) return route.continue();
    askedAtMs.push(clock.passedMs());
    if (clock.passedMs() < 30 * SEC) return route.abort();
    return route.fulfill({ json: [auctionAt(clock.stoppedAtMs, 9_001, 75, HOUR)] });
  });
  // A dashboard has no banner that polls.
  await page.goto("/dashboard?tab=profile", { waitUntil: "commit" });
  await clock.passUntil(() => logged.length === 1);
  const failedAtMs = clock.passedMs();
  const before = askedAtMs.length;
  await clock.pass(58 * SEC, SEC);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(askedAtMs.length).toBe(before);
  await clock.passUntil(() => askedAtMs.length > before, 200);
  expect((askedAtMs[before] ?? 0) - failedAtMs).toBeLessThanOrEqual(62 * SEC);
  const label = () => bell(page).getAttribute("aria-label");
  await clock.passUntil(async () => (await label()) === "Notifications, 1 new", 500);
});

test("a failed refresh of known auctions is logged each time, and retried after 60 s", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, newcomer, QUIET_PAGE);
  const clock = await stopClock(page);
  const logged = failuresOn(page);
  const askedAtMs: number[] = [];
  await withholdData(page.context(), (route) => {
    if (!isAuctions(route)) return route.continue();
    askedAtMs.push(clock.passedMs());
    return askedAtMs.length === 1
      ? route.fulfill({ json: [auctionAt(clock.stoppedAtMs, 9_001, 40, HOUR)] })
      : route.abort();
  });
  // The auction that starts makes the page refresh its list; a dashboard has no banner that polls.
  await page.goto("/dashboard?tab=profile", { waitUntil: "commit" });
  await clock.passUntil(() => askedAtMs.length > 0);
  await clock.pass(500, 50);
  await clock.passUntil(() => logged.length === 1, 200);
  const failedAtMs = clock.passedMs();
  const before = askedAtMs.length;
  expect(await page.getByRole("alert").count()).toBe(0);
  await clock.pass(58 * SEC, SEC);
  expect(askedAtMs.length).toBe(before);
  await clock.passUntil(() => askedAtMs.length > before, 200);
  expect((askedAtMs[before] ?? 0) - failedAtMs).toBeLessThanOrEqual(62 * SEC);
  await clock.passUntil(() => logged.length === 2, 200);
});

test("only the newest 10 notifications are kept", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => 9_001 + index);
  const { page, clock } = await openWith((nowMs) =>
    ids.map((id) => auctionAt(nowMs, id, 10, HOUR)),
  );
  await clock.pass(16 * SEC);
  await expect.poll(() => bell(page).getAttribute("aria-label")).toBe("Notifications, 10 new");
  await bell(page).click();
  const entries = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await clock.passUntil(async () => (await entries.count()) > 0);
  const names = (await entries.allInnerTexts()).map((text) => /Sale (\d+)/.exec(text)?.[1]);
  expect(names).toEqual(ids.slice(2).toReversed().map(String));
});

const refetched = [
  ["a profile", newcomer, "/dashboard?tab=profile", /\/api\/user\/current$/],
  ["own bids", newcomer, "/dashboard?tab=bids", /\/api\/bids\/user\/\d+$/],
  ["a watchlist", newcomer, "/watchlist", /\/api\/wishlist\/\d+$/],
  ["figures", staff.admin, "/admin-dashboard?tab=stats", /\/api\/adminsupport\/stats/],
] as const;
describe.each(["focus", "visibilitychange"] as const)("after %s", (event) => {
  test.each(refetched)(
    "%s older than 30 s is refetched, and a fresh one isn't",
    async (_what, who, path, call) => {
      const page = await stage.open("desktop", { serviceWorkers: "block" });
      await signIn(page, who, QUIET_PAGE);
      const clock = await stopClock(page);
      let requests = 0;
      let responses = 0;
      // Ignore a call of the previous page that ends now.
      page.on("request", (request) => (requests += call.test(request.url()) ? 1 : 0));
      page.on("requestfinished", (request) => {
        if (requests > 0 && call.test(request.url())) responses += 1;
      });
      await page.goto(path, { waitUntil: "commit" });
      await clock.passUntil(() => responses > 0);
      await clock.pass(500, 100);
      const before = requests;
      const refocus = async () => {
        await page.evaluate((type) => window.dispatchEvent(new Event(type)), event);
        await clock.pass(500, 100);
      };
      await clock.pass(28 * SEC, 2 * SEC);
      await refocus();
      expect(requests).toBe(before);
      // A busy page read its response a few steps of the clock later.
      await clock.pass(10 * SEC, 2 * SEC);
      await refocus();
      await expect.poll(() => requests).toBe(before + 1);
    },
  );
});

/** Returns a notification's displayed time, which depends on the reader's time zone. */
async function shownTime(page: Page): Promise<string> {
  await bell(page).click();
  const time = page.getByRole("region", { name: "Notifications" }).getByRole("time");
  const text = await time.innerText();
  await bell(page).click();
  return text;
}

async function openWithNotification(timezoneId: string): Promise<Page> {
  const page = await stage.open("desktop", { timezoneId });
  await page.addInitScript(() => {
    const notification = { id: "1", timestamp: Date.UTC(2026, 10, 20, 22, 5), read: true };
    localStorage.setItem(
      "notifications",
      JSON.stringify([{ ...notification, title: "Sold", message: "A truck.", to: "/vehicles" }]),
    );
  });
  await openAwake(page, "/about");
  return page;
}

test.each([
  ["Asia/Kolkata", "Nov 21, 2026, 3:35 AM IST"],
  ["America/Denver", "Nov 20, 2026, 3:05 PM MST"],
  ["Etc/GMT+8", "Nov 20, 2026, 2:05 PM PST"],
  ["UTC", "Nov 20, 2026, 10:05 PM UTC"],
])("a device in %s shows %s", async (timezoneId, text) => {
  const page = await openWithNotification(timezoneId);
  expect(await shownTime(page)).toBe(text);
});

test("if the browser names no place, the zone is guessed from its offset", async () => {
  const page = await openWithNotification("UTC");
  const guessed: Record<number, string> = {};
  const expected = {
    "330": "Nov 21, 2026, 3:35 AM IST",
    "-480": "Nov 20, 2026, 2:05 PM PST",
    "-420": "Nov 20, 2026, 3:05 PM MST",
    "-360": "Nov 20, 2026, 4:05 PM CST",
    "-300": "Nov 20, 2026, 5:05 PM EST",
    "0": "Nov 20, 2026, 10:05 PM UTC",
    "60": "Nov 20, 2026, 10:05 PM GMT",
    "120": "Nov 20, 2026, 11:05 PM GMT+1",
    "600": "Nov 21, 2026, 9:05 AM GMT+11",
    "570": "Nov 21, 2026, 8:35 AM GMT+10:30",
    "480": "Nov 21, 2026, 6:05 AM GMT+8",
    "345": "Nov 20, 2026, 10:05 PM UTC",
  };
  for (const minutesEast of Object.keys(expected).map(Number)) {
    await page.evaluate((minutes) => {
      Object.assign(Date.prototype, { getTimezoneOffset: () => -minutes });
    }, minutesEast);
    guessed[minutesEast] = await shownTime(page);
  }
  expect(guessed).toEqual(expected);
});

test("the token is stored under the key jwt and sent with every call", async () => {
  const page = await stage.open("desktop");
  const bearers = new Set<string | undefined>();
  await signInByHand(page, fleet);
  const jwt = await page.evaluate(() => localStorage.getItem("jwt"));
  expect(jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  page.on("request", (request) => {
    if (request.resourceType() === "fetch" && request.url().includes("/api/"))
      bearers.add(request.headers()["authorization"]);
  });
  await page.goto("/watchlist");
  await page.getByRole("heading", { name: "My watchlist" }).waitFor();
  await expect.poll(() => [...bearers]).toEqual([`Bearer ${jwt}`]);
});
