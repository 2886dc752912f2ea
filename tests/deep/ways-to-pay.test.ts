import type { Page } from "playwright";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { weakerRuleDue } from "../../server/src/testing/two-person-rule.ts";
import { waitFor } from "../../server/src/testing/wait-for.ts";
import { accessFaults } from "../axe.ts";
import { openOffice, waitForText } from "../office.ts";
import { fleet, openStage, signIn, type Stage } from "../stage.ts";

const second = { email: "controller@demo.example", password: "two-keys-one-vault-6" } as const;
const account = { number: "000987654321", bank: "First Bank of Amarillo" } as const;

let stage: Stage;
let invoice: { readonly number: string; readonly id: number };
beforeAll(async () => {
  stage = await openStage(inject("postgresUrl"));
  // The demo creates invoices soon after it starts.
  await waitFor(async () => {
    const { length } = await stage.query("SELECT id FROM payment_proofs");
    return length === 1 || undefined;
  }, "the demo's proof of payment");
  const [row] = await stage.query<{ number: string; id: number; email: string }>(
    `SELECT v.number, v.id, u.email FROM payment_proofs p JOIN invoices v ON v.id = p.invoice_id
      JOIN users u ON u.id = v.user_id`,
  );
  if (row?.email !== fleet.email) throw new Error("the demo's customer sent no proof of payment");
  invoice = row;
});
afterAll(() => stage?.close());

const part = (page: Page, name: string) => page.getByRole("region", { name });

test("the overview shows what a buyer has to pay, with the total and the deadline", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard");
  const due = part(page, "Payment due").getByRole("listitem");
  await expect
    .poll(async () => (await due.allInnerTexts()).join("\n"))
    .toMatch(/Pay by [A-Z][\s\S]*Total\n\$[\d,.]+\nHammer price \$/);
  for (const text of await due.allInnerTexts()) expect(text).toMatch(/Pay by [A-Z].*M [A-Z]+\./);
});

test("what a buyer has to pay and what is offered to them says so when it can't be loaded", async () => {
  const page = await stage.open("phone");
  await page.route(/\/api\/(winnings\/auctions\/\d+|users\/\d+\/offers)$/, (route) =>
    route.abort(),
  );
  await signIn(page, fleet, "/dashboard");
  const [due, offers] = [part(page, "Payment due"), part(page, "Offers to you")];
  for (const each of [due, offers]) await each.getByRole("button", { name: "Try again" }).waitFor();
  expect(await due.getByRole("listitem").count()).toBe(0);
  await page.unrouteAll();
  await due.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => due.innerText()).toContain("Pay by");
});

test("a buyer finds account and reference, sends proof and sees that it's under review", async () => {
  const page = await stage.open("phone");
  await signIn(page, fleet, "/dashboard?tab=winnings");
  await page.getByRole("button", { name: `Invoice ${invoice.number}` }).click();
  const pay = part(page, "How to pay");
  await expect.poll(() => pay.innerText()).toMatch(/Sample Bank[\s\S]*000123456789/);
  expect(await pay.innerText()).toContain(invoice.number);
  expect(await pay.innerText()).toContain("We never change our bank details by email");
  const proofs = part(page, "Proof of payment");
  await proofs.getByRole("button", { name: "Send proof" }).click();
  await proofs.getByText("Choose a file").waitFor();
  await proofs.getByLabel("Bank confirmation").setInputFiles({
    name: "receipt.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\nreceipt of a wire\n"),
  });
  await proofs.getByLabel("Note (optional)").fill("From our second account");
  await proofs.getByRole("button", { name: "Send proof" }).click();
  await waitForText(page, "Proof sent");
  const sent = proofs.getByRole("listitem").filter({ hasText: "receipt.pdf" });
  await sent.getByText("We're reviewing it").waitFor();
  expect(await accessFaults(page, "an invoice to be paid")).toEqual([]);
});

