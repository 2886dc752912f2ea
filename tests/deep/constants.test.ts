import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { staff } from "../office.ts";
import { fleet, openAwake, openStage, signIn, signInByHand, type Stage } from "../stage.ts";
import { QUIET_PAGE } from "../page-pool.ts";
import { stopClock } from "../stopped-clock.ts";

/** Tests of the constants in the specification's section 9 that users can observe. */
const SEC = 1_000;
const newcomer = { email: "new@demo.example", password: "first-day-at-auction-5" } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
test.each([
  ["a profile", "visibilitychange", newcomer, "/dashboard?tab=profile", /\/api\/user\/current$/],
  ["figures", "focus", staff.admin, "/admin-dashboard?tab=stats", /\/api\/adminsupport\/stats/],
] as const)(
  "%s older than 30 s are refetched after %s, and fresh ones aren't",
  async (_what, event, who, path, call) => {
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
    const change = { auctionId: 1, auctionName: "Sale", oldStatus: "UPCOMING", newStatus: "LIVE" };
    localStorage.setItem(
      "statusChangeNotifications",
      JSON.stringify([{ ...notification, ...change }]),
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
