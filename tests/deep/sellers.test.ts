import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, waitForText } from "../office.ts";
import { fleet, openStage, panel, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test("a clerk adds a seller and its unit; its member sees the unit and can't bid on it", async () => {
  const unit = await stage.liveLot(3_600);
  await stage.query("UPDATE inventory SET reserve_cents = NULL WHERE id = $1", [unit]);
  const [row] = await stage.query<{ stock_number: string }>(
    "SELECT stock_number FROM inventory WHERE id = $1",
    [unit],
  );
  const page = await openOffice(stage, "support", "phone", "/admin-dashboard?tab=sellers");
  await page.getByRole("link", { name: "New seller" }).click();
  await page.getByRole("button", { name: "Add seller" }).click();
  await waitForText(page, "Enter the seller's name");
  expect(await accessFaults(page, "the form of a seller")).toEqual([]);
  await page.getByLabel("Name").fill("Llano Ready Mix Co");
  await page.getByLabel("Tax ID").fill("75-1234567");
  await page.getByRole("button", { name: "Add seller" }).click();
  await waitForText(page, "ends in 4567");

  await page.getByLabel("Email of the account").fill("nobody@example.com");
  await page.getByRole("button", { name: "Save member" }).click();
  await waitForText(page, "No account has this address.");
  await page.getByLabel("Email of the account").fill(fleet.email);
  await page.getByRole("button", { name: "Save member" }).click();
  await page.getByRole("list", { name: "Members" }).getByText("Marisol Vega").waitFor();
  expect(await accessFaults(page, "a seller with a member")).toEqual([]);

  await page.goto(`/admin-dashboard?tab=inventory&unit=${unit}`);
  await page.getByLabel("Seller", { exact: true }).fill("llano ready mix co");
  await expect
    .poll(() => page.getByLabel("Seller", { exact: true }).inputValue())
    .toContain("Llano Ready Mix Co (");
  await page
    .getByRole("form", { name: "Unit", exact: true })
    .getByRole("button", { name: "Save", exact: true })
    .click();
  await waitForText(page, /saved$/);
  await expect
    .poll(async () =>
      stage.query(
        `SELECT 1 FROM lots l JOIN sellers s ON s.id = l.seller_id
          WHERE l.inventory_id = $1 AND s.name = 'Llano Ready Mix Co'`,
        [unit],
      ),
    )
    .toHaveLength(1);

  const own = await stage.open("phone");
  await signIn(own, fleet, "/dashboard");
  await own.getByRole("tab", { name: "Selling" }).click();
  await own.getByRole("region", { name: "Llano Ready Mix Co" }).waitFor();
  await waitForText(own, row?.stock_number ?? "no unit");
  expect(await accessFaults(own, "what a customer sells")).toEqual([]);
  await own.goto(`/truck/${unit}`);
  await panel(own).getByText("your account acts for its seller").waitFor();
  expect(
    await panel(own)
      .getByLabel(/maximum/)
      .count(),
  ).toBe(0);
});
