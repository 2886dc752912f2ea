import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openOffice } from "../office.ts";
import { openStage, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

/** All parts of the staff dashboard that show a table, by what follows `tab=`. */
const tables = [
  "inventory",
  "inventory&spellings=1",
  "auctions",
  "control",
  "winners",
  "payments",
  "payments&view=buyers",
  "payments&view=deliveries",
  "payments&view=pickups",
  "users",
  "users&kind=support",
  "audit",
  "security",
];

test("each table's first row is in the upper third, and compact shows more", async () => {
  const page = await openOffice(stage, "admin");
  const height = page.viewportSize()?.height ?? 0;
  const measure = async (part: string) => {
    await page.goto(`/admin-dashboard?tab=${part}`);
    // A day without pickups has no table; its text is where the table would be.
    const first = page.locator("main").locator("tbody tr, .border-dashed").first();
    await first.waitFor();
    return { part, top: (await first.boundingBox())?.y ?? Number.POSITIVE_INFINITY };
  };
  const measureAll = async () => {
    const all = [];
    for (const part of tables) all.push(await measure(part));
    return all;
  };
  const comfortable = await measureAll();
  expect(comfortable.filter(({ top }) => top > height / 3)).toEqual([]);
  const controlHeight = async () =>
    (await page.getByRole("button", { name: "Search", exact: true }).first().boundingBox())?.height;
  await page.goto("/admin-dashboard?tab=inventory");
  const row = page.locator("tbody tr").first();
  await row.waitFor();
  const before = { control: await controlHeight(), row: (await row.boundingBox())?.height ?? 0 };
  expect(before.control).toBe(36);
  await page.getByText("Compact", { exact: true }).click();
  await expect.poll(controlHeight).toBe(28);
  expect((await row.boundingBox())?.height).toBeLessThan(before.row * 0.75);
  const compact = await measureAll();
  expect(compact.filter(({ top }, at) => top >= (comfortable[at]?.top ?? 0))).toEqual([]);
});
