import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { accessFaults } from "../axe.ts";
import { openOffice, staffRoles, type StaffRole } from "../office.ts";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
});
afterAll(() => stage?.close());

const alerts = async (page: Page) => (await page.getByRole("alert").allInnerTexts()).join("\n");

/** Returns the auction, unit and award of a declared winner who hasn't paid. */
async function unpaid() {
  // A new demo creates its invoices a little later.
  const owing = () =>
    stage.query<{
      award_id: number;
      auction_id: number;
      inventory_id: number;
      user_id: number;
      total_cents: number;
    }>(
      `SELECT a.id AS award_id, l.auction_id, l.inventory_id, a.user_id, v.total_cents
        FROM awards a JOIN lots l ON l.id = a.lot_id JOIN invoices v ON v.award_id = a.id
        JOIN users u ON u.id = a.user_id
        WHERE a.status = 'DECLARED' AND v.status = 'ISSUED'
          AND NOT EXISTS (SELECT FROM payments p WHERE p.award_id = a.id)
          AND NOT EXISTS (SELECT FROM lots o WHERE o.auction_id = l.auction_id AND o.closed_at IS NULL)
        ORDER BY u.email = $1 DESC, a.id LIMIT 1`,
      [fleet.email],
    );
  await expect.poll(owing).toHaveLength(1);
  const [row] = await owing();
  if (row === undefined) throw new Error("the demo has nobody who owes");
  // Make the customer who signs in below the buyer.
  await stage.query(
    `WITH buyer AS (SELECT id FROM users WHERE email = $2),
      sale AS (UPDATE awards SET user_id = buyer.id, forgiven_cents = hammer_cents FROM buyer
        WHERE awards.id = $1 AND awards.user_id <> buyer.id)
      UPDATE invoices v SET user_id = buyer.id FROM buyer WHERE v.award_id = $1`,
    [row.award_id, fleet.email],
  );
  return { ...row, total: row.total_cents / 100 };
}

const dollars = (amount: number) =>
  amount.toLocaleString("en-US", {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  });

