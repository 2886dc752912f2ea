import type { Page } from "playwright";
import sharp from "sharp";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { archive, csv, workbook } from "../../server/src/testing/spreadsheets.ts";
import { openOffice } from "../office.ts";
import { copartList } from "./copart-list.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** Names a price as no field is called. An import with the columns of an earlier one needs no matching. */
const headersWith = (price: string) => ["Stock #", "Type", "Year", "Make", "Model", "Title", price];
const rowsFor = (prefix: string) => [
  [`${prefix}-1`, "Semi truck", "2019", "Peterbilt", "579", "Clean", "$31,500"],
  [`${prefix}-2`, "Semi truck", "2020", "Kenworth", "T680", "Shiny", "$41,500"],
  [`${prefix}-3`, "Trailer", "unknown", "Wabash", "DuraPlate", "Clean", "9500"],
];
const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer,
});
const photo = (shade: number) =>
  sharp({
    create: { width: 640, height: 430, channels: 3, background: { r: shade, g: 80, b: 90 } },
  })
    .jpeg()
    .toBuffer();

/** Uploads a file and matches the columns that weren't guessed. */
async function uploadAndMatch(
  page: Page,
  upload: ReturnType<typeof file>,
  price: string,
): Promise<string[]> {
  await page.goto("/admin-dashboard?tab=inventory&import=1");
  await page.getByLabel("CSV or XLSX file").waitFor();
  const found = await accessFaults(page, "File");
  await page.getByLabel("CSV or XLSX file").setInputFiles(upload);
  await page.getByRole("button", { name: "Upload file" }).click();
  await page.getByText("6 of 7 columns are matched").waitFor();
  await page.getByText("Not set yet: Starting price, Yard.").waitFor();
  found.push(...(await accessFaults(page, "Columns")));
  await page.getByLabel(price).selectOption({ label: "Starting price, $" });
  await page.getByLabel("Yard", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByText("3 rows, 2 with errors").waitFor();
  return [...found, ...(await accessFaults(page, "Check"))];
}

async function confirmImport(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("button", { name }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Import", exact: true }).click();
}

test("a workbook is matched, corrected, imported, and gets its pictures", async () => {
  const page = await openOffice(stage, "admin");
  const cells = [headersWith("Asking"), ...rowsFor("E2E")].map((row) =>
    row.map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell)),
  );
  const found = await uploadAndMatch(page, file("fall.xlsx", workbook({ Units: cells })), "Asking");
  // Leave midway and return by URL.
  await page.reload();
  await page.getByLabel("Title brand, row 3").selectOption({ label: "Rebuilt" });
  await page.getByLabel("Model year, row 4").fill("2016");
  await page.getByRole("button", { name: "Save 2 changes and check again" }).click();
  await page.getByText("3 rows, none with errors").waitFor();
  await page.getByRole("button", { name: "See 3 as buyers do" }).click();
  const shown = page.getByRole("dialog", { name: "As buyers will see them" });
  await shown.getByRole("heading", { name: "2019 Peterbilt 579" }).waitFor();
  found.push(...(await accessFaults(page, "Preview")));
  await shown.getByRole("button", { name: "Close" }).click();
  await confirmImport(page, /^Import 3 units$/);
  await page.getByRole("heading", { name: "3 units were imported as drafts" }).waitFor();

  const zip = archive({
    "E2E-1_2.jpg": await photo(10),
    "E2E-1_1.jpg": await photo(60),
    "E2E-3/side.jpg": await photo(110),
    "E2E-9.jpg": await photo(160),
  });
  await page.getByLabel("ZIP file of pictures").setInputFiles(file("photos.zip", zip));
  await page.getByRole("button", { name: "Upload pictures" }).click();
  await page.getByText("3 of 4 pictures were added to their units").waitFor();
  await page.getByText("1 picture was skipped").click();
  await page.getByText("No single unit has that stock number, VIN or lot number").waitFor();
  found.push(...(await accessFaults(page, "Results")));
  expect(found).toEqual([]);
  await page.getByRole("link", { name: "Mend 3 units" }).click();
  await page.getByText("3 units", { exact: true }).waitFor();
  await page.getByLabel("Import", { exact: true }).selectOption("");
  await expect.poll(() => page.getByText("3 units", { exact: true }).count()).toBe(0);

  const units = await stage.query<{ stock_number: string; status: string; pictures: number }>(
    `SELECT stock_number, status, (SELECT count(*)::int FROM inventory_images p WHERE p.inventory_id = i.id) AS pictures
      FROM inventory i WHERE stock_number LIKE 'E2E-%' ORDER BY 1`,
  );
  expect(units).toEqual([
    { stock_number: "E2E-1", status: "DRAFT", pictures: 2 },
    { stock_number: "E2E-2", status: "DRAFT", pictures: 0 },
    { stock_number: "E2E-3", status: "DRAFT", pictures: 1 },
  ]);
});