test("staff find proofs in the work queue, accept one and reject one with a reason", async () => {
  const page = await openOffice(stage, "support");
  const queue = part(page, "Proofs of payment to review");
  await queue.getByRole("link", { name: invoice.number }).first().click();
  const proofs = part(page, "Proof of payment");
  const own = proofs.getByRole("listitem").filter({ hasText: "receipt.pdf" });
  await own.getByRole("button", { name: "Accept proof" }).click();
  await own.getByText("Accepted", { exact: true }).waitFor();
  await proofs.getByRole("button", { name: "Reject proof" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The amount is cut off");
  await dialog.getByRole("button", { name: "Reject proof" }).click();
  await proofs.getByText("The amount is cut off").waitFor();
  expect(await proofs.getByRole("button", { name: "Accept proof" }).count()).toBe(0);
});

test("an administrator requests new bank details, which a second one confirms", async () => {
  const asking = await openOffice(
    stage,
    "admin",
    "desktop",
    "/admin-dashboard?tab=settings&part=bank-details",
  );
  const card = asking.getByRole("region", { name: "Bank details", exact: true });
  await card.getByText("ends in 6789").waitFor();
  await card.getByRole("button", { name: "Change bank details" }).click();
  await card.getByLabel("Bank", { exact: true }).fill(account.bank);
  await card.getByLabel("Account holder").fill("Gavelyard LLC");
  await card.getByLabel("Routing number").fill("123456789");
  await card.getByLabel("Account number").fill(account.number);
  await card.getByRole("button", { name: "Request change" }).click();
  await card.getByText("This isn't a routing number").waitFor();
  await card.getByLabel("Routing number").fill("011401533");
  await card.getByRole("button", { name: "Request change" }).click();
  await card.getByText("Another administrator has to confirm your change.").waitFor();
  expect(await card.getByRole("button", { name: "Confirm bank details" }).count()).toBe(0);
  expect(await accessFaults(asking, "bank details that wait")).toEqual([]);

  const page = await stage.open("phone");
  await signIn(page, second);
  const queue = page.getByRole("region", { name: "Bank details to confirm" });
  await queue.getByRole("link", { name: account.bank }).click();
  const confirm = page.getByRole("form", { name: "Confirm bank details" });
  await confirm.getByLabel("Confirm account number").fill("000987654320");
  await confirm.getByRole("button", { name: "Confirm bank details" }).click();
  await confirm.getByText("The account numbers don't match").waitFor();
  await confirm.getByLabel("Confirm account number").fill(account.number);
  expect(await accessFaults(page, "bank details to confirm")).toEqual([]);
  await confirm.getByRole("button", { name: "Confirm bank details" }).click();
  await waitForText(page, "Bank details confirmed");
  await page.getByText("confirmed by Grace Lindqvist").waitFor();

  const buyer = await stage.open("desktop");
  await signIn(buyer, fleet, "/dashboard?tab=winnings");
  await buyer.getByRole("button", { name: `Invoice ${invoice.number}` }).click();
  const pay = buyer.getByRole("region", { name: "How to pay" });
  await expect.poll(() => pay.innerText()).toContain(account.number);
  const proofs = buyer.getByRole("region", { name: "Proof of payment" });
  await proofs.getByText("The amount is cut off").waitFor();
});

test("turning off the two-person rule takes two administrators, and is visible to all staff", async () => {
  const page = await openOffice(
    stage,
    "admin",
    "desktop",
    "/admin-dashboard?tab=settings&part=two-person-rule",
  );
  const card = page.getByRole("region", { name: "Two-person rule" });
  await card.getByLabel("Require a second person").uncheck();
  await card.getByRole("button", { name: "Save: Two-person rule" }).click();
  await waitForText(page, "A second person has to confirm this.");
  expect(await card.getByLabel("Require a second person").isChecked()).toBe(true);
  const other = await stage.open("desktop");
  await signIn(other, second, "/admin-dashboard?tab=confirmations");
  await other
    .getByText("One person alone could do more than now, a day after this is confirmed.")
    .waitFor();
  await other.getByRole("button", { name: "Confirm" }).click();
  await other.getByRole("alertdialog").getByRole("button", { name: "Confirm" }).click();
  await waitForText(other, "Action confirmed");
  await page.reload();
  await card.getByText("The two-person rule turns off on").waitFor();
  // It takes a day, so that every administrator has time to object.
  await stage.query(weakerRuleDue);
  await page.reload();
  await card.getByText("The two-person rule is off.").waitFor();
  const support = await openOffice(stage, "support", "desktop", "/admin-dashboard?tab=settings");
  await waitForText(support, "The two-person rule is off.");
  expect(await support.getByRole("button", { name: "Change bank details" }).count()).toBe(0);
});
