import type { HowToPay } from "@gavelyard/contract/sales/payment-proofs";
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let admin: SignedUp;
let second: SignedUp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  admin = await app.administrator();
  second = await app.administrator();
  staff = await app.support();
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const account = {
  bankName: "First Bank of Amarillo",
  accountHolder: "Gavelyard LLC",
  routingNumber: "011401533",
  accountNumber: "000123456789",
  wireNote: "Ask your bank for a same-day wire",
  achNote: "Allow two business days",
};

async function setAccount(): Promise<void> {
  const added = await app.post("/api/admin/bank-details", account, admin.jwt);
  const { accountNumber } = account;
  await app.post(
    `/api/admin/bank-details/${added.json().pending.id}/confirm`,
    { accountNumber },
    second.jwt,
  );
}

interface Won {
  readonly buyer: SignedUp;
  readonly invoiceId: number;
  readonly inventoryId: number;
}

async function won(): Promise<Won> {
  const [lot] = await sales.closedWith([2_500, 3_000]);
  const buyer = lot?.bidders.at(-1);
  if (lot === undefined || buyer === undefined) throw new Error("no lot");
  const bids = await app.get(`/api/bids/adminsupport/winningBids/${lot.auctionId}`, staff.jwt);
  await app.post(
    `/api/bids/adminsupport/declareWinner/${lot.auctionId}`,
    [bids.json()[0]],
    staff.jwt,
  );
  const [invoice] = (await app.get(`/api/users/${buyer.userId}/invoices`, buyer.jwt)).json();
  return { buyer, invoiceId: invoice.id, inventoryId: lot.inventoryId };
}

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n${text}\n`);
const send = (invoiceId: number, by: SignedUp, bytes = pdf("wire"), fileName = "wire.pdf") =>
  app.form(
    "POST",
    `/api/invoices/${invoiceId}/proofs`,
    [
      ["note", "Sent this morning"],
      ["document", { fileName, bytes }],
    ],
    by.jwt,
  );
const howToPay = async (invoiceId: number, by: SignedUp): Promise<HowToPay> =>
  (await app.get(`/api/invoices/${invoiceId}/how-to-pay`, by.jwt)).json();
const decide = (id: number, body: object, by = staff) =>
  app.post(`/api/adminsupport/payment-proofs/${id}/decision`, body, by.jwt);
const proofQueue = async () => {
  const { queues } = (await app.get("/api/adminsupport/home", staff.jwt)).json();
  return queues.find(({ name }: { name: string }) => name === "PAYMENT_PROOFS");
};
/** Extracts the text of a PDF whose fonts use one byte per character. */
function textOf(bytes: Buffer): string {
  const found: string[] = [];
  const raw = bytes.toString("latin1");
  for (const { index, 0: head } of raw.matchAll(/stream\r?\n/g)) {
    const from = index + head.length;
    const stream = bytes.subarray(from, raw.indexOf("endstream", from));
    try {
      const drawn = inflateSync(stream).toString("latin1");
      for (const [, parts] of drawn.matchAll(/\[([^\]]*)\] TJ/g)) {
        const letters = [...(parts ?? "").matchAll(/<([0-9a-f]*)>/gi)];
        found.push(
          letters.map(([, hex]) => Buffer.from(hex ?? "", "hex").toString("latin1")).join(""),
        );
      }
    } catch {
      // Ignore streams that aren't pages.
    }
  }
  return found.join("\n");
}

let sale: Won;
beforeEach(async () => {
  await app.query("DELETE FROM bank_details");
  sale = await won();
});

test("a buyer sees where to pay, with the invoice number as the reference; strangers do not", async () => {
  const { buyer, invoiceId } = sale;
  expect(await howToPay(invoiceId, buyer)).toMatchObject({ account: null, proofs: [] });
  await setAccount();
  const { number } = (await app.get(`/api/invoices/${invoiceId}`, buyer.jwt)).json();
  const shown = await howToPay(invoiceId, buyer);
  expect(shown).toMatchObject({ reference: number, balance: 3_450, account });
  expect(shown.phone).not.toBe("");
  expect(await howToPay(invoiceId, staff)).toMatchObject({ account });
  const path = `/api/invoices/${invoiceId}/how-to-pay`;
  expect((await app.get(path, (await app.customer()).jwt)).statusCode).toBe(403);
  expect((await app.get(path)).statusCode).toBe(401);
  expect((await app.get(path, buyer.jwt)).headers["cache-control"]).toContain("no-store");
  expect((await app.get("/api/invoices/999999/how-to-pay", buyer.jwt)).statusCode).toBe(404);
});

test("the PDF names the account, the reference and the warning while something is owed", async () => {
  const { buyer, invoiceId, inventoryId } = sale;
  const printed = async () =>
    textOf((await app.get(`/api/invoices/${invoiceId}/pdf`, buyer.jwt)).rawPayload);
  expect(await printed()).toContain("for our bank details");
  await setAccount();
  const text = await printed();
  for (const part of [
    account.bankName,
    account.accountHolder,
    account.routingNumber,
    account.accountNumber,
    account.wireNote,
    account.achNote,
    "Reference: GY-",
    "We never change our bank details by email",
  ]) {
    expect(text).toContain(part);
  }
  await app.form(
    "POST",
    `/api/adminsupport/users/mark-as-paid/${buyer.userId}/${inventoryId}`,
    [["invoice", { fileName: "r.pdf", bytes: pdf("paid") }]],
    staff.jwt,
  );
  expect(await printed()).not.toContain(account.accountNumber);
  expect(await howToPay(invoiceId, buyer)).toMatchObject({ account: null, balance: 0 });
});

test("a proof of payment waits for staff, and payment in full accepts it", async () => {
  const { buyer, invoiceId, inventoryId } = sale;
  const before: number = (await proofQueue()).count;
  const sent = await send(invoiceId, buyer);
  expect(sent.statusCode, sent.body).toBe(200);
  expect(sent.json()).toMatchObject({
    status: "PENDING",
    fileName: "wire.pdf",
    note: "Sent this morning",
  });
  const queue = await proofQueue();
  expect(queue.count).toBe(before + 1);
  expect(queue.next.at(-1).path).toContain(`invoice=${invoiceId}`);
  const { documentId } = sent.json();
  const file = `/api/documents/${documentId}`;
  expect((await app.get(file, staff.jwt)).statusCode).toBe(200);
  expect((await app.get(file, buyer.jwt)).statusCode).toBe(200);
  expect((await app.get(file, (await app.customer()).jwt)).statusCode).toBe(404);
  expect((await howToPay(invoiceId, buyer)).proofs).toMatchObject([{ status: "PENDING" }]);
  await app.form(
    "POST",
    `/api/adminsupport/users/mark-as-paid/${buyer.userId}/${inventoryId}`,
    [["invoice", { fileName: "r.pdf", bytes: pdf("paid") }]],
    staff.jwt,
  );
  expect((await proofQueue()).count).toBe(before);
  expect((await howToPay(invoiceId, buyer)).proofs).toMatchObject([{ status: "ACCEPTED" }]);
  expect((await send(invoiceId, buyer, pdf("late"))).statusCode).toBe(409);
});

test("the same file again is the same proof; five can be pending", async () => {
  const { buyer, invoiceId } = sale;
  const [one, again] = await Promise.all([send(invoiceId, buyer), send(invoiceId, buyer)]);
  expect(again.json().id).toBe(one.json().id);
  for (const page of ["2", "3", "4", "5"]) {
    expect((await send(invoiceId, buyer, pdf(page))).statusCode).toBe(200);
  }
  expect((await send(invoiceId, buyer, pdf("6"))).statusCode).toBe(409);
  expect((await howToPay(invoiceId, buyer)).proofs).toHaveLength(5);
});

test("only the buyer can send proof for an invoice, in an allowed file type (D15)", async () => {
  const { buyer, invoiceId } = sale;
  expect((await send(invoiceId, await app.customer())).statusCode).toBe(403);
  expect((await send(invoiceId, staff)).statusCode).toBe(403);
  expect((await send(999_999, buyer)).statusCode).toBe(404);
  const program = Buffer.from("MZ this is a program");
  expect((await send(invoiceId, buyer, program, "proof.pdf")).statusCode).toBe(400);
  const large = Buffer.concat([pdf("x"), Buffer.alloc(10 * 1024 * 1024)]);
  expect((await send(invoiceId, buyer, large)).statusCode).toBe(413);
  expect((await howToPay(invoiceId, buyer)).proofs).toEqual([]);
});

test("staff refuse a proof with a reason that the buyer sees, once, and it is audited", async () => {
  const { buyer, invoiceId } = sale;
  const { id } = (await send(invoiceId, buyer)).json();
  expect((await decide(id, { decision: "REFUSED" })).statusCode).toBe(400);
  expect((await decide(id, { decision: "ACCEPTED" }, buyer)).statusCode).toBe(403);
  const reason = "This is the wire of another auction";
  expect((await decide(id, { decision: "REFUSED", reason })).statusCode).toBe(200);
  const mail = await app.mailTo(buyer.email, "proof of payment");
  expect(mail.text_body).toContain(`Reason: ${reason}`);
  expect((await decide(id, { decision: "ACCEPTED" })).statusCode).toBe(409);
  expect((await howToPay(invoiceId, buyer)).proofs).toMatchObject([{ status: "REFUSED", reason }]);
  const records = await app.query(
    "SELECT action FROM audit_log WHERE action LIKE 'payment-proof-%' ORDER BY id DESC LIMIT 2",
  );
  expect(records.map(({ action }) => action)).toEqual([
    "payment-proof-refused",
    "payment-proof-sent",
  ]);
  expect((await decide(999_999, { decision: "ACCEPTED" })).statusCode).toBe(404);
});
