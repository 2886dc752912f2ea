import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, waitForText } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const UNITS = 200;

/** Inserts units as an import leaves them: drafts that are complete. Returns the import's ID. */
async function importUnits(): Promise<number> {
  const [made] = await stage.query<{ id: number }>(
    `WITH import AS (
        INSERT INTO unit_imports (file_name, state, created_by, started_by, headers, mapping, row_count, done_rows)
        SELECT 'fall.csv', 'DONE', min(id), min(id), '["Stock #"]', '["stockNumber"]', $1, $1
        FROM users WHERE role = 'ROLE_ADMIN' RETURNING id),
      yard AS (INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('North yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id),
      unit AS (
        INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
          model, title_brand, yard_id, specs, sale_type, starting_cents, reserve_cents, status)
        SELECT 'fall-' || n, 'FALL-' || lpad(n::text, 3, '0'), CASE WHEN n % 4 = 0 THEN 'OTHER' ELSE 'EQUIPMENT' END,
          'NONE', 2010 + n % 10, 'Bobcat', 'S650', 'NOT_APPLICABLE', yard.id, '{}',
          CASE WHEN n % 2 = 0 THEN 'ABSOLUTE' ELSE 'RESERVE' END, n * 10000,
          CASE WHEN n % 2 = 1 THEN n * 20000 END, 'DRAFT'
        FROM yard, generate_series(1, $1::int) AS n RETURNING id),
      picture AS (
        INSERT INTO inventory_images (inventory_id, position, media_id, kind, alt)
        SELECT unit.id, 0, (SELECT min(id::text)::uuid FROM media), 'EXTERIOR', 'The front' FROM unit),
      line AS (
        INSERT INTO unit_import_rows (import_id, row_number, cells, inventory_id)
        SELECT import.id, row_number() OVER (ORDER BY unit.id) + 1, '["x"]', unit.id FROM unit, import)
    SELECT id FROM import`,
    [UNITS],
  );
  return Number(made?.id);
}

/** Counts what a person does: each press, choice and typed field. */
function counted(page: Page) {
  let actions = 0;
  const act = async (done: Promise<unknown>) => {
    actions += 1;
    await done;
  };
  return {
    press: (name: string | RegExp, within: Pick<Page, "getByRole"> = page) =>
      act(within.getByRole("button", { name }).first().click()),
    choose: (label: string, value: string, within: Pick<Page, "getByLabel"> = page) =>
      act(within.getByLabel(label, { exact: true }).first().selectOption(value)),
    type: (label: string, value: string) =>
      act(page.getByLabel(label, { exact: true }).first().fill(value)),
    actions: () => actions,
  };
}

test("200 imported units are published and put in an auction in at most 12 actions", async () => {
  const importId = await importUnits();
  const ready = `/admin-dashboard?tab=inventory&importId=${importId}&importPart=READY`;
  const page = await openOffice(stage, "admin", "desktop", ready);
  const { press, choose, type, actions } = counted(page);
  await press(`Select all ${UNITS} that match`);
  await press("Publish");
  const results = page.getByRole("region", { name: "Results" });
  await results.getByText(`${UNITS} done, 0 failed.`).waitFor();
  await results.getByRole("button", { name: `Undo for ${UNITS} units` }).waitFor();
  expect(await accessFaults(page, "the results of an act")).toEqual([]);

  await page.goto("/admin-dashboard?tab=auctions&auction=new");
  await type("Name", "Fall sale");
  await type("Starts", "2032-05-01T09:00");
  await type("First lot closes", "2032-05-01T17:00");
  await press("Add units");
  const add = page.getByRole("dialog", { name: "Add units" });
  await choose("Import", String(importId), add);
  await press(`Add all ${UNITS} that match`, add);
  const list = page.getByRole("list", { name: "Run list" });
  await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThanOrEqual(UNITS);
  await list.getByText("FALL-001 · Equipment").waitFor();
  await choose("Order by", "SPREAD");
  await press("Publish");
  const facts = page.getByRole("alertdialog", { name: "Publish Fall sale?" });
  await facts.getByText("100, starting at $200 to $20,000, $1,010,000 in all").waitFor();
  expect(await facts.innerText()).toMatch(/Without a condition report\s+200/);
  expect(await accessFaults(page, "the facts before publishing")).toEqual([]);
  await press("Save and publish", facts);
  await page.waitForURL(/auction=\d+/);
  await waitForText(page, "Upcoming");
  const auctionId = Number(new URL(page.url()).searchParams.get("auction"));
  const lots = await stage.query<{ inventory_type: string }>(
    `SELECT i.inventory_type FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.auction_id = $1 ORDER BY l.lot_number LIMIT 8`,
    [auctionId],
  );
  expect(
    lots.map(({ inventory_type: kind }) => kind).filter((kind) => kind === "OTHER"),
  ).toHaveLength(2);
  const [row] = await stage.query("SELECT count(*)::int AS lots FROM lots WHERE auction_id = $1", [
    auctionId,
  ]);
  expect(row).toEqual({ lots: UNITS });
  expect(actions()).toBeLessThanOrEqual(12);

  // Moving it shows the new closes first.
  await page.getByRole("button", { name: "Reschedule" }).click();
  const move = page.getByRole("dialog", { name: "Reschedule" });
  await move.getByLabel(/^Starts/).fill("2032-05-02T10:00");
  const first = move.getByRole("table", { name: "New closing times" }).getByRole("row").nth(1);
  await expect
    .poll(() => first.innerText())
    .toMatch(/May 1, 2032, 5:00 PM.*\s.*May 2, 2032, 6:00 PM/);
  await move.getByRole("button", { name: "Reschedule" }).click();
  await waitForText(page, "Auction rescheduled");
});
