import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { waitFor } from "../../server/src/testing/wait-for.ts";
import { accessFaults } from "../axe.ts";
import { call, openOffice, waitForText, staff, tokenOf } from "../office.ts";
import { fleet, openAwake, openStage, signIn, type Size, type Stage } from "../stage.ts";

let stage: Stage;
/** The buyer's sale, with a quote from the demo. */
let sale: { readonly invoice: string; readonly number: string; readonly quote: number };
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  // The demo sends requests soon after it starts.
  await waitFor(async () => {
    const { length } = await stage.query("SELECT id FROM deliveries");
    return length === 2 || undefined;
  }, "the demo's requests");
  const [row] = await stage.query<{
    invoice: string;
    number: string;
    quote: string;
    email: string;
  }>(
    `SELECT v.id AS invoice, v.number, d.quote_cents AS quote, u.email FROM deliveries d
      JOIN invoices v ON v.award_id = d.award_id JOIN users u ON u.id = v.user_id
      WHERE d.status = 'QUOTED'`,
  );
  if (row?.email !== fleet.email) throw new Error("the demo's customer has no delivery quote");
  sale = { ...row, quote: Number(row.quote) / 100 };
});
afterAll(() => stage?.close());

const dollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("a list with a ZIP code in its URL shows estimates for it", async () => {
  const page = await stage.open("desktop");
  await openAwake(page, "/vehicles?auctionStatus=LIVE&zip=75201");
  const lines = page.getByText("delivered to 75201 (estimate)");
  await expect.poll(() => lines.count()).toBeGreaterThan(1);
});

test.each(["phone", "desktop"] as const)(
  "a visitor sees the itemized cost at the door, in lists and comparisons, on a %s",
  async (size) => {
    const page = await stage.open(size);
    await openAwake(page, `/truck/${await stage.liveLot(600)}`);
    const door = region(page, "Cost at your door");
    await page.getByRole("heading", { name: "About this unit" }).scrollIntoViewIfNeeded();
    await door.getByText("Enter your ZIP code").waitFor();
    await door.getByLabel("Your ZIP code").fill("00000");
    await door.getByText("We don't know the ZIP code 00000").waitFor();
    await door.getByLabel("Your ZIP code").fill("79101");
    await door.getByText("Delivery to 79101 (estimate)").waitFor();
    const text = await door.innerText();
    expect(text).toContain("not a quote");
    expect(text).toMatch(/about [\d,]+ miles by road/i);
    const amounts = [...text.matchAll(/^\$([\d,.]+)$/gm)].map(([, amount = ""]) =>
      Number(amount.replaceAll(",", "")),
    );
    const total = amounts.at(-1) ?? 0;
    expect(amounts.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 2);
    await door.getByLabel("Hammer price ($)").fill("950000");
    await expect.poll(() => door.innerText()).toContain("$950,000");
    expect(await accessFaults(page, `the cost at the door on a ${size}`)).toEqual([]);

    await openAwake(page, "/vehicles?auctionStatus=LIVE");
    const lines = page.getByText(/delivered to 79101 \(estimate\)/);
    await lines.first().waitFor();
    expect(await lines.count()).toBeGreaterThan(3);
    expect(await accessFaults(page, `estimates in the list on a ${size}`)).toEqual([]);
    for (const index of [0, 1]) {
      await page
        .getByRole("button", { name: /^Compare/ })
        .nth(index)
        .click();
    }
    await region(page, "Comparison").getByRole("button", { name: "Compare" }).click();
    const table = page.getByRole("dialog", { name: "Compare" });
    await table.getByText("Delivery to 79101 (estimate)").waitFor();
    await table.getByText("Delivered cost at the next bid (estimate)").waitFor();
  },
);

async function buyersInvoice(size: Size): Promise<Page> {
  const page = await stage.open(size);
  await signIn(page, fleet, "/dashboard?tab=winnings");
  await page.getByRole("button", { name: `Invoice ${sale.number}` }).click();
  return page;
}

