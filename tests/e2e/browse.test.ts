import type { Page, Request } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fleet, openAwake, openStage, panel, signIn, type Stage } from "../stage.ts";
import { accessFaults } from "../axe.ts";
import { priceGuide, type PriceGuide } from "@gavelyard/contract/inventory/price-guide";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
const results = (page: Page) => page.getByRole("region", { name: "Results" });

test("a list keeps its place and filters on Back, and a route change goes to the top", async () => {
  const page = await stage.open("phone");
  await page.goto("/vehicles?sort=NEWEST", { waitUntil: "networkidle" });
  await page.mouse.wheel(0, 2_400);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(2_300);
  // Follow a link that is in view at that scroll position.
  await results(page).getByRole("article").nth(5).getByRole("link").click();
  await page.waitForURL("**/truck/*");
  await expect.poll(() => scrolled(page)).toBe(0);
  const away = await scrolled(page);
  await page.goBack();
  await page.waitForURL("**/vehicles?sort=NEWEST");
  await expect.poll(() => scrolled(page)).toBeGreaterThan(1_500);
  const place = await scrolled(page);
  await page.reload({ waitUntil: "networkidle" });
  await expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThan(50);
  await page.goto("/about");
  expect([away, await scrolled(page)]).toEqual([0, 0]);
});

test("the last of two clicked links wins, and the page stays until it has loaded", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/auctions");
  const release = Promise.withResolvers<void>();
  await page.route("**/inventories/filter", async (route) => {
    await release.promise;
    await route.continue();
  });
  const request = page.waitForRequest("**/inventories/filter");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "Vehicles" }).click();
  await request;
  expect(new URL(page.url()).pathname).toBe("/auctions");
  await bar.getByRole("link", { name: "Contact" }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
  const answered = page.waitForResponse("**/inventories/filter");
  release.resolve();
  await answered;
  expect(new URL(page.url()).pathname).toBe("/contact");
  expect(await bar.getByRole("link", { name: "Contact" }).getAttribute("aria-current")).toBe(
    "page",
  );
  await page.goBack();
  await page.waitForURL("**/auctions");
  await page.getByRole("heading", { level: 1, name: "Auctions" }).waitFor();
  await page.goForward();
  await page.waitForURL("**/contact");
  await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
});

test("a link opened in a new tab leaves the page in place", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/auctions");
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Vehicles" })
      .click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await tab.waitForURL("**/vehicles");
  expect(new URL(page.url()).pathname).toBe("/auctions");
});

test("units appear as a grid or a list, depending on the URL", async () => {
  const page = await stage.open("desktop");
  await page.goto("/vehicles", { waitUntil: "networkidle" });
  const first = results(page).getByRole("article").first();
  const second = results(page).getByRole("article").nth(1);
  const tops = async () => [(await first.boundingBox())?.y, (await second.boundingBox())?.y];
  const [oneTop, twoTop] = await tops();
  expect(oneTop).toBe(twoTop);
  await page.getByRole("button", { name: "List", exact: true }).click();
  await page.waitForURL("**/vehicles?view=list");
  await expect
    .poll(async () => {
      const [one = 0, two = 0] = await tops();
      return two > one;
    })
    .toBe(true);
  await page.reload();
  const list = page.getByRole("button", { name: "List", exact: true });
  await expect.poll(() => list.getAttribute("aria-pressed")).toBe("true");
  // The key facts are in one line.
  const facts = results(page)
    .getByText(/· (Runs and drives|Starts|Does not start)(\s· |$)/)
    .first();
  expect((await facts.boundingBox())?.height).toBeLessThan(24);
});

test("on a phone, filters are 44 px high and stay in place when the first is chosen", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/vehicles");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const upcoming = sheet.locator("label").filter({ hasText: "Upcoming" });
  const before = await upcoming.boundingBox();
  expect(before?.height).toBeGreaterThanOrEqual(44);
  expect(await sheet.getByRole("button", { name: "Clear filters" }).isDisabled()).toBe(true);
  await sheet.getByRole("checkbox", { name: /^Live now/ }).click();
  await sheet.getByText("1 selected").waitFor();
  expect(await upcoming.boundingBox()).toEqual(before);
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await sheet.getByText("1 selected").waitFor({ state: "detached" });
});

