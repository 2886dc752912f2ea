import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
let pages: Record<"visitor" | "customer" | "staff", Page>;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  const [visitor, customer, staff] = [
    await stage.open("desktop"),
    await stage.open("desktop"),
    await stage.open("desktop"),
  ];
  await signIn(customer, fleet);
  await signIn(staff, { email: "admin@demo.example", password: "keys-to-the-yard-1" });
  pages = { visitor, customer, staff };
});
afterAll(() => stage?.close());

/** Where a route leads to by who asks for it (section 2, D1); `stays` at the route itself. */
const everybody = { visitor: "stays", customer: "stays", staff: "stays" } as const;
const guestsOnly = { visitor: "stays", customer: "/", staff: "/" } as const;
const customersOnly = { visitor: "/login", customer: "stays", staff: "/admin-dashboard" } as const;
const staffOnly = { visitor: "/login", customer: "/dashboard", staff: "stays" } as const;

const table: readonly (readonly [route: string, heading: RegExp, leads: Record<string, string>])[] =
  [
    ["/", /Iron that works/, everybody],
    ["/vehicles", /Vehicles, trucks and equipment/, everybody],
    ["/truck/1", /\d{4} /, everybody],
    ["/auctions", /^Auctions$/, everybody],
    ["/auctions/1", /Sale|Consignment|Auction/, everybody],
    ["/about", /About us/, everybody],
    ["/company", /./, everybody],
    ["/financing", /^Financing$/, everybody],
    ["/contact", /^Contact$/, everybody],
    ["/security", /^Security$/, everybody],
    ["/bidding-process", /How bidding works/, everybody],
    ["/terms", /Terms/, everybody],
    ["/terms-and-conditions", /Terms/, everybody],
    ["/privacy", /Privacy/, everybody],
    ["/landing", /Tell us the truck/, everybody],
    ["/otp-verification", /Verify your e-mail/, everybody],
    ["/watchlist", /My watchlist/, customersOnly],
    ["/dashboard", /^Hello/, customersOnly],
    ["/dashboard?tab=profile", /^Hello/, customersOnly],
    ["/admin-dashboard", /^Work queue$/, staffOnly],
    ["/admin-dashboard?tab=profile", /^My profile$/, staffOnly],
    ["/register", /Register/, guestsOnly],
    ["/signup", /Register/, guestsOnly],
    ["/signin", /Sign in/, guestsOnly],
    ["/login", /Sign in/, guestsOnly],
    ["/admin-login", /Sign in/, guestsOnly],
    ["/forgot-password", /Forgot your password/, guestsOnly],
    ["/reset-password", /Choose a new password/, guestsOnly],
    ["/no-such-page", /./, everybody],
  ];

const at = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

describe.each(["visitor", "customer", "staff"] as const)("a %s", (who) => {
  test.each(table)("opens %s", async (route, heading, leads) => {
    const page = pages[who];
    const target = leads[who] ?? "stays";
    await page.goto(route);
    await expect
      .poll(() => at(page), { timeout: 10_000 })
      .toBe(target === "stays" ? route : target);
    if (target !== "stays") return;
    const title = page.getByRole("heading", { level: 1 });
    await expect.poll(() => title.first().innerText(), { timeout: 10_000 }).toMatch(heading);
    expect(await title.count()).toBe(1);
    expect((await page.title()).length).toBeGreaterThan(5);
  });
});

test("pages without a header and a footer have none", async () => {
  const { visitor, customer } = pages;
  await visitor.goto("/landing");
  await visitor.getByRole("heading", { level: 1 }).waitFor();
  expect(await visitor.getByRole("contentinfo").count()).toBe(0);
  expect(await visitor.getByRole("banner").count()).toBe(0);
  await customer.goto("/dashboard");
  await customer.getByRole("heading", { level: 1 }).waitFor();
  expect(await customer.getByRole("contentinfo").count()).toBe(0);
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
  await page.context().close();
});

test("the menu of a profile closes by Escape, outside click, scroll and route", async () => {
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
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await page.waitForTimeout(100);
  await open();
  await menu.click();
  await page.waitForURL("**/dashboard?tab=profile");
  await expect.poll(() => menu.isVisible()).toBe(false);
});

test("the banner names live auctions with their zone and leads to the vehicles", async () => {
  const page = await stage.open("phone");
  await page.goto("/");
  const banner = page.getByRole("link", { name: /^Live now: .*\(times in \w+\/[\w ]+\)/ });
  await banner.click();
  await expect.poll(() => at(page)).toBe("/vehicles");
  await page.context().close();
});

