import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withholdData } from "../axe.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

/**
 * Tests of the texts in the specification's section 8, except form texts (`routes.test.ts`).
 */
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const alerts = async (page: Page) => (await page.getByRole("alert").allInnerTexts()).join("\n");
const watch = (page: Page) => page.getByRole("button", { name: /^Watch / }).first();

async function openSignedIn(): Promise<Page> {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await signIn(page, fleet);
  return page;
}

test.each([
  ["the server's message", "fulfill", "The unit was withdrawn."],
  ["what failed", "abort", "We can't reach our server. Check your connection."],
] as const)("a failed watch says %s", async (_what, how, text) => {
  const page = await openSignedIn();
  await page.route("**/api/wishlist/*/*/*", (route) =>
    how === "abort" ? route.abort() : route.fulfill({ status: 409, json: { message: text } }),
  );
  await openAwake(page, "/truck/2");
  await watch(page).click();
  await expect.poll(() => alerts(page)).toContain(text);
});

test("a user whose session ended is asked to log in to manage the watchlist", async () => {
  const page = await openSignedIn();
  await stage.query("DELETE FROM wishlist_items WHERE inventory_id = 3");
  await openAwake(page, "/truck/3");
  await watch(page).click();
  await expect.poll(() => watch(page).getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => alerts(page)).toContain("Added to watchlist");
  await page.evaluate(() => localStorage.clear());
  await watch(page).click();
  await page.waitForURL("**/login?from=**");
  await expect.poll(() => alerts(page)).toContain("Please log in to manage your watchlist");
});

test("an auction without times shows N/A, and counts as upcoming", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await withholdData(page.context(), async (route) => {
    if (new URL(route.request().url()).pathname !== "/auctions") return route.continue();
    const response = await route.fetch();
    const [auction] = (await response.json()) as object[];
    const times = { startTime: null, endTime: null, scheduledEndTime: null };
    const undated = { ...auction, ...times, status: "UNKNOWN", auctionName: "Undated Sale" };
    await route.fulfill({ response, json: [undated] });
  });
  await page.goto("/auctions");
  const card = page.getByRole("article").filter({ hasText: "Undated Sale" });
  await card.waitFor();
  expect(await card.getByRole("definition").allInnerTexts()).toEqual([
    "N/A",
    "N/A",
    expect.stringContaining(","),
    expect.anything(),
  ]);
  expect(await card.innerText()).toContain("To be announced");
});