test("a list of Copart takes six decisions, and the next one a single one", async () => {
  const page = await openOffice(stage, "admin");
  let decisions = 0;
  const decide = async (work: Promise<unknown>) => {
    decisions += 1;
    await work;
  };
  const upload = async (name: string, serial: number) => {
    decisions = 0;
    await page.goto("/admin-dashboard?tab=inventory&import=1");
    await page.getByLabel("CSV or XLSX file").setInputFiles(file(name, csv(copartList(serial))));
    await page.getByRole("button", { name: "Upload file" }).click();
  };
  const start = (units: number) =>
    confirmImport(page, new RegExp(`^Import ${units} units, skip rows with errors$`));

  await upload("salesdata.csv", 1_000);
  await page
    .getByText("We know this list. Columns and values are matched as for “Copart”.")
    .waitFor();
  await page.getByText("Not set yet: Starting price, Yard.").waitFor();
  await decide(page.getByLabel("Yard", { exact: true }).selectOption({ index: 1 }));
  await decide(page.getByLabel("Starting price", { exact: true }).fill("25"));
  await page.getByRole("button", { name: "Check rows" }).click();
  await page.getByText("200 rows, 27 with errors").waitFor();
  const all = (field: string) => page.getByLabel(`All other values of ${field}`);
  await decide(all("Title brand").selectOption({ label: "Salvage" }));
  await decide(all("Primary damage").selectOption({ label: "Unknown" }));
  await decide(all("Secondary damage").selectOption({ label: "Unknown" }));
  expect(await accessFaults(page, "Check")).toEqual([]);
  await page.getByRole("button", { name: "Apply to all rows" }).click();
  await page.getByText("200 rows, 3 with errors").waitFor();
  await decide(start(197));
  await page.getByRole("heading", { name: "197 units were imported as drafts" }).waitFor();
  expect(decisions).toBeLessThanOrEqual(6);

  await upload("salesdata-2.csv", 2_000);
  await page.getByText("200 rows, 3 with errors").waitFor();
  await decide(start(197));
  await page.getByRole("heading", { name: "197 units were imported as drafts" }).waitFor();
  expect(decisions).toBe(1);

  const [counted] = await stage.query<{ units: number; abroad: number; priced: number }>(
    `SELECT count(*)::int AS units, count(*) FILTER (WHERE odometer_unit = 'KM')::int AS abroad,
        count(*) FILTER (WHERE starting_cents = 2500)::int AS priced
      FROM inventory WHERE stock_number ~ '^COP[12]\\d{3}$'`,
  );
  expect(counted).toEqual({ units: 394, abroad: 56, priced: 394 });
});

