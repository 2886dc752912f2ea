import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test("filters, order and columns are kept under a name, and shared as a link", async () => {
  const path = "/admin-dashboard?tab=inventory&status=AVAILABLE&sort=PRICE_LOW";
  const page = await openOffice(stage, "support", "desktop", path);
  const head = (name: string) => page.getByRole("columnheader", { name });
  await head("Bids").waitFor();
  await page.getByRole("button", { name: "Views and columns" }).click();
  const sheet = page.getByRole("dialog", { name: "Views and columns" });
  await sheet.getByText("No views yet.").waitFor();
  await sheet.getByLabel("Bids").click();
  await sheet.getByLabel("Auction").click();
  await expect.poll(() => page.url()).toMatch(/hide=auction\.bids/);
  await sheet.getByLabel("Name of this view").fill("Free units");
  await sheet.getByRole("button", { name: "Save view" }).click();
  await sheet.getByRole("link", { name: "Free units" }).waitFor();
  expect(await accessFaults(page, "the views of a table")).toEqual([]);
  // From another filter, one press brings it back, and a colleague opens the same link.
  await page.goto("/admin-dashboard?tab=inventory");
  await head("Bids").waitFor();
  await page.getByRole("button", { name: "Views and columns" }).click();
  await sheet.getByRole("link", { name: "Free units" }).click();
  await expect.poll(() => head("Bids").count()).toBe(0);
  await expect
    .poll(() => page.getByLabel("Status", { exact: true }).inputValue())
    .toBe("AVAILABLE");
  const shared = page.url();
  const colleague = await openOffice(stage, "admin", "desktop", shared);
  await colleague.getByRole("columnheader", { name: "Unit" }).waitFor();
  expect(await colleague.getByRole("columnheader", { name: "Bids" }).count()).toBe(0);
});

test("the head stays while rows scroll, and arrow keys move in all directions", async () => {
  const page = await openOffice(stage, "support", "desktop", "/admin-dashboard?tab=inventory");
  const row = (at: number) => page.locator("tbody tr").nth(at);
  await row(24).waitFor();
  await row(24).scrollIntoViewIfNeeded();
  const [head, last] = [page.locator("thead"), row(24)];
  await expect
    .poll(async () => {
      const [top, under] = [await head.boundingBox(), await last.boundingBox()];
      return top !== null && under !== null && top.y >= 0 && top.y + top.height <= under.y;
    })
    .toBe(true);
  const inRow = (at: number) =>
    row(at).evaluate((element) => element.contains(document.activeElement));
  await row(3).getByRole("checkbox").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => inRow(4)).toBe(true);
  await page.keyboard.press("ArrowRight");
  const link = row(4).getByRole("link").first();
  await page.keyboard.press("ArrowRight");
  expect(await inRow(4)).toBe(true);
  await link.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => inRow(3)).toBe(true);
});

test("a price, a reserve and a yard change in the table, with undo and a clear refusal", async () => {
  const [free] = await stage.query<{ id: string; stock_number: string; starting_cents: number }>(
    "SELECT id, stock_number, starting_cents FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 1",
  );
  const [bidOn] = await stage.query<{ stock_number: string }>(
    `SELECT i.stock_number FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      WHERE l.closed_at IS NULL AND l.bid_count > 0 LIMIT 1`,
  );
  if (free === undefined || bidOn === undefined) throw new Error("the demo has no such units");
  const search = (stock: string) => `/admin-dashboard?tab=inventory&q=${stock}`;
  const page = await openOffice(stage, "support", "desktop", search(free.stock_number));
  const stored = async () =>
    (
      await stage.query<{ starting_cents: number; reserve_cents: number | null; yard_id: number }>(
        "SELECT starting_cents, reserve_cents, yard_id FROM inventory WHERE id = $1",
        [free.id],
      )
    )[0];
  await page.getByRole("button", { name: /^Change Starting price of/ }).click();
  await page.getByLabel("Starting price", { exact: true }).fill("4,321");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Change Starting price of .*\$4,321$/ }).waitFor();
  expect(Number((await stored())?.starting_cents)).toBe(432_100);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => Number((await stored())?.starting_cents)).toBe(free.starting_cents);

  // Somebody else changes the unit while it is being changed here.
  await page.getByRole("button", { name: /^Change Reserve of/ }).click();
  await stage.query("UPDATE inventory SET updated_at = clock_ms() WHERE id = $1", [free.id]);
  await page.getByLabel("Reserve", { exact: true }).fill("99,000");
  await page.keyboard.press("Enter");
  await page
    .getByText(/Someone changed this unit/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");

  await page.goto(search(bidOn.stock_number));
  await page.getByRole("button", { name: /^Change Starting price of/ }).click();
  await page.getByLabel("Starting price", { exact: true }).fill("1");
  await page.keyboard.press("Enter");
  await page
    .getByText(/This lot has bids/)
    .first()
    .waitFor();
});
