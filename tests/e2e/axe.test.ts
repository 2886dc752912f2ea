import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const admin = { email: "admin@demo.example", password: "keys-to-the-yard-1" } as const;

const widths = ["phone", "desktop"] as const;

/** WCAG 2.2, levels A and AA. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

const visitorsPages = [
  "/",
  "/vehicles",
  "/vehicles?q=nothing-is-called-this",
  "/auctions",
  "/about",
  "/company",
  "/financing",
  "/contact",
  "/security",
  "/bidding-process",
  "/terms",
  "/terms-and-conditions",
  "/privacy",
  "/landing",
  "/signin",
  "/admin-login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/reset-password?token=from-a-mail",
  "/otp-verification",
  "/no-such-page",
] as const;
const customersPages = [
  "/dashboard",
  "/dashboard?tab=bids",
  "/dashboard?tab=winnings",
  "/dashboard?tab=purchased",
  "/dashboard?tab=limit",
  "/dashboard?tab=finance",
  "/dashboard?tab=notifications",
  "/dashboard?tab=profile",
  "/watchlist",
  "/financing",
  "/contact",
] as const;

/** What axe finds on a page by day and in the dark, and whether it fits. */
async function inspect(page: Page, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  return judge(page, path);
}

/** What axe finds on the page that is shown once it has come to rest. */
async function judge(page: Page, path: string): Promise<string[]> {
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".animate-pulse") === null &&
      !document.body.innerText.includes("Loading..."),
  );
  const found: string[] = [];
  for (const [colorScheme, axe] of [
    ["light", new AxeBuilder({ page }).withTags(rules)],
    // Nothing but colours differs in the dark.
    ["dark", new AxeBuilder({ page }).withRules(["color-contrast"])],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The new colours are painted, and what still came in with them.
    await page.waitForTimeout(400);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations) {
      found.push(
        `${path} in ${colorScheme}: ${id} ${nodes[0]?.html} ${nodes[0]?.any[0]?.message ?? ""}`,
      );
    }
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  if (overflow > 0) found.push(`${path} is ${overflow} px wider than the screen`);
  return found;
}

const TABS = 4;

/** What is wrong with any of these pages, looked at in a few tabs at a time. */
async function inspectAll(page: Page, paths: readonly string[]): Promise<string[]> {
  const left = [...paths];
  const found: string[] = [];
  const work = async (tab: Page) => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      found.push(...(await inspect(tab, path)));
    }
  };
  const context = page.context();
  const others = Array.from({ length: TABS - 1 }, () => context.newPage());
  await Promise.all([page, ...(await Promise.all(others))].map(work));
  await context.close();
  return found;
}

test.for(widths)("visitors' pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  const inventoryId = await stage.liveLot(600);
  const [auction] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE inventory_id = $1",
    [inventoryId],
  );
  const [ended] = await stage.query<{ id: string }>(
    "SELECT id FROM auctions WHERE scheduled_end_time < now() ORDER BY id LIMIT 1",
  );
  const paths = [
    ...visitorsPages,
    `/truck/${inventoryId}`,
    `/auctions/${auction?.id}`,
    `/auctions/${ended?.id}`,
  ];
  expect(await inspectAll(page, paths)).toEqual([]);
});

test.for(widths)("a customer's pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(600);
  expect(await inspectAll(page, [...customersPages, `/truck/${inventoryId}`])).toEqual([]);
});

test("what cannot be read is said on pages that pass axe", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet);
  const found: string[] = [];
  for (const [name, heading] of [
    ["My Watchlist", "My watchlist"],
    ["Dashboard", "Hello"],
  ] as const) {
    await page.goto("/about", { waitUntil: "networkidle" });
    await page.route(/\/(api|inventories|auctions)\b/, (route) => route.abort());
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name, exact: true }).filter({ visible: true }).click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await page.getByRole("button", { name: "Try again" }).first().waitFor();
    found.push(...(await judge(page, `${name}, without an answer`)));
    await page.unrouteAll();
  }
  expect(found).toEqual([]);
  await page.context().close();
});

test("what is empty says what to do on pages that pass axe", async () => {
  const page = await stage.open("desktop");
  await signIn(page, { email: "new@demo.example", password: "first-day-at-auction-5" });
  const empty = customersPages.filter((path) => !/profile|contact|financing/.test(path));
  expect(await inspectAll(page, empty)).toEqual([]);
});

test.for(widths)("the staff's pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  await signIn(page, admin);
  expect(await inspectAll(page, ["/admin-dashboard"])).toEqual([]);
});
