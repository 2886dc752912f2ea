import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { staff } from "../office.ts";
import { openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});
const picturesOf = async (unit: number) =>
  (
    await stage.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM inventory_images WHERE inventory_id = $1",
      [unit],
    )
  )[0]?.count ?? 0;

test("pictures taken without a network survive a reload and upload once it is back (D86)", async () => {
  const [unit] = await stage.query<{ id: number; stock_number: string }>(
    "SELECT id, stock_number FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 1",
  );
  const { id = 0, stock_number: number = "" } = unit ?? {};
  const before = await picturesOf(id);
  const page = await stage.open("phone", { serviceWorkers: "allow" });
  await signIn(page, staff.support, "/yard");
  await page.getByRole("heading", { name: "Yard pictures" }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload({ waitUntil: "networkidle" });

  await page.context().setOffline(true);
  await page.getByRole("searchbox").fill(number.toLowerCase());
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /find the unit later/ }).click();
  await page
    .getByLabel("Take picture", { exact: true })
    .and(page.locator("input"))
    .setInputFiles(await photo("a.jpg", "#33a"));
  await page.getByText("Offline. 1 picture is kept here").waitFor();
  const notOne = { name: "b.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  await page
    .getByLabel("Choose pictures", { exact: true })
    .and(page.locator("input"))
    .setInputFiles([notOne, await photo("c.jpg", "#a33")]);
  await page.getByText("Offline. 3 pictures are kept here").waitFor();
  expect(await accessFaults(page, "yard pictures")).toEqual([]);

  await page.reload();
  await page.getByText("Offline. 3 pictures are kept here").waitFor();
  expect(await picturesOf(id)).toBe(before);

  await page.context().setOffline(false);
  await page.getByText("2 pictures uploaded.").waitFor();
  await page.getByText("We can't read b.jpg as a picture").waitFor();
  expect(await picturesOf(id)).toBe(before + 2);
  await page.getByRole("button", { name: "Delete picture" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete picture" }).click();
  await page.getByText("0 pictures wait").waitFor();
  await page.reload();
  await page.getByText("No picture waits.").waitFor();
  expect(await picturesOf(id)).toBe(before + 2);
});

test("pictures that wait upload from any page of staff", async () => {
  const [unit] = await stage.query<{ id: number; stock_number: string }>(
    "SELECT id, stock_number FROM inventory WHERE status = 'AVAILABLE' ORDER BY id DESC LIMIT 1",
  );
  const { id = 0, stock_number: number = "" } = unit ?? {};
  const before = await picturesOf(id);
  const yard = await stage.open("phone", { serviceWorkers: "allow" });
  await signIn(yard, staff.support, "/yard");
  await yard.getByRole("heading", { name: "Yard pictures" }).waitFor();
  await yard.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await yard.reload({ waitUntil: "networkidle" });
  await yard.context().setOffline(true);
  await yard.getByRole("searchbox").fill(number);
  await yard.keyboard.press("Enter");
  await yard.getByRole("button", { name: /find the unit later/ }).click();
  await yard
    .getByLabel("Take picture", { exact: true })
    .and(yard.locator("input"))
    .setInputFiles(await photo("later.jpg", "#3a3"));
  await yard.getByText("Offline. 1 picture is kept here").waitFor();
  const context = yard.context();
  await yard.close();
  await context.setOffline(false);

  const page = await context.newPage();
  await page.goto("/vehicles");
  await page.getByText("1 yard picture uploaded").waitFor();
  expect(await picturesOf(id)).toBe(before + 1);
});
