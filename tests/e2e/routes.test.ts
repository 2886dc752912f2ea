import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { withholdData } from "../axe.ts";
import { awake, fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
let pages: Record<"visitor" | "customer" | "staff", Page>;
/** Errors of the visitor's pages, such as hydration mismatches. */
const drawFaults: string[] = [];
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  const [visitor, customer, staff] = [
    await stage.open("desktop"),
    await stage.open("desktop"),
    await stage.open("desktop"),
  ];
  visitor.on("pageerror", ({ message }) => drawFaults.push(`${visitor.url()}: ${message}`));
  await signIn(customer, fleet);
  await signIn(staff, { email: "admin@demo.example", password: "keys-to-the-yard-1" });
  pages = { visitor, customer, staff };
});
afterAll(() => stage?.close());

/** Where each route leads, by kind of user (section 2, D1); `stays` means no redirect. */
const everyone = { visitor: "stays", customer: "stays", staff: "stays" } as const;
const guestsOnly = { visitor: "stays", customer: "/", staff: "/" } as const;
const customersOnly = { visitor: "/login", customer: "stays", staff: "/admin-dashboard" } as const;
const staffOnly = { visitor: "/login", customer: "/dashboard", staff: "stays" } as const;

const table: readonly (readonly [route: string, heading: RegExp, leads: Record<string, string>])[] =
  [
    ["/", /Your next truck/, everyone],
    ["/vehicles", /Vehicles, trucks and equipment/, everyone],
    ["/truck/1", /\d{4} /, everyone],
    ["/auctions", /^Auctions$/, everyone],
    ["/auctions/1", /Sale|Consignment|Auction/, everyone],
    ["/live", /^Live now$/, everyone],
    ["/about", /About us/, everyone],
    ["/company", /./, everyone],
    ["/financing", /^Financing$/, everyone],
    ["/contact", /^Contact$/, everyone],
    ["/security", /^Security$/, everyone],
    ["/bidding-process", /How bidding works/, everyone],
    ["/terms", /Terms/, everyone],
    ["/terms-and-conditions", /Terms/, everyone],
    ["/privacy", /Privacy/, everyone],
    ["/landing", /Tell us what you need/, everyone],
    ["/unsubscribe", /Stop these emails/, everyone],
    ["/not-me", /Was this you/, everyone],
    ["/otp-verification", /Verify your email/, everyone],
    ["/watchlist", /My watchlist/, customersOnly],
    ["/dashboard", /^Hello/, customersOnly],
    ["/dashboard?tab=profile", /^Hello/, customersOnly],
    ["/yard", /^Yard pictures$/, staffOnly],
    ["/admin-dashboard", /^Work queue$/, staffOnly],
    ["/admin-dashboard?tab=profile", /^My profile$/, staffOnly],
    ["/register", /Create account/, guestsOnly],
    ["/signup", /Create account/, guestsOnly],
    ["/signin", /Sign in/, guestsOnly],
    ["/login", /Sign in/, guestsOnly],
    ["/admin-login", /Sign in/, guestsOnly],
    ["/forgot-password", /Forgot your password/, guestsOnly],
    ["/reset-password", /Choose a new password/, guestsOnly],
    ["/no-such-page", /Page not found/, everyone],
  ];

const at = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Goes to a route within the loaded page, like a link. */
const follow = (page: Page, route: string) =>
  page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, route);

describe.each(["visitor", "customer", "staff"] as const)("a %s", (who) => {
  test.each(table)("opens %s", async (route, heading, leads) => {
    const page = pages[who];
    const target = leads[who] ?? "stays";
    // A route that is the same for everyone needs one full load to show that the server renders it.
    if (who !== "visitor" && leads === everyone) await follow(page, route);
    else await openAwake(page, route);
    // A visitor is sent to sign in, and back.
    const there = target === "/login" ? `/login?from=${encodeURIComponent(route)}` : target;
    await expect.poll(() => at(page)).toBe(target === "stays" ? route : there);
    if (target !== "stays") return;
    const title = page.getByRole("heading", { level: 1 });
    await expect.poll(() => title.first().innerText()).toMatch(heading);
    expect(await title.count()).toBe(1);
    expect((await page.title()).length).toBeGreaterThan(5);
    expect(drawFaults.splice(0)).toEqual([]);
  });
});

test("pages without header and footer have neither", async () => {
  const { visitor, customer } = pages;
  await visitor.goto("/landing");
  await visitor.getByRole("heading", { level: 1 }).waitFor();
  expect(await visitor.getByRole("contentinfo").count()).toBe(0);
  expect(await visitor.getByRole("banner").count()).toBe(0);
  await customer.goto("/dashboard");
  await customer.getByRole("heading", { level: 1 }).waitFor();
  expect(await customer.getByRole("contentinfo").count()).toBe(0);
});

test.each(["/truck/999999", "/auctions/999999", "/no-such-page"])(
  "%s isn't found, which is shown between header and footer",
  async (path) => {
    const page = pages.visitor;
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await awake(page);
    expect(drawFaults.splice(0)).toEqual([]);
    expect(await page.getByRole("banner").isVisible()).toBe(true);
    expect(await page.getByRole("contentinfo").count()).toBe(1);
  },
);

