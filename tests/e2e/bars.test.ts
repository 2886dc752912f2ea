import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { faultsIn } from "../axe.ts";
import { fleet, openAwake, openStage, panel, signIn, type Stage } from "../stage.ts";

/** Tests of the bars above pages and when each appears (`docs/decisions/0017-header-modes.md`). */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** Waits two frames, until a scroll's effects are laid out and painted. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

test.each(["phone", "desktop"] as const)(
  "the bar changes style after 50 px of scroll without shifting the layout, on a %s",
  async (size) => {
    const page = await stage.open(size);
    await openAwake(page, "/about");
    const bar = page.locator("header[data-scrolled]");
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const long = await height();
    for (const top of [50, 51, 52, 55, 57, 58, 50, 57]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);
      await expect.poll(() => bar.getAttribute("data-scrolled")).toBe(String(top > 50));
      // Wait for running transitions and what they trigger.
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter((animation) => animation instanceof CSSTransition)
            .map(({ finished }) => finished),
        ),
      );
      await painted(page);
      expect(await page.evaluate(() => window.scrollY)).toBe(top);
      expect(await bar.getAttribute("data-scrolled")).toBe(String(top > 50));
      expect(await height()).toBe(long);
    }
  },
);

test.each(["", "/es"])(
  "the bar says where we are, and Watch List, from 1024 px (%s)",
  async (prefix) => {
    const page = await stage.open("desktop");
    const [place, list] = prefix === "" ? ["USA", "Watch List"] : ["EE. UU.", "Seguimiento"];
    for (const width of [1_024, 1_279]) {
      await page.setViewportSize({ width, height: 800 });
      await openAwake(page, `${prefix}/about`);
      const bar = page.getByRole("banner");
      const sizes = await Promise.all(
        [bar.getByText(place), bar.getByRole("link", { name: list })].map((words) =>
          words.boundingBox(),
        ),
      );
      for (const size of sizes) expect(size?.width).toBeGreaterThan(20);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);

test("a visitor's mobile menu has the watchlist, and where we are", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByText("USA").waitFor();
  await menu.getByRole("link", { name: "Watch List" }).click();
  await page.waitForURL((url) => url.pathname === "/login");
  expect(new URL(page.url()).searchParams.get("from")).toBe("/watchlist");
});

test("the mobile menu opens over a scrolled page without shifting the layout", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/about");
  await page.evaluate(() => window.scrollTo({ top: 300, behavior: "instant" }));
  await painted(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Sign In" }).waitFor();
  await painted(page);
  expect(await menu.isVisible()).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  await page.mouse.wheel(0, 60);
  await expect.poll(() => menu.isVisible()).toBe(false);
});

test("the bottom bar of a lot hides while the bid panel is in view", async () => {
  const page = await stage.open("phone");
  await openAwake(page, `/truck/${await stage.liveLot(600)}`);
  const bar = page.getByRole("region", { name: "Next bid" });
  await bar.waitFor();
  await panel(page).evaluate((part) => part.scrollIntoView({ behavior: "instant" }));
  await expect.poll(() => bar.count()).toBe(0);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect.poll(() => bar.count()).toBe(1);
});

test.each([901, 1_440])("a visitor finds all navigation on /vehicles at %i px", async (width) => {
  const page = await stage.open("desktop");
  await page.setViewportSize({ width, height: 800 });
  await openAwake(page, "/vehicles");
  const bar = page.getByRole("banner");
  expect(await bar.count()).toBe(1);
  for (const name of [
    "Gavelyard",
    "Vehicles",
    "Auctions",
    "About Us",
    "Contact",
    "Watch List",
    "Register",
    "Sign In",
  ]) {
    expect(await bar.getByRole("link", { name, exact: true }).isVisible()).toBe(true);
  }
  const { height = 0 } = (await bar.boundingBox()) ?? {};
  expect(height).toBeLessThanOrEqual(56);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await bar.getByRole("link", { name: "Sign In" }).click();
  await page.waitForURL("**/signin");
});

test("a customer finds notifications, the menu and sign-out on /vehicles", async () => {
  const page = await stage.open("desktop");
  await signIn(page, fleet);
  await page.setViewportSize({ width: 901, height: 800 });
  await openAwake(page, "/vehicles");
  const bar = page.getByRole("banner");
  await bar.getByRole("link", { name: "Financing" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(901);
  expect(await bar.getByRole("link", { name: "Sign In" }).count()).toBe(0);
  await bar.getByRole("button", { name: "Notifications" }).click();
  await page.getByRole("region", { name: "Notifications" }).waitFor();
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Marisol Vega" }).click();
  expect(await faultsIn(page, "header")).toEqual([]);
  for (const name of ["Dashboard", "My Profile", "My Watch List"]) {
    expect(await bar.getByRole("link", { name }).isVisible()).toBe(true);
  }
  await bar.getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await page.evaluate(() => localStorage.getItem("jwt"))).toBe(null);
});
