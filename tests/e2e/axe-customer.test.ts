import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults, accessFaultsOfAll, withholdData } from "../axe.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const lists = [
  "/dashboard",
  "/dashboard?tab=bids",
  "/dashboard?tab=winnings",
  "/dashboard?tab=purchased",
  "/dashboard?tab=limit",
  "/dashboard?tab=finance",
  "/dashboard?tab=notifications",
  "/watchlist",
] as const;
const pages = [...lists, "/dashboard?tab=profile", "/financing", "/contact"] as const;
/** What is told on this device alone, and needs no answer. */
const toldHere = new Set<string>(["/dashboard?tab=notifications", "/contact"]);

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" }).first();

test("a customer's pages pass axe and fit", async () => {
  const page = await stage.open("desktop");
  await signIn(page, fleet);
  const inventoryId = await stage.liveLot(600);
  expect(await accessFaultsOfAll(page, [...pages, `/truck/${inventoryId}`])).toEqual([]);
});

test("what a customer cannot read is said on every page, which passes axe, with a way to try again", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, fleet);
  await withholdData(page.context());
  const paths = [...pages, "/financing?unit=5"];
  const faults = await accessFaultsOfAll(page, paths, async (tab, path) => {
    if (!toldHere.has(path)) await tryAgain(tab).waitFor();
  });
  expect(faults).toEqual([]);
});

test("a link to what cannot be read leads to a page that says so and passes axe", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet);
  const found: string[] = [];
  for (const [name, heading] of [
    ["Vehicles", "Vehicles, trucks and equipment"],
    ["My Watchlist", "My watchlist"],
    ["Dashboard", "Hello"],
  ] as const) {
    await openAwake(page, "/about");
    await page.route(/\/(api|inventories|auctions)(\/|\?|$)/, (route) => route.abort());
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name, exact: true }).filter({ visible: true }).first().click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await tryAgain(page).waitFor();
    found.push(...(await accessFaults(page, `${name}, without an answer`)));
    await page.unrouteAll();
  }
  expect(found).toEqual([]);
  await page.context().close();
});

test("what is empty says what to do on pages that pass axe", async () => {
  const page = await stage.open("desktop");
  await signIn(page, { email: "new@demo.example", password: "first-day-at-auction-5" });
  expect(await accessFaultsOfAll(page, lists)).toEqual([]);
});
