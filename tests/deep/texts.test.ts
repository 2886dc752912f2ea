import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withholdData } from "../axe.ts";
import { signInAs } from "../silent-failures.ts";
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
  { body: {}, text: "Failed to refresh token" },
  { body: { message: "The keys were changed." }, text: "The keys were changed." },
])("a refused token exchange ends the session and says $text", async ({ body, text }) => {
  const page = await openSignedIn();
  await page.route("**/api/wishlist/*", (route) =>
    route.fulfill({ status: 401, json: { message: "Token expired" } }),
  );
  await page.route("**/auth/refresh-token", (route) => route.fulfill({ status: 500, json: body }));
  await page.goto("/watchlist");
  await page.waitForURL("**/login?expired=true");
  await expect.poll(() => alerts(page)).toContain(text);
  expect(await page.evaluate(() => localStorage.getItem("jwt"))).toBe(null);
});

test.each(["jwt malformed", "No token", "Session expired", "Unauthorized", "Invalid signature"])(
  "a 401 that says %j ends the session",
  async (message) => {
    const page = await openSignedIn();
    await page.route("**/api/wishlist/*", (route) =>
      route.fulfill({ status: 401, json: { message } }),
    );
    await page.route("**/auth/refresh-token", (route) =>
      route.fulfill({ status: 401, json: { message } }),
    );
    await page.goto("/watchlist");
    await page.waitForURL("**/login?expired=true");
    await expect.poll(() => alerts(page)).toContain("Session expired. Please log in again.");
  },
);

test("a proxy's error page is never shown", async () => {
  const page = await stage.open("desktop", { serviceWorkers: "block" });
  await page.route("**/auth/login", (route) =>
    route.fulfill({
      status: 502,
      contentType: "text/html",
      body: "<html><h1>502 Bad Gateway</h1>",
    }),
  );
  await signInAs(page, "/login");
  await expect.poll(() => alerts(page)).toBe("Login failed");
  await page.unroute("**/auth/login");
  await page.route("**/auth/login", (route) => route.abort());
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect
    .poll(() => alerts(page))
    .toBe("Login failed. We can't reach our server. Check your connection.");
});

test("another 401 doesn't end the session", async () => {
  const page = await openSignedIn();
  await page.route("**/api/wishlist/*", (route) =>
    route.fulfill({ status: 401, json: { message: "Not today" } }),
  );
  await page.goto("/watchlist");
  await expect.poll(() => alerts(page)).toContain("Not today");
  expect(new URL(page.url()).pathname).toBe("/watchlist");
});

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

test("a watchlist in the specification's older form is shown, even with missing fields", async () => {
  const page = await openSignedIn();
  const older = [
    { id: 1, vehicleName: "Mack Anthem", startingPrice: 9_500, odometer: 88_000, images: null },
    { id: 2, modelYear: 2020, manufacturer: "Kenworth", model: "T680", imageUrl: ["/share.jpg"] },
    { id: 3, name: null, price: null, mileage: null, location: null, lot: null },
  ];
  await page.route("**/api/wishlist/*", (route) => route.fulfill({ json: older }));
  await page.goto("/watchlist");
  const units = page.getByRole("article");
  await expect.poll(() => units.count()).toBe(3);
  const texts = await units.allInnerTexts();
  for (const [index, words] of [
    ["Mack Anthem", "88,000 mi", "$9,500"],
    ["2020 Kenworth T680", "N/A"],
    ["Unknown Vehicle", "N/A"],
  ].entries()) {
    for (const word of words) expect(texts[index]).toContain(word);
  }
  const pictures = await units
    .locator("img")
    .evaluateAll((all) =>
      all.map((picture) => (picture instanceof HTMLImageElement ? picture.src : "")),
    );
  expect(pictures.map((src) => new URL(src).pathname)).toEqual([
    "/no-picture.svg",
    "/share.jpg",
    "/no-picture.svg",
  ]);
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
  await page.waitForURL("**/login");
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
