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
  await page.goto(path);
  await page.waitForFunction(
    () =>
      document.querySelector("h1") !== null &&
      document.querySelector(".animate-pulse") === null &&
      !document.body.innerText.includes("Loading..."),
  );
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The new colours are painted, and what still came in with them.
    await page.waitForTimeout(250);
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
    for (const { id, nodes } of violations) {
      found.push(`${path} in ${colorScheme}: ${id} ${nodes[0]?.html}`);
    }
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  if (overflow > 0) found.push(`${path} is ${overflow} px wider than the screen`);
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
  for (const path of [
    ...visitorsPages,
    `/truck/${inventoryId}`,
    `/auctions/${auction?.id}`,
    `/auctions/${ended?.id}`,
  ])
    expect(await inspect(page, path)).toEqual([]);
});

test.for(widths)("a customer's pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  await signIn(page, fleet);
  for (const path of customersPages) expect(await inspect(page, path)).toEqual([]);
  const inventoryId = await stage.liveLot(600);
  expect(await inspect(page, `/truck/${inventoryId}`)).toEqual([]);
});

test.for(widths)("the staff's pages pass axe and fit on a %s", async (size) => {
  const page = await stage.open(size);
  await signIn(page, admin);
  expect(await inspect(page, "/admin-dashboard")).toEqual([]);
});
