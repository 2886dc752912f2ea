import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults, accessFaultsOfAll, answerNothing, withholdData } from "../axe.ts";
import { openAwake, openStage, type Stage } from "../stage.ts";

let stage: Stage;
let lotPage: string;
let liveAuction: string;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  const inventoryId = await stage.liveLot(600);
  const [auction] = await stage.query<{ id: string }>(
    "SELECT auction_id AS id FROM lots WHERE inventory_id = $1",
    [inventoryId],
  );
  [lotPage, liveAuction] = [`/truck/${inventoryId}`, `/auctions/${auction?.id}`];
});
afterAll(() => stage?.close());

const withoutData = [
  "/about",
  "/company",
  "/financing",
  "/contact",
  "/security",
  "/privacy",
  "/landing",
  "/signin",
  "/admin-login",
  "/register",
  "/forgot-password",
  "/reset-password",
  "/reset-password?token=from-a-mail",
  "/otp-verification",
  "/otp-verification?email=someone@people.example",
  "/no-such-page",
  "/offline",
] as const;
const ofData = [
  "/",
  "/vehicles",
  "/auctions",
  "/auctions?view=calendar",
  "/bidding-process",
  "/terms",
  "/terms-and-conditions",
] as const;

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

test("visitors' pages pass axe and fit", async () => {
  const page = await stage.open("desktop");
  const [ended] = await stage.query<{ id: string }>(
    "SELECT id FROM auctions WHERE scheduled_end_time < now() ORDER BY id LIMIT 1",
  );
  const paths = [
    ...withoutData,
    ...ofData,
    "/vehicles?q=nothing-is-called-this",
    "/truck/999999",
    lotPage,
    liveAuction,
    `/auctions/${ended?.id}`,
  ];
  expect(await accessFaultsOfAll(page, paths)).toEqual([]);
});

test("what cannot be read is said on every page that is about it, which passes axe", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await withholdData(page.context());
  const paths = [...ofData, lotPage, liveAuction, "/financing?unit=5"];
  const faults = await accessFaultsOfAll(page, paths, async (tab, path) => {
    await tryAgain(tab).first().waitFor();
    expect(await tab.title(), path).toMatch(/Gavelyard/);
  });
  expect(faults).toEqual([]);
});

test("pages that need no answer are whole without one, and pass axe", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await withholdData(page.context());
  const faults = await accessFaultsOfAll(page, withoutData, async (tab, path) => {
    await tab.getByRole("heading", { level: 1 }).waitFor();
    expect(await tryAgain(tab).count(), path).toBe(0);
  });
  expect(faults).toEqual([]);
});

test("what is empty says so on pages that pass axe", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await withholdData(page.context(), answerNothing);
  const said: Readonly<Record<string, string>> = {
    "/": "No auction is planned at the moment",
    "/vehicles": "Nothing matches",
    "/auctions": "No auction is live at the moment.",
    "/auctions?view=calendar": "No auction is in",
    [lotPage]: "No bids yet",
    [liveAuction]: "No lots yet",
  };
  const faults = await accessFaultsOfAll(page, Object.keys(said), (tab, path) =>
    tab
      .getByText(said[path] ?? "")
      .filter({ visible: true })
      .first()
      .waitFor(),
  );
  expect(faults).toEqual([]);
});

test("a page that could not be read is there after another try", async () => {
  const page = await stage.open("phone", { serviceWorkers: "block" });
  await withholdData(page.context());
  await page.goto(lotPage);
  await tryAgain(page).waitFor();
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(
    "This vehicle could not be read",
  );
  await page.context().unrouteAll();
  await tryAgain(page).click();
  await page.getByRole("heading", { level: 1, name: /^\d{4} / }).waitFor();
  await page.context().close();
});

test("a comparison that cannot be read says so and passes axe", async () => {
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
  await page.context().close();
});