test("two members of staff record partial payments, then buyer and staff schedule the pickup", async () => {
  const sale = await unpaid();
  const openPayments = async (role: StaffRole) => {
    const page = await openOffice(
      stage,
      role,
      "desktop",
      `/admin-dashboard?tab=payments&auction=${sale.auction_id}`,
    );
    const row = page
      .getByRole("row")
      .filter({ has: page.locator(`a[href="/truck/${sale.inventory_id}"]`) });
    await row.getByRole("button", { name: /^Record a payment for / }).click();
    return { page, row, sheet: page.getByRole("dialog") };
  };
  const { page: boss, sheet: first } = await openPayments("admin");
  await first.getByLabel("Amount received").selectOption("PART");
  await first.getByLabel("Amount ($)").fill("999999999");
  await first.getByRole("button", { name: "Record payment" }).click();
  await expect.poll(() => alerts(boss)).toContain("The balance is only");
  await first.getByLabel("Amount ($)").fill("1,000.50");
  await first.getByLabel("Reference").fill("FW-1");
  await first.getByRole("button", { name: "Record payment" }).click();
  const taken = first.getByRole("region", { name: "Payments" });
  await expect.poll(() => taken.innerText()).toContain("$1,000.50 by wire");
  await expect.poll(() => first.innerText()).toContain(dollars(sale.total - 1_000.5));

  const { page, row, sheet } = await openPayments("support");
  const payments = sheet.getByRole("region", { name: "Payments" });
  // The payment was another buyer's, so remove it with a reason.
  await payments.getByRole("button", { name: "Remove" }).click();
  const ask = page.getByRole("alertdialog");
  await ask.getByRole("textbox", { name: "Reason" }).fill("Wire of another buyer");
  await ask.getByRole("button", { name: "Remove payment" }).click();
  await expect.poll(() => payments.innerText()).toContain("Wire of another buyer");
  await sheet.getByLabel("Amount received").selectOption("PART");
  await sheet.getByLabel("Amount ($)").fill(String(sale.total - 500));
  await sheet.getByLabel("Reference").fill("FW-2");
  await sheet.getByRole("button", { name: "Record payment" }).click();
  // The form was opened before the removal.
  await sheet.getByText(/The balance of invoice \S+ is now/).waitFor();
  await sheet.getByRole("button", { name: "Record payment" }).click();
  await expect.poll(() => sheet.innerText()).toContain("Full balance, $500");

  const buyer = await stage.open("phone");
  await signIn(buyer, fleet, "/dashboard?tab=winnings");
  const won = buyer
    .getByRole("listitem")
    .filter({ has: buyer.locator(`a[href="/truck/${sale.inventory_id}"]`) });
  await expect.poll(() => won.innerText()).toContain("$500 due");

  // The first form still shows the old balance: it says so, and one more press records the payment.
  await first.getByLabel("Amount received").selectOption("PART");
  await first.getByLabel("Amount ($)").fill("100");
  await first.getByLabel("Reference").fill("FW-3");
  await first.getByRole("button", { name: "Record payment" }).click();
  await first.getByText(/The balance of invoice \S+ is now \$500\. Nothing was changed/).waitFor();
  await first.getByText("Full balance, $500").waitFor({ state: "attached" });
  await first.getByRole("button", { name: "Record payment" }).click();
  await expect.poll(() => taken.innerText()).toContain("reference FW-3");

  // The other person has the same payment on the list.
  await sheet.getByLabel("Amount received").selectOption("PART");
  await sheet.getByLabel("Amount ($)").fill("100");
  await sheet.getByLabel("Reference").fill("fw3");
  await sheet.getByRole("button", { name: "Record payment" }).click();
  await sheet.getByText(/is now \$400/).waitFor();
  await sheet.getByRole("button", { name: "Record payment" }).click();
  await sheet.getByText(/already recorded \$100 with reference FW-3/).waitFor();
  await sheet.getByRole("button", { name: "Record another payment" }).click();
  await sheet.getByText("Enter a reason").waitFor();
  await sheet.getByLabel("Amount ($)").fill("400");
  await sheet.getByLabel("Reference").fill("FW-4");
  await sheet.getByRole("button", { name: "Record payment" }).click();
  await expect.poll(() => alerts(page)).toContain("Invoice paid");
  await expect.poll(() => row.count()).toBe(0);

  await buyer.goto("/dashboard?tab=purchased");
  await expect.poll(() => won.innerText()).toContain("Paid in full");
  await won.getByRole("button", { name: /^Invoice / }).click();
  const mine = buyer.getByRole("dialog");
  await expect.poll(() => mine.innerText()).toMatch(/Gate PIN[\s\S]*\d{6}/);
  const appointment = mine.getByRole("region", { name: "Pickup appointment" });
  await appointment.getByRole("button", { name: "Schedule pickup" }).click();
  const day = await appointment.getByLabel("Day").inputValue();
  await appointment.getByLabel("From").selectOption("9");
  await appointment.getByLabel("Until").selectOption("11");
  await appointment.getByRole("button", { name: "Schedule pickup" }).click();
  await expect.poll(() => appointment.innerText()).toContain("9 AM to 11 AM");

  await page.goto(`/admin-dashboard?tab=payments&view=pickups&day=${day}`);
  const line = page
    .getByRole("table", { name: "Pickup appointments" })
    .getByRole("row")
    .filter({ hasText: "9 AM to 11 AM" })
    .first();
  await line.getByRole("button", { name: /^Appointment / }).click();
  const asStaff = page.getByRole("dialog").getByRole("region", { name: "Pickup appointment" });
  await asStaff.getByRole("button", { name: "Reschedule pickup" }).click();
  await asStaff.getByLabel("Until").selectOption("14");
  await asStaff.getByRole("button", { name: "Schedule pickup" }).click();
  await expect.poll(() => asStaff.innerText()).toContain("9 AM to 2 PM");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Release unit", exact: true }).first().click();
  await page.getByLabel("Gate PIN").waitFor();
});

