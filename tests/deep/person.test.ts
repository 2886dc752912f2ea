import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, waitForText } from "../office.ts";
import { keysAwake, openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test("a caller's title, invoice and bid are answered on a phone, from the VIN", async () => {
  const [sold] = await stage.query<{ vin: string; user_id: number; number: string }>(
    `SELECT i.vin, w.user_id, v.number
      FROM awards w JOIN invoices v ON v.award_id = w.id JOIN lots l ON l.id = w.lot_id
      JOIN inventory i ON i.id = l.inventory_id
      WHERE w.status = 'PAID' AND i.vin IS NOT NULL ORDER BY w.id DESC LIMIT 1`,
  );
  if (sold === undefined) throw new Error("the demo has sold nothing");
  const page = await openOffice(stage, "support", "phone");
  await keysAwake(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or go to…" });
  await palette.getByPlaceholder("Search pages, records and actions").fill(sold.vin);
  await palette.getByRole("group", { name: "Users" }).getByRole("option").first().click();
  await page.waitForURL(new RegExp(`user=${sold.user_id}`));
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("button", { name: "Purchases and money" }).click();
  await timeline.getByRole("link", { name: sold.number }).waitFor();
  await timeline.getByRole("button", { name: "Bids" }).click();
  await timeline.getByText(/^Bid /).first().waitFor();
  await timeline.getByRole("button", { name: "Papers" }).click();
  await expect.poll(() => timeline.innerText()).toMatch(/Title |Nothing here yet/);
  expect(await timeline.getByText(/^Bid /).count()).toBe(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  expect(await accessFaults(page, "a person on a phone")).toEqual([]);

  const notes = page.getByRole("region", { name: "Notes" });
  await notes.getByLabel("New note").fill("Asked where the title is");
  await notes.getByLabel("About a call").check();
  await notes.getByRole("button", { name: "Save note" }).click();
  await waitForText(page, "Note saved");
  await timeline.getByRole("button", { name: "Contact" }).click();
  await timeline
    .getByRole("listitem")
    .filter({ hasText: "Call" })
    .getByText(/Asked where the title is/)
    .waitFor();
});