test("the buyer accepts the quote, which is added to the invoice", async () => {
  const page = await buyersInvoice("phone");
  const delivery = region(page, "Delivery");
  await delivery.getByText("Estimate when requested").waitFor();
  await delivery.getByText("Our quote").waitFor();
  expect(await accessFaults(page, "an invoice with a delivery quote")).toEqual([]);
  await delivery.getByRole("button", { name: `Accept ${dollars(sale.quote)}` }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("The unit leaves the yard once the invoice is paid in full").waitFor();
  await dialog.getByRole("button", { name: "Accept quote" }).click();
  await delivery.getByText("Quote accepted").waitFor();
  const lines = page.getByRole("dialog");
  await expect.poll(() => lines.innerText()).toMatch(/Delivery\n\$[\d,.]+\nTotal/);
  expect(await region(page, "Pickup").count()).toBe(0);
});

test("staff find a request in the work queue and quote it", async () => {
  const page = await openOffice(stage, "support");
  const queue = region(page, "Deliveries to quote or hand over");
  await queue.getByText("requests a quote").waitFor();
  await queue.getByRole("link").first().click();
  const delivery = region(page, "Delivery");
  await delivery.getByText("The buyer saw an estimate of").waitFor();
  await delivery.getByLabel("Quote ($)").fill("0");
  await delivery.getByRole("button", { name: "Send quote" }).click();
  await delivery.getByText("Must be more than 0").waitFor();
  await delivery.getByLabel("Quote ($)").fill("1,275");
  expect(await accessFaults(page, "a quote for delivery")).toEqual([]);
  await delivery.getByRole("button", { name: "Send quote" }).click();
  await waitForText(page, "Quote sent");
  await delivery.getByText("$1,275").waitFor();
  await page.goto("/admin-dashboard?tab=payments&view=deliveries");
  const table = page.getByRole("table", { name: "Deliveries" });
  await table.getByText("$1,275").waitFor();
  expect(await accessFaults(page, "the desk's deliveries")).toEqual([]);
});

test("staff hand the paid unit to the carrier and record the delivery", async () => {
  const admin = await tokenOf(stage, staff.admin);
  const path = `/api/invoices/${sale.invoice}`;
  const read = async () =>
    (await (await call(stage, path, admin.jwt)).json()) as { balance: number; awardId: number };
  const { balance } = await read();
  const paid = await call(
    stage,
    `/api/adminsupport/invoices/${sale.invoice}/payments`,
    admin.jwt,
    "POST",
    { amount: balance, method: "WIRE", reference: "FW1" },
  );
  expect(paid.status, await paid.text()).toBe(200);

  const page = await openOffice(stage, "support");
  const queue = region(page, "Deliveries to quote or hand over");
  await queue.getByText("paid, hand it to the carrier").waitFor();
  await page.goto(`/admin-dashboard?tab=payments&view=deliveries&invoice=${sale.invoice}`);
  const delivery = region(page, "Delivery");
  await delivery.getByRole("link", { name: "Hand to carrier" }).click();
  await page.getByRole("button", { name: "Hand to carrier" }).click();
  await waitForText(page, "Enter the carrier");
  await page.getByLabel("Carrier").fill("Red River Haulaway");
  await page.getByLabel("Driver").fill("Lena Ortiz");
  await page.getByRole("button", { name: "Hand to carrier" }).click();
  await waitForText(page, "Unit handed to the carrier");
  await page.goto(`/admin-dashboard?tab=payments&view=deliveries&invoice=${sale.invoice}`);
  await delivery.getByRole("button", { name: "Mark as delivered" }).click();
  await waitForText(page, "Delivery recorded");
  await delivery.getByText("Delivered", { exact: true }).first().waitFor();

  const buyer = await buyersInvoice("desktop");
  await region(buyer, "Delivery").getByText("Red River Haulaway, driver Lena Ortiz").waitFor();
});

/** Returns an invoice of the demo's customer without a delivery. */
async function undelivered() {
  const [other] = await stage.query<{ id: number; number: string }>(
    `SELECT v.id, v.number FROM invoices v JOIN users u ON u.id = v.user_id JOIN awards a ON a.id = v.award_id
      JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      WHERE u.email = $1 AND v.id <> $2 AND v.status <> 'VOID' AND i.status IN ('SOLD', 'PAID')
        AND NOT EXISTS (SELECT FROM deliveries d WHERE d.award_id = a.id AND d.status <> 'CANCELED')
      ORDER BY v.id LIMIT 1`,
    [fleet.email, sale.invoice],
  );
  if (other === undefined) throw new Error("the demo's customer has no other unit");
  return other;
}

test("a buyer without a delivery requests one, with the address validated at its fields", async () => {
  const other = await undelivered();
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard?tab=winnings");
  await page.getByRole("button", { name: `Invoice ${other.number}` }).click();
  const delivery = region(page, "Delivery");
  await delivery.getByRole("button", { name: "Ask for delivery" }).click();
  await delivery.getByLabel("Street").fill("12 Freight Ave");
  await delivery.getByLabel("City").fill("Tulsa");
  await delivery.getByLabel("State").selectOption("OK");
  await delivery.getByLabel("ZIP code").fill("741");
  await delivery.getByLabel("Recipient's phone").fill("+19185550100");
  await delivery.getByRole("button", { name: "Request delivery quote" }).click();
  await delivery.getByText("Enter a ZIP code, like 79101").waitFor();
  expect(await accessFaults(page, "a request for delivery")).toEqual([]);
  await delivery.getByLabel("ZIP code").fill("74103");
  await delivery.getByRole("button", { name: "Request delivery quote" }).click();
  await waitForText(page, "Delivery requested");
  await delivery.getByText("Quote requested").waitFor();
  await delivery.getByRole("button", { name: "Withdraw request" }).click();
  await waitForText(page, "Request withdrawn");
  await delivery.getByRole("button", { name: "Ask for delivery" }).waitFor();
});

test("staff request delivery for a buyer who calls, and quote it", async () => {
  const { id } = await undelivered();
  const path = `/admin-dashboard?tab=payments&view=deliveries&invoice=${id}`;
  const page = await openOffice(stage, "support", "phone", path);
  const delivery = region(page, "Delivery");
  await delivery.getByRole("button", { name: "Request delivery for buyer" }).click();
  await delivery.getByLabel("Street").fill("12 Freight Ave");
  await delivery.getByLabel("City").fill("Tulsa");
  await delivery.getByLabel("State").selectOption("OK");
  await delivery.getByLabel("ZIP code").fill("74103");
  await delivery.getByRole("button", { name: "Request delivery quote" }).click();
  await delivery.getByText("Enter a phone number").waitFor();
  expect(await accessFaults(page, "a request for a buyer")).toEqual([]);
  await delivery.getByLabel("Recipient's phone").fill("+19185550100");
  await delivery.getByRole("button", { name: "Request delivery quote" }).click();
  await waitForText(page, "We emailed the buyer");
  await delivery.getByLabel("Quote ($)").waitFor();
});

test("an administrator changes the rates, and support sees them", async () => {
  const path = "/admin-dashboard?tab=settings&part=delivery";
  const page = await openOffice(stage, "admin", "phone", path);
  const card = region(page, "Delivery");
  const tractors = card.getByRole("group", { name: "Tractors" });
  await tractors.getByLabel("Per mile ($)").fill("free");
  await card.getByRole("button", { name: "Save: Delivery" }).click();
  await tractors.getByText("Enter a number").waitFor();
  await tractors.getByLabel("Per mile ($)").fill("3.15");
  expect(await accessFaults(page, "the rates of delivery")).toEqual([]);
  await card.getByRole("button", { name: "Save: Delivery" }).click();
  await waitForText(page, "Settings saved");
  const support = await openOffice(stage, "support", "desktop", path);
  const seen = region(support, "Delivery").getByRole("group", { name: "Tractors" });
  await expect.poll(() => seen.getByLabel("Per mile ($)").inputValue()).toBe("3.15");
});
