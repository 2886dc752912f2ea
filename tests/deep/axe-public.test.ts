import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessFaults, accessFaultsOf, answerNothing, withholdData } from "../axe.ts";
import { pagesAside, pagesOfData, pagesWithoutData, viewsOfData } from "../public-pages.ts";
import { openAwake, openStage, type Stage } from "../stage.ts";

let stage: Stage;
let lot: string;
let live: string;
let ended: string;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  lot = String(await stage.liveLot(600));
  const [auctions] = await stage.query<{ live: string; ended: string }>(
    `SELECT
      (SELECT auction_id FROM lots WHERE inventory_id = $1 AND closed_at IS NULL) AS live,
      (SELECT min(id) FROM auctions WHERE scheduled_end_time < now()) AS ended`,
    [lot],
  );
  if (auctions === undefined) throw new Error("the demo has no auctions");
  ({ live, ended } = auctions);
});
afterAll(() => stage?.close());

const withoutData = [
  ...pagesWithoutData,
  ...pagesAside,
  "/reset-password",
  "/not-me#token=from-a-mail",
] as const;
const ofData = [...pagesOfData, ...viewsOfData, "/auctions/LIVE"] as const;

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

/** Opens a visitor's browser context. `how` can withhold the server's data. */
async function visitor(how: (context: BrowserContext) => Promise<void> = async () => {}) {
  const context = (await stage.open("desktop", { serviceWorkers: "block" })).context();
  await how(context);
  return context;
}

const pathOf = (name: string) =>
  name.replace("LOT", lot).replace("LIVE", live).replace("ENDED", ended);

describe("a visitor's page", () => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await visitor();
  });

  test.each([
    ...withoutData,
    ...ofData,
    "/vehicles?q=nothing-is-called-this",
    "/truck/999999",
    "/auctions/ENDED",
  ])("%s passes axe and fits the screen", async (name) => {
    expect(await accessFaultsOf(context, pathOf(name))).toEqual([]);
  });
});

describe("when there is no data yet", () => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await visitor((opened) => withholdData(opened, answerNothing));
  });

  test.each([
    ["/", "No auctions scheduled"],
    ["/vehicles", "No results"],
    ["/auctions", "No auctions are live right now."],
    ["/auctions?view=calendar", "No auctions in"],
    ["/truck/LOT", "No bids yet"],
    ["/auctions/LIVE", "No lots yet"],
    ["/live", "No auctions are live right now."],
  ])("%s says %s and passes axe", async (name, text) => {
    const faults = await accessFaultsOf(context, pathOf(name), (tab) =>
      tab.getByText(text).filter({ visible: true }).first().waitFor(),
    );
    expect(faults).toEqual([]);
  });
});

test("a page that failed to load passes axe, and appears after a retry", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await withholdData(page.context());
  await page.goto(pathOf("/truck/LOT"));
  await tryAgain(page).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(
    "We couldn't load this vehicle",
  );
  expect(await accessFaults(page, "a lot that failed to load")).toEqual([]);
  await page.context().unrouteAll();
  await tryAgain(page).click();
  await page.getByRole("heading", { level: 1, name: /^\d{4} / }).waitFor();
});

test("a comparison that can't load says so and passes axe", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/vehicles?sort=NEWEST");
  const compare = page.getByRole("button", { name: /^Compare / });
  await compare.nth(0).click();
  await compare.nth(1).click();
  await page.route(/\/inventory\/\d+$/, (route) => route.abort());
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const again = page.getByRole("dialog").getByRole("button", { name: "Try again" });
  await again.waitFor();
  expect(await accessFaults(page, "comparison")).toEqual([]);
  await page.unrouteAll();
  await again.click();
  await expect.poll(() => page.getByRole("dialog").getByRole("columnheader").count()).toBe(3);
});
