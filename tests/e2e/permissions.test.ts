import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { call, goTo, openOffice, waitForText, staff, tokenOf } from "../office.ts";
import { openStage, type Size, type Stage } from "../stage.ts";

let stage: Stage;
let userId: number;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  ({ userId } = await tokenOf(stage, staff.support));
});
afterAll(() => stage?.close());

/** Gives the support account only these permissions. */
async function hold(...held: string[]): Promise<void> {
  const { jwt } = await tokenOf(stage, staff.admin);
  const names = [
    "documents",
    "money",
    "gate",
    "titles",
    "auctions",
    "sellers",
    "users",
    "settings",
  ];
  const permissions = Object.fromEntries(names.map((name) => [name, held.includes(name)]));
  const path = `/api/admin/users/${userId}/permissions`;
  const reply = await call(stage, path, jwt, "PUT", { permissions });
  expect(reply.status, await reply.text()).toBe(200);
}
const form = (page: Page) => page.getByRole("region", { name: "Permissions" });

describe.each<Size>(["desktop", "phone"])("on a %s", (size) => {
  test("an administrator withholds a permission by keyboard, and the person is told immediately", async () => {
    await hold("documents", "money", "auctions", "users", "settings");
    const desk = await openOffice(stage, "support", size);
    await goTo(desk, "tab=payments");
    await desk.getByText("Unpaid", { exact: true }).first().waitFor();

    const page = await openOffice(stage, "admin", size);
    await goTo(page, `tab=users&user=${userId}`);
    const payments = form(page).getByRole("checkbox", { name: "Payments" });
    await payments.focus();
    await page.keyboard.press("Space");
    const save = form(page).getByRole("button", { name: "Save permissions" });
    await save.focus();
    await page.keyboard.press("Enter");
    await waitForText(page, "Permissions saved");
    expect(await payments.isChecked()).toBe(false);
    await expect.poll(() => save.isDisabled()).toBe(true);

    await waitForText(desk, "Permissions changed");
    await waitForText(desk, "You need the Payments permission. Ask an administrator.");
    await desk.getByRole("link", { name: "Open the work queue" }).click();
    await desk.getByRole("heading", { name: "Work queue", level: 1 }).waitFor();
    const parts =
      size === "desktop"
        ? desk.getByRole("navigation", { name: "Staff" }).getByRole("link")
        : desk.getByLabel("Page", { exact: true }).locator("option");
    expect(await parts.allTextContents()).not.toContain("Payments");
    expect(await parts.allTextContents()).toContain("Users");
  });
});

test("nobody is offered actions that they may not take", async () => {
  await hold("users");
  const page = await openOffice(stage, "support");
  const titles = page.getByRole("navigation", { name: "Staff" }).getByRole("link");
  await expect
    .poll(async () => (await titles.allTextContents()).map((title) => title.replace(/\d+$/, "")))
    .toEqual([
      "Work queue",
      "Confirmations",
      "Users",
      "Bid limits",
      "Leads and messages",
      "Reports",
      "My profile",
    ]);
  await page.getByRole("button", { name: "Search or go to…" }).click();
  const palette = page.getByRole("dialog", { name: "Search or go to…" });
  await palette.getByRole("option", { name: "Sign out" }).waitFor();
  const actions = palette.getByRole("group", { name: "Action" }).getByRole("option");
  expect(await actions.allTextContents()).toEqual([
    "View public site",
    "EspañolLanguage",
    "LightColors",
    "DarkColors",
    "Keyboard shortcuts",
    "Sign out",
  ]);
  await page.keyboard.press("Escape");

  await goTo(page, "tab=work");
  await page.getByRole("region", { name: "Limit requests to review" }).waitFor();
  expect(await page.getByRole("region", { name: "Unpaid lots" }).count()).toBe(0);
  await goTo(page, "tab=limits");
  await waitForText(page, "You need the Documents permission to open");
  await goTo(page, `tab=users&user=${userId}`);
  await form(page).getByText("Users", { exact: true }).waitFor();
  expect(await form(page).getByRole("checkbox").count()).toBe(0);
  expect(await page.getByRole("region", { name: "Documents" }).count()).toBe(0);
});

test("the permission for payments alone opens the bank details among the settings", async () => {
  await hold("money");
  const page = await openOffice(stage, "support", "desktop", "/admin-dashboard?tab=settings");
  await page.getByRole("heading", { name: "Bank details" }).waitFor();
  expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual(["Bank details"]);
  await goTo(page, "tab=settings&part=fees");
  await waitForText(page, "You need the Settings permission. Ask an administrator.");
});

test("a confirmation names the permission that it needs", async () => {
  await hold("money");
  const { jwt } = await tokenOf(stage, staff.admin);
  const [lot] = await stage.query<{ id: number }>(
    `SELECT id FROM lots WHERE closed_at IS NULL AND leader_id IS NOT NULL
      AND closes_at > clock_ms() + interval '1 hour' ORDER BY id LIMIT 1`,
  );
  const reason = { reason: "The yard closes" };
  const reply = await call(stage, `/api/adminsupport/lots/${lot?.id}/close`, jwt, "POST", reason);
  expect(reply.status, await reply.text()).toBe(202);
  const page = await openOffice(stage, "support", "desktop", "/admin-dashboard?tab=confirmations");
  await waitForText(page, "You need the Auctions permission to decide this.");
  expect(await page.getByRole("button", { name: /^(Confirm|Reject)$/ }).count()).toBe(0);
  await hold("auctions");
  await page.getByRole("button", { name: "Confirm" }).waitFor();
});