/** What people read when a call fails and the server says nothing (section 8). */
const silentFailures: readonly (readonly [
  call: string,
  text: string,
  act: (page: Page) => Promise<void>,
])[] = [
  [
    "/auth/sendotp",
    "Failed to send OTP",
    async (page) => {
      await page.goto("/register", { waitUntil: "networkidle" });
      await page.getByLabel("E-mail").fill("someone@people.example");
      await page.getByRole("button", { name: "Send the code" }).click();
    },
  ],
  [
    "/auth/verifyotp",
    "Invalid OTP",
    async (page) => {
      await page.goto("/otp-verification?email=someone@people.example", {
        waitUntil: "networkidle",
      });
      await page.getByLabel("Code").fill("123456");
      await page.getByRole("button", { name: "Verify" }).click();
    },
  ],
  [
    "/auth/login",
    "Login failed",
    async (page) => {
      await page.goto("/login", { waitUntil: "networkidle" });
      await page.getByLabel("E-mail").fill("someone@people.example");
      await page.getByLabel("Password", { exact: true }).fill("some pass phrase");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    },
  ],
  [
    "/auth/forgot-password",
    "Failed to send reset link",
    async (page) => {
      await page.goto("/forgot-password", { waitUntil: "networkidle" });
      await page.getByLabel("E-mail").fill("someone@people.example");
      await page.getByRole("button", { name: "Send the link" }).click();
    },
  ],
  [
    "/auth/reset-password",
    "Failed to reset password",
    async (page) => {
      await page.goto("/reset-password?token=abc", { waitUntil: "networkidle" });
      await page.getByLabel("New password").fill("a new pass phrase");
      await page.getByLabel("The same again").fill("a new pass phrase");
      await page.getByRole("button", { name: "Change my password" }).click();
    },
  ],
];

test.each(silentFailures)("when %s fails in silence it says %j", async (call, text, act) => {
  const page = await stage.open("phone");
  await page.route(`**${call}`, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
      : route.continue(),
  );
  await act(page);
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain(text);
  await page.context().close();
});

test("a guest who wants to watch a unit is asked to log in and lands back", async () => {
  const page = await stage.open("phone");
  await page.goto("/truck/1", { waitUntil: "networkidle" });
  await page
    .getByRole("button", { name: /^Watch / })
    .first()
    .click();
  await page.waitForURL("**/login");
  await expect
    .poll(async () => (await page.getByRole("alert").allInnerTexts()).join("\n"))
    .toContain("Please log in to add items to your watchlist");
  await page.getByLabel("E-mail").fill(fleet.email);
  await page.getByLabel("Password", { exact: true }).fill(fleet.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect.poll(() => at(page)).toBe("/truck/1");
  await page.context().close();
});

test("a refused watch is undone and said", async () => {
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
  await page.context().close();
});

test("toasts stay 5 seconds and close by their button", async () => {
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
  await page.waitForURL("**/login");
  await page.goBack({ waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^Watch / })
    .first()
    .click();
  await toast.getByRole("button", { name: "Close notification" }).click();
  await expect.poll(() => toast.count()).toBe(0);
  await page.context().close();
});

test("a connection that fails five times is said, and prices are asked for", async () => {
  const page = await stage.open("desktop");
  const inventoryId = await stage.liveLot(600);
  let asked = 0;
  await page.clock.install();
  await page.routeWebSocket(/ws-bid/, (socket) => void socket.close());
  await page.route("**/ws-bid/**", (route) => route.abort());
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/bids/inventory/${inventoryId}/highest`)) asked += 1;
  });
  await page.goto(`/truck/${inventoryId}`);
  const said = page.getByRole("alert").filter({
    hasText: "WebSocket connection failed. Please ensure the backend server is running.",
  });
  for (let second = 0; second < 120 && (await said.count()) === 0; second += 1) {
    await page.clock.runFor(1_000);
    await page.waitForTimeout(30);
  }
  expect(await said.count()).toBe(1);
  const before = asked;
  for (let second = 0; second < 12; second += 1) {
    await page.clock.runFor(1_000);
    await page.waitForTimeout(50);
  }
  expect(asked - before).toBeGreaterThanOrEqual(2);
  await page.context().close();
});