test("yesterday's list again: what is new, changed, the same and gone, and what staff take of it", async () => {
  const head = [...headersWith("Starting price"), "Miles"];
  const vehicle = (stock: string, price = "$31,500", miles = "1,000") => [
    `AGN-${stock}`,
    "Semi truck",
    "2019",
    "Peterbilt",
    "579",
    "Clean",
    price,
    miles,
  ];
  const page = await openOffice(stage, "admin");
  const upload = async (name: string, rows: readonly string[][]) => {
    await page.goto("/admin-dashboard?tab=inventory&import=1");
    await page.getByLabel("CSV or XLSX file").setInputFiles(file(name, csv([head, ...rows])));
    await page.getByRole("button", { name: "Upload file" }).click();
  };
  await upload(
    "Again 1.csv",
    ["1", "2", "3", "4", "5"].map((stock) => vehicle(stock)),
  );
  await page.getByLabel("Yard", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Check rows" }).click();
  await confirmImport(page, /^Import 5 units$/);
  await page.getByRole("heading", { name: "5 units were imported as drafts" }).waitFor();

  await upload("Again 2.csv", [
    vehicle("1"),
    vehicle("2", "$29,000", "1,200"),
    vehicle("3", "$27,000"),
    vehicle("6"),
  ]);
  await page.getByRole("heading", { name: "Compared with your inventory" }).waitFor();
  await page.getByRole("heading", { name: "2 units of the last list are gone" }).waitFor();
  const found = await accessFaults(page, "Compared");
  await page.getByRole("link", { name: "2 Changed" }).click();
  await page.getByLabel("Odometer: 1 unit").uncheck();
  await page.getByLabel("Update row 4").uncheck();
  await page.getByRole("button", { name: "Withdraw units" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw units" }).click();
  await expect.poll(() => page.getByText("AGN-5").count()).toBe(0);
  await confirmImport(page, /^Add 1 unit, update 1 unit$/);
  await page.getByText("1 unit was updated.").waitFor();
  found.push(...(await accessFaults(page, "Results of an update")));
  expect(found).toEqual([]);
  const units = await stage.query<{ stock: string; status: string; price: number; miles: number }>(
    `SELECT right(stock_number, 1) AS stock, status, starting_cents::int / 100 AS price, odometer AS miles
      FROM inventory WHERE stock_number LIKE 'AGN-%' ORDER BY 1`,
  );
  expect(units).toEqual([
    { stock: "1", status: "DRAFT", price: 31_500, miles: 1_000 },
    { stock: "2", status: "DRAFT", price: 29_000, miles: 1_000 },
    { stock: "3", status: "DRAFT", price: 31_500, miles: 1_000 },
    { stock: "4", status: "WITHDRAWN", price: 31_500, miles: 1_000 },
    { stock: "5", status: "WITHDRAWN", price: 31_500, miles: 1_000 },
    { stock: "6", status: "DRAFT", price: 31_500, miles: 1_000 },
  ]);
});

test("support imports a CSV file on a phone, saving and skipping the rows with errors", async () => {
  const page = await openOffice(stage, "support", "phone");
  const upload = file("fall.csv", csv([headersWith("Wanted"), ...rowsFor("TEL")], ";"));
  const found = await uploadAndMatch(page, upload, "Wanted");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Rows with errors", exact: true }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^import-\d+-errors\.csv$/);
  const text = await readFile(await saved.path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(3);
  expect(text).toContain("“Shiny” isn't one of: Clean");
  await page.getByRole("link", { name: "All rows" }).click();
  await expect
    .poll(() => page.getByRole("table", { name: "Rows in the file" }).innerText())
    .toContain("TEL-1");
  await confirmImport(page, /^Import 1 unit, skip rows with errors$/);
  await page.getByRole("heading", { name: "1 unit was imported as a draft" }).waitFor();
  await page.getByText("2 rows with errors were skipped").waitFor();
  found.push(...(await accessFaults(page, "Pictures")));
  expect(found).toEqual([]);
  const [counted] = await stage.query<{ units: number }>(
    "SELECT count(*)::int AS units FROM inventory WHERE stock_number LIKE 'TEL-%'",
  );
  expect(counted?.units).toBe(1);

  await page.getByRole("link", { name: "Import another file" }).click();
  const [all] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export all units" }).click(),
  ]);
  const lines = (await readFile(await all.path(), "utf8")).split("\r\n");
  expect(lines[0]).toContain("Stock number,Type,VIN or serial number");
  expect(lines.length).toBeGreaterThan(400);
});