test("the browser renders a closed lot's page as the server did", async () => {
  const page = pages.visitor;
  const [lot] = await stage.query<{ id: number }>(
    "SELECT inventory_id AS id FROM lots WHERE outcome = 'SOLD' ORDER BY id LIMIT 1",
  );
  await openAwake(page, `/truck/${lot?.id}`);
  await page.getByRole("region", { name: "Proof of this auction" }).waitFor();
  expect(drawFaults.splice(0)).toEqual([]);
});

test("the bar is hidden on /vehicles above 900 px, and changes after 50 px", async () => {
  const page = await stage.open("desktop");
  const bar = page.locator("header[data-scrolled]");
  await page.goto("/vehicles");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await bar.isVisible()).toBe(false);
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await bar.isVisible()).toBe(true);
  const scrollTo = (y: number) =>
    page.evaluate((top) => {
      window.scrollTo({ top, behavior: "instant" });
      return window.scrollY;
    }, y);
  expect(await scrollTo(50)).toBe(50);
  await page.waitForTimeout(200);
  expect(await bar.getAttribute("data-scrolled")).toBe("false");
  expect(await scrollTo(51)).toBe(51);
  await expect.poll(() => bar.getAttribute("data-scrolled")).toBe("true");
});

test("the profile menu closes on Escape, outside click, scroll and navigation", async () => {
  const page = pages.customer;
  await page.goto("/about");
  const menu = page.getByRole("link", { name: "My Profile" });
  const opener = page.getByRole("button", { name: /Marisol Vega/ });
  const open = async () => {
    await opener.click();
    await menu.waitFor();
  };
  await open();
  expect(await page.getByRole("link", { name: "My Watch List" }).isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => menu.isVisible()).toBe(false);
  await open();
  await page.getByRole("heading", { level: 1 }).click();
  await expect.poll(() => menu.isVisible()).toBe(false);
  await open();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.evaluate(async () => {
    const ended = new Promise((resolve) => {
      window.addEventListener("scrollend", resolve, { once: true });
    });
    window.scrollTo({ top: 0, behavior: "instant" });
    await ended;
  });
  await open();
  await menu.click();
  await page.waitForURL("**/dashboard?tab=profile");
  await expect.poll(() => menu.isVisible()).toBe(false);
});

test("the banner names live auctions with their zone and leads to the vehicles", async () => {
  const page = await stage.open("phone");
  await page.goto("/");
  const banner = page.getByRole("link", {
    name: /^Live now: .*\(times in (?:[A-Z][\w-]+ )+Time\)/,
  });
  await banner.click();
  await expect.poll(() => at(page)).toBe("/vehicles");
});

test("the home page has its live style while any auction is live", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  const styleOfHero = async () => {
    await page.goto("/");
    const hero = page.locator("section", { has: page.getByRole("heading", { level: 1 }) });
    return hero.evaluate((section) => getComputedStyle(section).borderBottomWidth);
  };
  expect(await styleOfHero()).toBe("8px");
  await withholdData(page.context(), (route) =>
    new URL(route.request().url()).pathname === "/auctions"
      ? route.fulfill({ json: [] })
      : route.continue(),
  );
  await expect.poll(styleOfHero).toBe("0px");
});

test("a guest who wants to watch a unit is asked to log in, returns, and watches it", async () => {
  const page = await stage.open("phone");
  await page.goto("/truck/1", { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Watch / })
    .first()
    .click();
  await page.waitForURL("**/login?from=**");
  await expect
    .poll(async () => (await page.getByRole("alert").allInnerTexts()).join("\n"))
    .toContain("Please log in to add items to your watchlist");
  await page.getByLabel("Email").fill(fleet.email);
  await page.getByLabel("Password", { exact: true }).fill(fleet.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => at(page)).toBe("/truck/1");
  await expect
    .poll(async () => (await page.getByRole("alert").allInnerTexts()).join("\n"))
    .toContain("Added to watchlist");
});

test("a refused watch is undone and reported", async () => {
  const page = await stage.open("desktop");
  await signIn(page, fleet);
  await page.route("**/api/wishlist/**", (route) =>
    route.request().method() === "GET"
      ? route.continue()
      : route.fulfill({ status: 500, contentType: "application/json", body: "{}" }),
  );
  await page.goto("/truck/2", { waitUntil: "networkidle" });
  const watch = page.getByRole("button", { name: /^Watch / }).first();
  const before = await watch.getAttribute("aria-pressed");
  await watch.click();
  await expect
    .poll(async () => (await page.getByRole("alert").allInnerTexts()).join("\n"))
    .toContain("An error occurred while managing your wishlist");
  await expect.poll(() => watch.getAttribute("aria-pressed")).toBe(before);
});

test("toasts stay 5 seconds, and can be closed", async () => {
  const page = await stage.open("phone");
  await page.clock.install();
  await page.goto("/truck/1", { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Watch / })
    .first()
    .click();
  const toast = page.getByRole("alert").filter({ hasText: "Please log in" });
  await toast.waitFor();
  await page.clock.runFor(4_500);
  expect(await toast.isVisible()).toBe(true);
  await page.clock.runFor(1_000);
  await expect.poll(() => toast.count()).toBe(0);
  await page.waitForURL("**/login?from=**");
  await page.goBack({ waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^Watch / })
    .first()
    .click();
  await toast.getByRole("button", { name: "Close notification" }).click();
  await expect.poll(() => toast.count()).toBe(0);
});
