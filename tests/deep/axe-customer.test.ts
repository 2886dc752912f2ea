import type { BrowserContext, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessFaults, accessFaultsOf } from "../axe.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
let lotPage: string;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  lotPage = `/truck/${await stage.liveLot(600)}`;
});
afterAll(() => stage?.close());

async function signedIn(who: { readonly email: string; readonly password: string }) {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, who);
  return page.context();
}

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
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" }).first();

describe("a customer's pages", () => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await signedIn(fleet);
  });

  test.each([...pages, "a lot"])("%s passes axe and fits the screen", async (path) => {
    expect(await accessFaultsOf(context, path === "a lot" ? lotPage : path)).toEqual([]);
  });
});

describe("a new customer's pages", () => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await signedIn({ email: "new@demo.example", password: "first-day-at-auction-5" });
  });

  test.each(lists)("%s is empty, says what to do, and passes axe", async (path) => {
    expect(await accessFaultsOf(context, path)).toEqual([]);
  });
});

test.each([
  ["Vehicles", "Vehicles, trucks and equipment"],
  ["My Watchlist", "My watchlist"],
  ["Dashboard", "Hello"],
] as const)(
  "a link to %s while the server can't be reached leads to a page that says so and passes axe",
  async (name, heading) => {
    const page = await stage.open("phone");
    await signIn(page, fleet);
    await openAwake(page, "/about");
    await page.route(/\/(api|inventories|auctions)(\/|\?|$)/, (route) => route.abort());
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("link", { name, exact: true }).filter({ visible: true }).first().click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await tryAgain(page).waitFor();
    expect(await accessFaults(page, `${name}, without an answer`)).toEqual([]);
  },
);