test.for(staffRoles)("%s exports a period's invoices as CSV", async (role) => {
  const page = await openOffice(
    stage,
    role,
    "desktop",
    "/admin-dashboard?tab=payments&view=export",
  );
  // The demo issues invoices meanwhile.
  const known = async () => (await stage.query("SELECT FROM invoices")).length;
  const before = await known();
  await page.getByLabel("From").fill("2020-01-01");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^payments-2020-01-01-to-.*\.csv$/);
  const lines = (await readFile(await saved.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("Invoice,Issued,Buyer");
  expect(lines.length - 1).toBeGreaterThanOrEqual(before);
  expect(lines.length - 1).toBeLessThanOrEqual(await known());
});

test.for(staffRoles)(
  "%s adds and removes a note; an administrator signs the user out everywhere",
  async (role) => {
    const elsewhere = await stage.open("phone");
    const newcomer = { email: "new@demo.example", password: "first-day-at-auction-5" };
    await signIn(elsewhere, newcomer);
    const [user] = await stage.query<{ id: number }>("SELECT id FROM users WHERE email = $1", [
      newcomer.email,
    ]);
    const page = await openOffice(
      stage,
      role,
      "desktop",
      `/admin-dashboard?tab=users&user=${user?.id}`,
    );
    const notes = page.getByRole("region", { name: "Notes" });
    await notes.getByLabel("New note").fill("Asked for the dealer's license.\nCalls back Friday.");
    await notes.getByRole("button", { name: "Save note" }).click();
    await expect.poll(() => notes.innerText()).toMatch(/license\.\nCalls back Friday\.\s+\w/);
    await expect.poll(() => notes.getByLabel("New note").inputValue()).toBe("");
    await notes.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove note" }).click();
    await expect.poll(() => notes.innerText()).toContain("No notes yet");
    await page.getByRole("region", { name: "Documents" }).waitFor();
    const signIns = page.getByRole("region", { name: "Sign-ins" });
    await signIns
      .getByText(/^Last used/)
      .first()
      .waitFor();
    if (role === "support") {
      expect(await signIns.getByRole("button").count()).toBe(0);
      return;
    }
    await signIns.getByRole("button", { name: "Sign out everywhere" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Sign out everywhere" })
      .click();
    await expect.poll(() => signIns.innerText()).toContain("No devices");
    await elsewhere.waitForURL("**/login?expired=true");
  },
);

/** Gives two demo bidders on the same lots one phone number. Each role gets a different pair. */
async function makeSignal(role: StaffRole): Promise<string> {
  const [pair] = await stage.query<{ one: string; other: string }>(
    `SELECT a.user_id AS one, b.user_id AS other FROM lot_bidders a
      JOIN lot_bidders b ON b.lot_id = a.lot_id AND b.user_id > a.user_id
      JOIN users u ON u.id = a.user_id JOIN users v ON v.id = b.user_id
      WHERE u.email LIKE '%@bidders.demo.example' AND v.email LIKE '%@bidders.demo.example'
        AND NOT EXISTS (SELECT FROM signals s WHERE s.user_id IN (a.user_id, b.user_id)
          AND s.reasons::text LIKE '%SHARED_CONTACT%')
      GROUP BY a.user_id, b.user_id ORDER BY count(*) DESC LIMIT 1`,
  );
  await stage.query("UPDATE users SET phone_number = $3 WHERE id IN ($1, $2)", [
    pair?.one,
    pair?.other,
    role === "admin" ? "+18065550100" : "+18065550101",
  ]);
  const [named] = await stage.query<{ name: string }>("SELECT name FROM users WHERE id = $1", [
    pair?.one,
  ]);
  // A lot's close triggers the recalculation of signals.
  await stage.liveLot(1);
  await expect
    .poll(
      async () =>
        (
          await stage.query(
            "SELECT 1 FROM signals WHERE user_id = $1 AND reasons::text LIKE '%SHARED_CONTACT%'",
            [pair?.one],
          )
        ).length,
    )
    .toBe(1);
  return named?.name ?? "";
}

test.for(staffRoles)("a signal shows %s its reasons and is dismissed with a note", async (role) => {
  const name = await makeSignal(role);
  const page = await openOffice(stage, role, "phone", "/admin-dashboard?tab=signals");
  const hint = page.getByRole("listitem", { name, exact: true });
  await expect.poll(() => hint.innerText()).toContain("Same phone number as another account");
  await expect.poll(() => hint.getByRole("link", { name: /^Lot / }).count()).toBeGreaterThan(0);
  await hint.getByRole("button", { name: "Dismiss" }).click();
  const ask = page.getByRole("alertdialog");
  await ask.getByRole("textbox", { name: "Reason" }).fill("Two drivers of one company");
  await ask.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => hint.count()).toBe(0);
  await page.getByRole("link", { name: "Reviewed" }).click();
  await expect.poll(() => hint.innerText()).toContain("Two drivers of one company");
});

test("compact table rows still have targets of 24 px", async () => {
  const page = await openOffice(stage, "admin", "desktop", "/admin-dashboard?tab=users");
  const row = page.getByRole("table", { name: "Users" }).getByRole("row").nth(1);
  const height = async () => (await row.boundingBox())?.height ?? 0;
  await row.waitFor();
  const before = await height();
  await page.getByText("Compact", { exact: true }).click();
  await expect.poll(height).toBeLessThan(before);
  expect(await height()).toBeGreaterThanOrEqual(24);
  const link = await row.getByRole("link").first().boundingBox();
  expect(link?.height).toBeGreaterThanOrEqual(24);
  await page.reload();
  await row.waitFor();
  expect(await height()).toBeLessThan(before);
});

test("the desk's views pass axe", async () => {
  const page = await openOffice(stage, "admin");
  const sale = await stage.query<{ id: number; auction_id: number }>(
    `SELECT u.id, (SELECT auction_id FROM lots WHERE closed_at IS NOT NULL LIMIT 1) AS auction_id
      FROM users u WHERE u.email = $1`,
    [fleet.email],
  );
  const found: string[] = [];
  for (const view of [
    `payments&auction=${sale[0]?.auction_id}`,
    "payments&view=pickups",
    "payments&view=deliveries",
    "payments&view=export",
    `users&user=${sale[0]?.id}`,
    "signals",
    "signals&view=looked",
  ]) {
    await page.goto(`/admin-dashboard?tab=${view}`);
    found.push(...(await accessFaults(page, view)));
  }
  expect(found).toEqual([]);
});
