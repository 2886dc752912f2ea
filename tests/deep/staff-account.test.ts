import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openOffice, waitForText } from "../office.ts";
import { fleet, openAwake, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

test("staff are told who can apply for financing, not to sign in", async () => {
  const page = await openOffice(stage, "support", "desktop", "/financing");
  await waitForText(page, "Only customers can apply");
  expect(await page.getByText("Sign in to apply").count()).toBe(0);
  await page.getByRole("link", { name: "View applications" }).click();
  await page.waitForURL(/tab=finance/);
});

test("a staff profile doesn't ask about buying for a company, and a customer's does", async () => {
  const page = await openOffice(stage, "admin", "desktop", "/admin-dashboard?tab=profile");
  await page.getByLabel("Name", { exact: true }).waitFor();
  expect(await page.getByLabel("You buy").count()).toBe(0);
  const buyer = await stage.open("desktop");
  await signIn(buyer, fleet, "/dashboard?tab=profile");
  await buyer.getByLabel("You buy").waitFor();
});

test("staff without a second factor are warned that a live site needs one (D45)", async () => {
  const page = await openOffice(stage, "support", "phone");
  await waitForText(page, "This demo doesn't require a second factor from staff");
  await page.getByRole("link", { name: "Set up your sign-in security" }).click();
  await page
    .getByRole("region", { name: "Sign-in security" })
    .getByText("No passkeys yet")
    .waitFor();
  expect(await page.getByRole("button", { name: "Add passkey" }).isEnabled()).toBe(true);
});

test("staff who open My Watchlist are told why they see their dashboard", async () => {
  const page = await openOffice(stage, "support", "phone");
  await openAwake(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "My Watchlist" }).filter({ visible: true }).click();
  await page.waitForURL(/\/admin-dashboard/);
  await waitForText(page, "Staff accounts don't have a watchlist");
  expect(await page.getByText("Staff accounts don't have a watchlist").count()).toBe(1);
});

test("a customer's sheet shows the result of each bid", async () => {
  const page = await openOffice(stage, "admin");
  const [buyer] = await stage.query<{ user_id: number }>(
    "SELECT user_id FROM awards WHERE status = 'PAID' ORDER BY id DESC LIMIT 1",
  );
  await page.goto(`/admin-dashboard?tab=users&user=${buyer?.user_id}`);
  const paid = page
    .getByRole("region", { name: "Bids" })
    .getByText(/, Paid, /)
    .first();
  await paid.waitFor();
  expect(await paid.innerText()).not.toContain("Winning");
});
