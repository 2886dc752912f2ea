import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { chosen, field, palette } from "../palette.ts";
import { fleet, keysAwake, openStage, panel, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const group = (page: Page, name: string) => palette(page).getByRole("group", { name });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });

/** Returns the focused element's name, once it matches. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
  });

/** Presses the keys of a sequence, which must follow each other quickly. */
const press = (page: Page, ...keys: readonly string[]) =>
  Promise.all(keys.map((key) => page.keyboard.press(key)));

interface Unit {
  readonly id: string;
  readonly stock_number: string;
  readonly vin: string;
  readonly lot_number: number;
  readonly name: string;
}

test("a visitor finds pages, units, lots and auctions with Ctrl-K", async () => {
  const [unit] = await stage.query<Unit>(
    `SELECT i.id, i.stock_number, i.vin, l.lot_number, a.name
      FROM inventory i JOIN lots l ON l.id = i.current_lot_id JOIN auctions a ON a.id = l.auction_id
      WHERE i.vin IS NOT NULL AND l.closed_at IS NULL AND i.status = 'IN_AUCTION' ORDER BY l.closes_at DESC LIMIT 1`,
  );
  if (unit === undefined) throw new Error("the demo has no unit in an auction");
  const page = await stage.open("desktop");
  await page.goto("/contact");
  const button = page.getByRole("button", { name: "Search or go to…" });
  await button.click();
  await expect
    .poll(() => field(page).evaluate((node) => node === document.activeElement))
    .toBe(true);
  await group(page, "Pages").getByRole("option", { name: "Sign in" }).waitFor();
  expect(await group(page, "Pages").getByRole("option", { name: "My bids" }).count()).toBe(0);
  expect(await palette(page).getByRole("option", { name: "Sign out" }).count()).toBe(0);
  expect(await accessFaults(page, "the palette")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);

  // A slow response to an earlier text isn't shown.
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/inventories/filter", async (route) => {
    if (route.request().postData()?.includes("volvo") === true) await held;
    await route.continue();
  });
  await keysAwake(page);
  await page.keyboard.press("Control+k");
  const volvoRequest = page.waitForRequest(
    (request) => request.postData()?.includes("volvo") === true,
  );
  await field(page).fill("volvo");
  await volvoRequest;
  await palette(page).getByRole("option", { name: "Search vehicles for “volvo”" }).waitFor();
  await field(page).fill(unit.stock_number);
  await group(page, "Units").getByRole("option").first().waitFor();
  const lateResponse = page.waitForResponse(
    (answer) => answer.request().postData()?.includes("volvo") === true,
  );
  release();
  await lateResponse;
  expect(await group(page, "Units").getByRole("option").count()).toBe(1);
  expect(await group(page, "Units").innerText()).not.toContain("Volvo");
  for (const text of [unit.vin, unit.vin.slice(-6), `lot ${unit.lot_number}`, unit.stock_number]) {
    await field(page).fill(text);
    await chosen(page, new RegExp(`Lot ${unit.lot_number}, `)).waitFor();
  }
  await page.keyboard.press("Enter");
  await page.getByText(`Stock ${unit.stock_number}`).waitFor();

  await page.keyboard.press("Control+k");
  await group(page, "Recently viewed").getByRole("option").first().waitFor();
  await field(page).fill(unit.name.slice(0, 12));
  await group(page, "Auctions").getByRole("option", { name: unit.name }).click();
  await page.waitForURL(/\/auctions\/\d+$/);

  // Without a response, it says so and can retry.
  await page.unroute("**/inventories/filter");
  await page.route("**/inventories/filter", (route) => route.abort());
  await page.keyboard.press("Control+k");
  await field(page).fill("peterbilt");
  await palette(page).getByText("Couldn't search.").waitFor();
  await page.unroute("**/inventories/filter");
  await palette(page).getByRole("button", { name: "Try again" }).click();
  await group(page, "Units").getByRole("option").first().waitFor();

  await field(page).fill("dark");
  await chosen(page, /^Dark/).waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset["theme"]))
    .toBe("dark");
  await page.keyboard.press("Control+k");
  await field(page).fill("espanol");
  await chosen(page, /^Español/).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/es\/auctions\/\d+$/);
});

