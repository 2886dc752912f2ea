import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, staff, waitForText } from "../office.ts";
import { openStage, type Size, type Stage } from "../stage.ts";

interface Unit {
  readonly id: number;
  readonly vin: string;
  readonly stock_number: string;
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(
    `UPDATE users SET withheld_permissions = '{documents,money,gate,auctions,users,settings}' WHERE email = $1`,
    [staff.support.email],
  );
});
afterAll(() => stage?.close());

/** Returns a unit, the newest that the condition is true of. */
async function unitWhere(condition: string): Promise<Unit> {
  const [unit] = await stage.query<Unit>(
    `SELECT i.id, i.vin, i.stock_number FROM inventory i WHERE i.vin IS NOT NULL AND i.title_brand = 'CLEAN'
      AND ${condition} ORDER BY i.id DESC LIMIT 1`,
  );
  return unit ?? expect.fail("the demo has no such unit");
}

const eventsOf = async ({ id }: Unit) =>
  (
    await stage.query<{ kind: string }>(
      "SELECT kind FROM title_events WHERE inventory_id = $1 ORDER BY seq",
      [id],
    )
  ).map(({ kind }) => kind);

async function openDesk(size: Size): Promise<Page> {
  const page = await openOffice(stage, "support", size, "/admin-dashboard?tab=titles");
  await page.getByRole("heading", { name: "Titles", level: 1 }).waitFor();
  return page;
}

test("a clerk records a title by its VIN, mends what differs, and marks it as checked, on a phone", async () => {
  const unit = await unitWhere(
    "i.status = 'AVAILABLE' AND NOT EXISTS (SELECT FROM title_events e WHERE e.inventory_id = i.id)",
  );
  const page = await openDesk("phone");
  await page.getByRole("searchbox").fill(unit.vin);
  await page.keyboard.press("Enter");
  await page.getByRole("link").filter({ hasText: unit.stock_number }).click();
  expect(await accessFaults(page, "a unit without a title")).toEqual([]);
  await page.getByRole("button", { name: "Record arrival" }).click();
  await waitForText(page, "Enter the VIN on the paper");
  await page.getByLabel("VIN on the paper").fill(unit.vin);
  await page.getByLabel("Brand on the paper").selectOption("REBUILT");
  await page.getByLabel("Title number").fill("T-0042");
  await page.getByLabel("Kept in").fill("Safe 2, folder 14");
  await page.getByRole("button", { name: "Record arrival" }).click();
  await waitForText(page, "Differs from the listing");
  expect(await accessFaults(page, "a title that differs")).toEqual([]);
  // It can't be checked yet.
  expect(await page.getByLabel("Event").locator("option").allInnerTexts()).not.toContain("Checked");
  await page.getByRole("button", { name: "Correct paper" }).click();
  expect(await page.getByLabel("Title number").inputValue()).toBe("T-0042");
  await page.getByLabel("Brand on the paper").selectOption("CLEAN");
  await page.getByRole("button", { name: "Save correction" }).click();
  await page.getByLabel("Event").selectOption({ label: "Checked" });
  await page.getByRole("button", { name: "Record event" }).click();
  await expect.poll(() => eventsOf(unit)).toEqual(["RECEIVED", "READY"]);
});

test("a clerk sends the title of a paid unit, at the desk", async () => {
  const unit = await unitWhere(
    `EXISTS (SELECT FROM title_states t WHERE t.inventory_id = i.id AND t.state = 'READY')
      AND EXISTS (SELECT FROM releases r JOIN awards a ON a.id = r.award_id WHERE a.lot_id = i.current_lot_id)`,
  );
  const page = await openDesk("desktop");
  await page.getByRole("link", { name: /^Checked \(/ }).click();
  const line = page.getByRole("link").filter({ hasText: unit.stock_number });
  expect(await line.innerText()).toContain("Promised to");
  await line.click();
  await page.getByLabel("Carrier").fill("UPS");
  await page.getByLabel("Tracking number").fill("1Z999AA1");
  await page.getByRole("button", { name: "Record event" }).click();
  await waitForText(page, "On its way");
  await waitForText(page, /UPS\s·\s1Z999AA1/);
  expect((await eventsOf(unit)).at(-1)).toBe("SENT");
});
