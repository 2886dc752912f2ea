import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, staff } from "../office.ts";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const forgetConfirmations = () => stage.query("UPDATE sessions SET confirmed_at = NULL");
const dialogName = "Confirm it's you";

test("an export asks for the password and then continues, with the keyboard alone (D41)", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard?tab=profile");
  const button = page.getByRole("button", { name: "Export my data" });
  await button.waitFor();
  await forgetConfirmations();
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: dialogName });
  await dialog.waitFor();
  const field = dialog.getByLabel("Password", { exact: true });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await accessFaults(page, "the password asked again")).toEqual([]);
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await dialog.getByText("The current password is wrong").waitFor();
  await field.fill(fleet.password);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(JSON.parse(await readFile(await saved.path(), "utf8"))).toMatchObject({
    profile: { email: fleet.email },
  });
  await dialog.waitFor({ state: "detached" });
});

test("an unconfirmed change isn't made, and the form stays open", async () => {
  const page = await openOffice(
    stage,
    "admin",
    "desktop",
    "/admin-dashboard?tab=settings&part=bank-details",
  );
  const card = page.getByRole("region", { name: "Bank details", exact: true });
  await card.getByRole("button", { name: "Change bank details" }).click();
  await card.getByLabel("Bank", { exact: true }).fill("First Bank of Amarillo");
  await card.getByLabel("Account holder").fill("Gavelyard LLC");
  await card.getByLabel("Routing number").fill("011401533");
  await card.getByLabel("Account number").fill("000987654321");
  await forgetConfirmations();
  const request = card.getByRole("button", { name: "Request change" });
  await request.click();
  const dialog = page.getByRole("alertdialog", { name: dialogName });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await card.getByText("Confirm it's you to do this").waitFor();
  expect(await stage.query("SELECT 1 FROM bank_details WHERE status = 'PENDING'")).toEqual([]);
  await request.click();
  await dialog.getByLabel("Password", { exact: true }).fill(staff.admin.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await card.getByText("Another administrator has to confirm your change.").waitFor();
});