test("a customer uses single-key shortcuts, which never act while typing", async () => {
  const page = await stage.open("desktop");
  const inventoryId = await stage.liveLot(3_000);
  const [row] = await stage.query<{ id: number; before: string }>(
    `SELECT l.auction_id AS id, (SELECT p.inventory_id FROM lots p WHERE p.auction_id = l.auction_id
        AND p.lot_number < l.lot_number ORDER BY p.lot_number DESC LIMIT 1) AS before
      FROM lots l WHERE l.inventory_id = $1 AND l.closed_at IS NULL`,
    [inventoryId],
  );
  await stage.query(
    "DELETE FROM wishlist_items WHERE user_id = (SELECT id FROM users WHERE email = 'fleet@demo.example')",
  );
  const watched = async () =>
    (
      await stage.query<{ id: number }>(
        "SELECT inventory_id AS id FROM wishlist_items w JOIN users u ON u.id = w.user_id WHERE u.email = $1",
        [fleet.email],
      )
    ).map(({ id }) => id);
  await signIn(page, fleet, "/vehicles");
  await keysAwake(page);
  const names = await page.getByRole("article").getByRole("heading").allInnerTexts();
  for (const [key, at] of [
    ["j", 0],
    ["j", 1],
    ["j", 2],
    ["k", 1],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused(page)).toBe(names[at]);
  }
  expect(
    await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    ),
  ).toBe("solid");
  await page.keyboard.press("w");
  await expect.poll(watched).toHaveLength(1);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/truck\/\d+$/);
  await page.getByRole("heading", { level: 1, name: names[1] ?? "" }).waitFor();
  await page.getByRole("link", { name: "Back to vehicles" }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/vehicles");

  // The search has the focus, so keys are text.
  const search = page.getByRole("searchbox").filter({ visible: true });
  await search.waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("w?gh");
  expect(await search.inputValue()).toBe("w?gh");
  expect(await sheet(page).count()).toBe(0);
  await page.keyboard.press("Control+k");
  await field(page).fill("lot 9001");
  await chosen(page, /Lot 9001, /).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/truck/${inventoryId}`);

  await panel(page).getByLabel("Or set a maximum bid ($)").waitFor();
  await page.keyboard.press("b");
  await expect
    .poll(() =>
      panel(page)
        .getByLabel("Or set a maximum bid ($)")
        .evaluate((node) => node === document.activeElement),
    )
    .toBe(true);
  // Neither the field nor the panel around it leaves the page, and no key places a bid.
  for (const key of ["w", "b", "[", "Escape"]) await page.keyboard.press(key);
  expect(page.url()).toContain(`/truck/${inventoryId}`);
  expect(await watched()).toHaveLength(1);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("w");
  await expect.poll(watched).toContain(inventoryId);
  await page.getByRole("link", { name: /^Previous: lot / }).waitFor();
  await page.keyboard.press("[");
  await page.waitForURL(`**/truck/${row?.before}`);
  await page.getByRole("link", { name: "Next: lot 9001" }).waitFor();
  await page.keyboard.press("]");
  await page.waitForURL(`**/truck/${inventoryId}`);
  const bids = await stage.query(
    "SELECT bid_count FROM lots WHERE inventory_id = $1 AND closed_at IS NULL",
    [inventoryId],
  );
  expect(bids).toEqual([{ bid_count: 0 }]);

  await press(page, "g", "w");
  await page.waitForURL("**/watchlist");
  await page.getByRole("article").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("w");
  await expect.poll(watched).toHaveLength(1);
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await page.keyboard.press("Control+z");
  await expect.poll(watched).toHaveLength(2);

  await page.keyboard.press("?");
  const single = sheet(page).getByLabel("Single-key shortcuts");
  await single.waitFor();
  expect(await accessFaults(page, "the list of shortcuts")).toEqual([]);
  await single.uncheck();
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  // Turned off, they do nothing, except Ctrl-K.
  for (const key of ["?", "g", "h"]) await page.keyboard.press(key);
  await page.keyboard.press("Control+k");
  expect(page.url()).toContain("/watchlist");
  expect(await sheet(page).count()).toBe(0);
  await field(page).fill("shortcuts");
  await chosen(page, "Keyboard shortcuts").waitFor();
  await page.keyboard.press("Enter");
  await single.check();
  await page.keyboard.press("Escape");
  await sheet(page).waitFor({ state: "detached" });
  await press(page, "g", "m");
  await page.waitForURL("**/dashboard?tab=bids");
  // The URL changes before the page does.
  await page.getByRole("heading", { level: 1, name: /^Hello/ }).waitFor();
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().waitFor();
  await page.keyboard.press("j");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("A");
  await page.keyboard.press("Control+k");
  await field(page).fill("sign out");
  await chosen(page, "Sign out").waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt"))).toBe(null);
});