test("a search can be saved, shows what is new, can be opened and deleted", async () => {
  const page = await stage.open("desktop", { timezoneId: "America/Denver" });
  await page.goto("/vehicles", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Saved searches" }).click();
  await page.waitForURL("**/login?from=**");
  await signIn(page, fleet, "/vehicles?inventoryType=TRUCK_TRACTOR&yearFrom=2012&sort=NEWEST");
  await page.getByRole("button", { name: "Saved searches" }).click();
  const sheet = page.getByRole("dialog", { name: "Saved searches" });
  await sheet.getByRole("button", { name: "Save search" }).click();
  await sheet.getByText("Enter a name").waitFor();
  await sheet.getByLabel("Name").fill("Newer trucks");
  await sheet.getByRole("button", { name: "Save search" }).click();
  await sheet.getByRole("link", { name: "Newer trucks" }).waitFor();
  // Daily alerts come at an hour there (D48).
  expect(await stage.query("SELECT time_zone FROM users WHERE email = $1", [fleet.email])).toEqual([
    { time_zone: "America/Denver" },
  ]);

  await stage.query(
    `UPDATE inventory SET created_at = clock_ms() WHERE id = (SELECT id FROM inventory
      WHERE inventory_type = 'TRUCK_TRACTOR' AND model_year >= 2012 AND status = 'AVAILABLE' LIMIT 1)`,
  );
  await page.goto("/vehicles", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Saved searches , with new units" }).click();
  await sheet.getByRole("link", { name: "Newer trucks 1 new" }).click();
  await page.waitForURL(
    (url) =>
      url.searchParams.get("inventoryType") === "TRUCK_TRACTOR" &&
      url.searchParams.get("yearFrom") === "2012" &&
      url.searchParams.get("sort") === "NEWEST",
  );
  await page.getByRole("button", { name: "Saved searches", exact: true }).click();
  const [before] = await stage.query("SELECT name, filter, alert FROM saved_searches");
  const remove = sheet.getByRole("button", { name: "Delete Newer trucks" });
  await remove.click();
  // Undo replaces the search, and gets the focus.
  const undo = sheet.getByRole("button", { name: "Undo: Newer trucks deleted" });
  await expect.poll(() => undo.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await stage.query("SELECT 1 FROM saved_searches")).toEqual([]);
  await page.keyboard.press("Enter");
  await sheet.getByRole("link", { name: "Newer trucks" }).waitFor();
  await expect.poll(() => remove.evaluate((node) => node === document.activeElement)).toBe(true);
  expect(await stage.query("SELECT name, filter, alert FROM saved_searches")).toEqual([before]);
  await remove.click();
  await undo.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Saved searches", exact: true }).click();
  await sheet.getByText("No saved searches yet").waitFor();
  expect(await stage.query("SELECT 1 FROM saved_searches")).toEqual([]);
});

test("auctions appear in a monthly calendar that can be paged", async () => {
  const page = await stage.open("desktop");
  const [auction] = await stage.query<{ name: string; month: string }>(
    `SELECT name, to_char(start_time AT TIME ZONE time_zone, 'YYYY-MM') AS month FROM auctions
      WHERE scheduled_end_time < now() ORDER BY start_time LIMIT 1`,
  );
  await page.goto("/auctions", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Calendar" }).click();
  const calendar = page.getByRole("region", { name: "Calendar" });
  const link = calendar.getByRole("link", { name: auction?.name }).first();
  const step = async (name: string) => {
    const before = page.url();
    await calendar.getByRole("link", { name }).click();
    await page.waitForURL((url) => url.href !== before);
  };
  await step("Previous month");
  await step("Next month");
  while (!page.url().includes(`month=${auction?.month}`)) {
    await step("Previous month");
  }
  await link.click();
  await page.waitForURL("**/auctions/*");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe(auction?.name);
});

test("an auction that goes live is announced by the browser and the bell, within the interval", async () => {
  const page = await stage.open("desktop");
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript(() => {
    const announced: string[] = [];
    class FakeNotification extends EventTarget {
      static readonly permission = "granted";
      constructor(title: string, options: { body: string }) {
        super();
        announced.push(`${title} ${options.body}`);
      }
    }
    Object.assign(window, { Notification: FakeNotification, announced });
  });
  const [auction] = await stage.query<{ name: string }>(
    `UPDATE auctions SET start_time = clock_ms() + interval '12 seconds' WHERE id = (
      SELECT id FROM auctions WHERE start_time > clock_ms() AND lifecycle = 'PUBLISHED'
      ORDER BY start_time LIMIT 1) RETURNING name`,
  );
  await page.goto("/about");
  const startsBy = Date.now() + 12_000;
  await page.waitForFunction(() => "announced" in window && String(window.announced).length > 0);
  // The page polls every 5 s when the start is less than 30 s away (section 9).
  expect(Date.now() - startsBy).toBeLessThan(7_000);
  expect(
    await page.evaluate(() => String(Object.assign({ announced: [] }, window).announced)),
  ).toBe(`Auction Now Live! ${auction?.name} has started.`);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByText("The auction is live. Bidding is open.").first().waitFor();
});

test("the list of auctions is requested every 30 seconds, with their statuses", async () => {
  const page = await stage.open("desktop");
  await page.clock.install();
  let [requests, responses] = [0, 0];
  const isForList = (request: Request) =>
    request.resourceType() === "fetch" && new URL(request.url()).pathname === "/auctions";
  page.on("request", (request) => (requests += isForList(request) ? 1 : 0));
  page.on("requestfinished", (request) => (responses += isForList(request) ? 1 : 0));
  await page.goto("/auctions", { waitUntil: "networkidle" });
  const [auction] = await stage.query<{ id: number; name: string }>(
    `SELECT id, name FROM auctions WHERE start_time > clock_ms() AND lifecycle = 'PUBLISHED'
      ORDER BY start_time DESC LIMIT 1`,
  );
  // Use a new name for each retry of the test.
  const renamed = `Sale of ${Date.now()}`;
  await stage.query("UPDATE auctions SET name = $2 WHERE id = $1", [auction?.id, renamed]);
  const before = requests;
  // The page's clock also runs by itself, so the time that a busy machine takes for these steps
  // counts.
  await page.clock.runFor(20_000);
  expect(await page.getByText(renamed).count()).toBe(0);
  await page.clock.runFor(11_000);
  await page.getByText(renamed).first().waitFor();
  for (const next of [1, 2, 3]) {
    // The 30 s start when the previous response arrives, in real time.
    await expect.poll(() => responses).toBe(requests);
    await page.clock.runFor(29_000);
    const newRequests = async () => {
      await page.clock.runFor(1_000);
      return requests - before;
    };
    await expect.poll(newRequests, { interval: 200 }).toBeGreaterThanOrEqual(1 + next);
  }
  await stage.query("UPDATE auctions SET name = $2 WHERE id = $1", [auction?.id, auction?.name]);
});

test("a unit's page shows what similar units sold for, and links to those sales (D61)", async () => {
  const page = await stage.open("phone");
  const trailers = await stage.query<{ id: number }>(
    "SELECT id FROM inventory WHERE inventory_type = 'TRAILER' AND status = 'AVAILABLE' ORDER BY id",
  );
  let guided: { id: number; guide: PriceGuide } | undefined;
  for (const { id } of trailers) {
    const reply = await page.request.get(`/inventory/${id}/price-guide`);
    const guide = priceGuide.parse(await reply.json());
    if (guide.range !== null) guided ??= { id, guide };
  }
  const { id, guide } = guided ?? expect.unreachable("no trailer has a guide");
  await page.goto(`/truck/${id}`);
  await page.getByRole("heading", { name: "About this unit" }).scrollIntoViewIfNeeded();
  const section = page.locator("section", {
    has: page.getByRole("heading", { name: "What similar units sold for" }),
  });
  expect(await section.innerText()).toContain(
    `Based on ${guide.range?.sales} paid sales of this type of unit`,
  );
  expect(await section.getByRole("link").count()).toBe(guide.sales.length);
  await section.getByRole("link").first().click();
  await page.waitForURL(`**/truck/${guide.sales[0]?.inventoryId}`);
});

test("a page from an older version of the site reloads itself", async () => {
  const page = await stage.open("phone");
  let lost = 0;
  await page.route("**/assets/*.js", async (route) => {
    lost += 1;
    await (lost === 1 ? route.fulfill({ status: 404, body: "" }) : route.continue());
  });
  await page.goto("/login", { waitUntil: "commit" });
  await expect.poll(() => lost).toBeGreaterThan(1);
  await page.waitForFunction(() => performance.getEntriesByName("interactive").length > 0);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("Enter your email address").waitFor();
});

test.each(["/", "/vehicles", "/truck/5"])(
  "%s is interactive after at most 100 KB of scripts",
  async (path) => {
    const page = await stage.open("phone");
    await openAwake(page, path);
    const bytes = await page.evaluate(() => {
      const until = performance.getEntriesByName("interactive")[0]?.startTime ?? 0;
      return performance
        .getEntriesByType("resource")
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name, startTime }) => /\/assets\/.*\.js$/.test(name) && startTime <= until)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes / 1_024).toBeLessThanOrEqual(100);
  },
);

test("the home page searches, and tells customers what needs them now", async () => {
  const [due] = await stage.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM awards a JOIN users u ON u.id = a.user_id
      WHERE u.email = $1 AND a.status = 'DECLARED'`,
    [fleet.email],
  );
  expect(due?.n).toBeGreaterThan(1);
  const page = await stage.open("phone");
  await signIn(page, fleet);
  await openAwake(page, "/");
  await page.getByRole("link", { name: /^Outbid on \d+ lots?$/ }).waitFor();
  await page.getByRole("link", { name: `${due?.n} payments due` }).click();
  await page.waitForURL("**/dashboard?tab=winnings");
  await openAwake(page, "/");
  await page.getByRole("searchbox").fill("Kenworth");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/vehicles?q=Kenworth");
});

test("chosen filters are removed one by one, and a phone's sheet says how many units match", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/vehicles?manufacturer=Kenworth&fuelType=DIESEL&yearFrom=2012&q=nothing");
  const chips = page.getByRole("list", { name: "Chosen filters" }).getByRole("button");
  await expect
    .poll(() => chips.allInnerTexts())
    .toEqual(["“nothing”", "Kenworth", "Diesel", "Year: 2012 or more"]);
  await page.getByText("No results").waitFor();
  // Only the words leave nothing; without another filter there is still nothing.
  const looser = page.getByRole("list", { name: "What to leave out" }).getByRole("button");
  await expect
    .poll(() => looser.allInnerTexts())
    .toEqual([expect.stringMatching(/^Without “nothing”: \d+ units?$/)]);
  await looser.click();
  await page.getByRole("button", { name: "Remove filter: Diesel" }).click();
  await page.waitForURL("**/vehicles?manufacturer=Kenworth&yearFrom=2012");
  // Until the search answers, the page says 0.
  const units = await page.getByText(/^[1-9]\d* units$/).innerText();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const show = page.getByRole("button", { name: `Show ${units.split(" ")[0]} results` });
  await show.click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a comparison begun on the home page continues in a list, also after a reload", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/");
  const comparison = page.getByRole("region", { name: "Comparison" });
  await page
    .getByRole("button", { name: /^Compare / })
    .first()
    .click();
  await comparison.getByText("1 unit selected").waitFor();
  await openAwake(page, "/vehicles?sort=NEWEST");
  await comparison.getByText("1 unit selected").waitFor();
  await page
    .locator("main")
    .getByRole("button", { name: /^Compare / })
    .first()
    .click();
  await comparison.getByRole("button", { name: "Compare", exact: true }).click();
  await page.getByRole("dialog").getByRole("columnheader").nth(1).waitFor();
  expect(await accessFaults(page, "a comparison")).toEqual([]);
});

test("the banner moves only if it must, and pauses by keyboard", async () => {
  const page = await stage.open("phone");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openAwake(page, "/about");
  const motion = () =>
    page.evaluate(() => {
      const track = document.querySelector(".banner-track");
      return track === null ? null : getComputedStyle(track).animationPlayState;
    });
  const pause = page.getByRole("checkbox", { name: "Pause the banner" });
  await pause.press("Space");
  await page.getByRole("heading", { level: 1 }).click();
  expect(await motion()).toBe("paused");
  await pause.press("Space");
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(motion).toBe("running");
  await page.setViewportSize({ width: 3_000, height: 900 });
  await pause.waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test("on a phone, a lot begins with its pictures, edge to edge, which fingers swipe", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/truck/5");
  const gallery = page.getByRole("region", { name: "Pictures" });
  const row = gallery.getByRole("list", { name: "Pictures" });
  const box = await row.boundingBox();
  expect(box).toMatchObject({ x: 0, width: 390 });
  const title = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(title?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0));
  // What the next swipe can show, and no more of a long row.
  await expect.poll(() => row.locator("img").count()).toBe(2);
  const browser = await page.context().newCDPSession(page);
  const y = (box?.y ?? 0) + 100;
  // A machine that delivers the touches late and at once would make the swipe so fast that it passes two pictures.
  let timestamp = Date.now() / 1_000 - 1;
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...xs: number[]) => {
    const touchPoints = xs.map((x) => ({ x, y }));
    timestamp += 0.05;
    return browser.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });
  };
  await gallery.getByText(/^1 \/ \d+$/).waitFor();
  await touch("touchStart", 320);
  for (const x of [260, 200, 140, 80]) await touch("touchMove", x);
  await touch("touchEnd");
  await gallery.getByText(/^2 \/ \d+$/).waitFor();
  // It counts the second picture from halfway on, and a key would be undone by the rest of the swipe.
  await expect.poll(() => row.evaluate((list) => list.scrollLeft)).toBe(390);
  await row.press("ArrowRight");
  await gallery.getByText(/^3 \/ \d+$/).waitFor();
});

test("a lot links to its auction, which shows its lots' key facts and how many have closed", async () => {
  const [sale] = await stage.query<{ id: number; closed: number; lots: number }>(
    `SELECT auction_id AS id, count(closed_at)::int AS closed, count(*)::int AS lots FROM lots
      GROUP BY auction_id HAVING count(closed_at) BETWEEN 1 AND count(*) - 2 ORDER BY closed DESC LIMIT 1`,
  );
  const [unit] = await stage.query<{ id: number }>(
    `SELECT inventory_id AS id FROM lots WHERE auction_id = $1 AND closed_at IS NULL
      ORDER BY closes_at DESC LIMIT 1`,
    [sale?.id],
  );
  const page = await stage.open("phone");
  await openAwake(page, `/truck/${unit?.id}`);
  await page.getByRole("region", { name: "Bidding" }).first().getByRole("link").last().click();
  await page.waitForURL(`**/auctions/${sale?.id}`);
  await page.getByText(new RegExp(`^${sale?.lots}, \\d+ closed$`)).waitFor();
  const facts = page.getByText(/\s· (Runs and drives|Starts|Does not start)(\s· |$)/);
  expect(await facts.count()).toBeGreaterThan((sale?.lots ?? 0) / 2);
});

test("a lot links to the previous and next lot, which are announced, and back to its place in the list", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/vehicles?auctionStatus=LIVE");
  const card = results(page).getByRole("article").nth(5).getByRole("heading").getByRole("link");
  const name = await card.textContent();
  await card.click();
  await page.waitForURL("**/truck/*");
  const heading = page.getByRole("heading", { level: 1 });
  await expect.poll(() => heading.textContent()).toBe(name);
  const lots = page.getByRole("navigation", { name: "Lots" });
  const steps = lots.getByRole("link", { name: /^(Next|Previous): lot/ });
  const stepLink = (await steps.count()) === 2 ? steps.last() : steps.first();
  const [forth, back] = (await stepLink.getAttribute("aria-label"))?.startsWith("Next")
    ? ["Next", "Previous"]
    : ["Previous", "Next"];
  const label = (await stepLink.getAttribute("aria-label"))?.split("lot ")[1];
  await stepLink.press("Enter");
  await expect.poll(() => lots.getByRole("status").textContent()).toMatch(`Lot ${label}: `);
  expect(await heading.textContent()).not.toBe(name);
  // The focus stays for the next press.
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  expect(focused).toMatch(`${forth}: lot`);
  await lots.getByRole("link", { name: `${back}: lot` }).click();
  await expect.poll(() => heading.textContent()).toBe(name);
  await lots.getByRole("link", { name: "Back to vehicles" }).click();
  await page.waitForURL("**/vehicles?auctionStatus=LIVE");
  await expect.poll(() => card.textContent()).toBe(name);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(500);
});

test("a lot shows how many people watch and viewed it, in lists too", async () => {
  const [unit] = await stage.query<{ id: number; watchers: number }>(
    `SELECT l.inventory_id AS id, count(*)::int AS watchers
      FROM lots l JOIN inventory i ON i.current_lot_id = l.id JOIN wishlist_items w USING (inventory_id)
      WHERE l.closed_at IS NULL AND l.closes_at > clock_ms() + interval '30 minutes'
        AND (SELECT sum(views) FROM unit_views WHERE unit_id = l.inventory_id) > 1
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`,
  );
  expect(unit?.watchers).toBeGreaterThan(1);
  const page = await stage.open("phone");
  await page.goto(`/truck/${unit?.id}`);
  const figures = new RegExp(`\\s· ${unit?.watchers} watching\\s· [\\d,]+ views?$`);
  await page.getByText(figures).waitFor();
  await page.goto("/vehicles?auctionStatus=LIVE&auctionStatus=UPCOMING");
  await results(page)
    .getByText(/\s· \d+ watching\s· [\d,]+ views?$/)
    .first()
    .waitFor();
});

test("a close also appears in the reader's time if the clocks differ, without shifting the layout", async () => {
  const [unit] = await stage.query<{ id: number; zone: string }>(
    `SELECT l.inventory_id AS id, a.time_zone AS zone FROM lots l JOIN auctions a ON a.id = l.auction_id
      WHERE l.opens_at < clock_ms() ORDER BY l.closes_at DESC LIMIT 1`,
  );
  const readIn = async (timezoneId: string) => {
    const page = await stage.open("phone", { timezoneId });
    const faults: string[] = [];
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await openAwake(page, `/truck/${unit?.id}`);
    const time = panel(page)
      .locator("p", { hasText: /[AP]M [A-Z]+T/ })
      .first();
    await time.waitFor();
    return { page, faults, time };
  };
  const abroad = await readIn("Asia/Kolkata");
  await abroad.time.getByText(/^(\w+ \d+, )?\d+:\d\d [AP]M IST your time$/).waitFor();
  expect(abroad.faults).toEqual([]);
  const height = (await abroad.time.boundingBox())?.height;
  const home = await readIn(unit?.zone ?? "");
  await home.page.waitForLoadState("networkidle");
  expect(await home.time.textContent()).not.toContain("your time");
  expect((await home.time.boundingBox())?.height).toBe(height);
});

test("full-screen pictures are described and numbered", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/truck/5");
  await page.getByRole("button", { name: "Full screen" }).click();
  await page
    .getByText(/^1 \/ \d+$/)
    .nth(1)
    .waitFor();
  const slide = page.locator(".yarl__slide_current");
  expect(await slide.innerText()).toBe(await slide.getByRole("img").getAttribute("alt"));
});

test("a button copies the VIN", async () => {
  const page = await stage.open("desktop");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const [unit] = await stage.query<{ id: number; vin: string }>(
    "SELECT id, vin FROM inventory WHERE vin IS NOT NULL AND status = 'IN_AUCTION' AND inventory_type = 'PICKUP' LIMIT 1",
  );
  await openAwake(page, `/truck/${unit?.id}`);
  // Only the page in front may write to the clipboard.
  await page.bringToFront();
  await page.getByRole("button", { name: "Copy VIN" }).click();
  await page.getByText("VIN copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(unit?.vin);
});

test("pressing a unit preloads it before the page opens", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/vehicles");
  const link = results(page).getByRole("heading", { level: 3 }).first().getByRole("link");
  const path = (await link.getAttribute("href"))?.replace("/truck/", "/inventory/") ?? "";
  const read = page.waitForRequest((request) => request.url().endsWith(path));
  await link.hover();
  await page.mouse.down();
  await read;
  expect(page.url()).toMatch(/\/vehicles$/);
  await page.mouse.up();
  await page.waitForURL("**/truck/*");
});
