import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

/** What pages report about themselves, and what a new version does to open pages (D79). */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
beforeEach(() => stage.query("DELETE FROM page_failures"));
afterAll(() => stage?.close());

const failures = () =>
  stage.query<{ kind: string; route: string; reports: number; frames: string[]; build: string }>(
    "SELECT kind, route, reports, frames, build FROM page_failures ORDER BY kind",
  );

/** Throws an error from one of the page's own scripts, with a message that names a person. */
const fail = (page: Page, how: "throw" | "reject") =>
  page.evaluate((way) => {
    const error = new TypeError("dana@people.example may not");
    error.stack = `TypeError: dana@people.example\n at bid (${location.origin}/assets/unit-a.js:1:2)`;
    if (way === "throw") return reportError(error);
    const promise = Promise.resolve();
    dispatchEvent(new PromiseRejectionEvent("unhandledrejection", { promise, reason: error }));
  }, how);

test("an uncaught error and a rejection are reported once each, without what names a person", async () => {
  const page = await stage.open("phone");
  await openAwake(page, `/truck/5?from=dana@people.example#dana`);
  for (const how of ["throw", "reject", "throw", "reject"] as const) await fail(page, how);
  await expect.poll(failures).toHaveLength(2);
  const kept = await failures();
  expect(kept.map(({ kind }) => kind)).toEqual(["REJECTED", "UNCAUGHT"]);
  for (const { route, reports, frames, build } of kept) {
    expect({ route, reports, frames }).toEqual({
      route: "/truck/:id",
      reports: 1,
      frames: ["unit-a.js:1:2"],
    });
    expect(build).toMatch(/^index-/);
  }
});

/** A page whose missing script can't be loaded, as after an update. */
const loseScript = (page: Page) =>
  page.evaluate(() => {
    const error = new TypeError(`Failed to fetch ${location.origin}/assets/gone-a.js`);
    const lost = Object.assign(new Event("vite:preloadError"), { payload: error });
    dispatchEvent(lost);
  });

test("a lot's page on which a customer can bid stays after an update, and says so", async () => {
  const unit = await stage.liveLot(600);
  const page = await stage.open("phone");
  await signIn(page, fleet, `/truck/${unit}`);
  await page
    .getByRole("button", { name: /^Bid \$/ })
    .first()
    .waitFor();
  await page.evaluate(() => Object.assign(window, { isStill: true }));
  await loseScript(page);
  await page.getByText("Gavelyard was updated. Reload the page when you're done.").waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "isStill"))).toBe(true);
  await expect.poll(failures).toMatchObject([{ kind: "SCRIPT", frames: ["gone-a.js:0:0"] }]);
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>("header a")?.click());
  await page.waitForURL((url) => url.pathname === "/");
  expect(await page.evaluate(() => Reflect.get(window, "isStill"))).toBe(undefined);
});

test("any other page reloads after an update", async () => {
  const page = await stage.open("phone");
  await openAwake(page, "/about");
  await page.evaluate(() => Object.assign(window, { isStill: true }));
  await Promise.all([page.waitForEvent("load"), loseScript(page)]);
  expect(await page.evaluate(() => Reflect.get(window, "isStill"))).toBe(undefined);
});

test("a visitor's page reports how fast it was painted", async () => {
  const painted = async () => {
    const text = await (await fetch(`${stage.product.url}/metrics`)).text();
    const [, count = "0"] =
      /gavelyard_page_lcp_seconds_count\{route="\/auctions"\} (\d+)/.exec(text) ?? [];
    return Number(count);
  };
  const page = await stage.open("phone");
  await openAwake(page, "/auctions");
  // Browsers settle it with the first input after the code that asks for it has loaded.
  await expect
    .poll(async () => {
      await page.getByRole("heading", { level: 1 }).click();
      return painted();
    })
    .toBe(1);
});
