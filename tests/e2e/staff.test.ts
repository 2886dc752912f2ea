import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { twoPersonRuleOff } from "../../server/src/testing/two-person-rule.ts";
import { goTo, openOffice as openAs, staff, waitForText, type StaffRole } from "../office.ts";
import { staffWays } from "../staff-ways.ts";
import { keysAwake, openStage, signIn, signInByHand, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  await stage.query(twoPersonRuleOff);
});
afterAll(() => stage?.close());

const openOffice = (role: StaffRole) => openAs(stage, role);
const form = (page: Page, name: string) => page.getByRole("form", { name });

staffWays("admin", () => stage);

test("two members of staff change one unit; the second one is told and loses nothing", async () => {
  const [one, two] = [await openOffice("admin"), await openOffice("support")];
  const [unit] = await stage.query<{ id: number }>(
    "SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id DESC LIMIT 1",
  );
  for (const page of [one, two]) {
    await goTo(page, `tab=inventory&unit=${unit?.id}`);
    await form(page, "Unit").getByLabel("Trim").waitFor();
  }
  await form(two, "Unit").getByLabel("Trim").fill("Typed by the second");
  await form(two, "Unit").getByLabel("Description").fill("Also typed by the second");
  await form(one, "Unit").getByLabel("Trim").fill("Typed by the first");
  await form(one, "Unit").getByLabel("Series").fill("Only the first");
  await form(one, "Unit").getByRole("button", { name: "Save", exact: true }).click();
  await waitForText(one, / saved$/);
  await form(two, "Unit").getByRole("button", { name: "Save", exact: true }).click();
  await two.getByText(/Someone changed this unit while you were editing\. We kept/).waitFor();
  const second = form(two, "Unit");
  expect(await second.getByLabel("Trim").inputValue()).toBe("Typed by the second");
  expect(await second.getByLabel("Series").inputValue()).toBe("Only the first");
  await second.getByRole("button", { name: "Save", exact: true }).click();
  await waitForText(two, / saved$/);
  const [kept] = await stage.query<{ trim: string; series: string; description: string }>(
    "SELECT trim, specs ->> 'series' AS series, description FROM inventory WHERE id = $1",
    [unit?.id],
  );
  expect(kept).toEqual({
    trim: "Typed by the second",
    series: "Only the first",
    description: "Also typed by the second",
  });
});

test("Ctrl-K finds a record by a few letters, and an action", async () => {
  const page = await openOffice("admin");
  await keysAwake(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or go to…" });
  await palette.getByPlaceholder("Search pages, records and actions").fill("fleet@demo");
  await palette.getByRole("option", { name: /fleet@demo\.example/, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/tab=users&user=\d+/);
  await page.getByRole("region", { name: "Timeline" }).getByRole("listitem").first().waitFor();
  await page.keyboard.press("Control+k");
  await palette.getByPlaceholder("Search pages, records and actions").fill("new auc");
  await palette.getByRole("option", { name: "New auction", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/tab=auctions&auction=new/);
  expect(await form(page, "Auction").getByLabel("Name").inputValue()).toBe("");
});

test("actions that a role may not take aren't shown", async () => {
  const [boss, desk] = [await stage.open("desktop"), await stage.open("desktop")];
  await signInByHand(boss, staff.admin, "/admin-login");
  await signInByHand(desk, staff.support, "/admin-login");
  for (const page of [boss, desk]) await goTo(page, "tab=users");
  await boss.getByRole("button", { name: "New support user" }).waitFor();
  await desk.getByRole("table", { name: "Users" }).waitFor();
  expect(await desk.getByRole("button", { name: "New support user" }).count()).toBe(0);
  for (const page of [boss, desk]) await goTo(page, "tab=limits");
  await boss.getByRole("heading", { name: "To decide" }).waitFor();
  await desk.getByRole("heading", { name: "To review" }).waitFor();
  expect(await desk.getByRole("heading", { name: "To decide" }).count()).toBe(0);
});

test("staff state why they open a customer's document, which is audited (D55)", async () => {
  const [paper] = await stage.query<{ owner: number; name: string }>(
    `SELECT owner_id::int AS owner, file_name AS name FROM documents
      WHERE purpose = 'BID_LIMIT' AND removed_at IS NULL ORDER BY id LIMIT 1`,
  );
  const page = await stage.open("desktop");
  await signIn(page, staff.support, `/admin-dashboard?tab=users&user=${paper?.owner}`);
  const documents = page.getByRole("region", { name: "Documents" });
  await documents.getByRole("button", { name: paper?.name }).first().click();
  const sheet = page.getByRole("dialog", { name: paper?.name });
  await sheet.getByLabel("Why are you opening this document?").fill("The customer called about it");
  await sheet.getByRole("button", { name: "Open document" }).click();
  await sheet.getByRole("button", { name: "Download" }).waitFor();
  const opened = await stage.query<{ reason: string }>(
    "SELECT reason FROM audit_log WHERE action = 'document-opened' AND subject_id = $1",
    [paper?.owner],
  );
  expect(opened).toEqual([{ reason: "The customer called about it" }]);
});
