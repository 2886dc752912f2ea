import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import type {
  ReviewedCertificate,
  TaxCertificate,
  taxCertificates,
} from "@gavelyard/contract/tax-certificates";
import type { staffHome } from "@gavelyard/contract/work-queue";
import type { TaxReport } from "@gavelyard/contract/tax";
import { postingsOf } from "@gavelyard/domain/sales/journal";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { bookMismatches } from "../backups/sql.ts";
import { act } from "../events/act.ts";
import { factsBetween } from "../sales/books/facts-sql.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { remindCertificate } from "./decide-certificate.ts";

type TaxCertificateDesk = z.output<typeof taxCertificates.response>;
type StaffHome = z.output<typeof staffHome.response>;

let app: AuthApp;
let staff: SignedUp;
let other: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  const admin = await app.administrator();
  staff = await app.support();
  other = await app.support();
  sales = salesOn(app, staff);
  const permit = { number: "1", startsOn: "2020-01-01", endsOn: null, taxesDocFee: false };
  await app.put("/api/admin/tax/permits", { state: "TX", permit, updatedAt: null }, admin.jwt);
  await app.put(
    "/api/admin/tax/rates",
    { state: "TX", zip: null, unitClass: null, startsOn: "2020-01-01", percent: 8.25, was: null },
    admin.jwt,
  );
});
afterAll(() => app.close());

let files = 0;
const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const send = (buyer: SignedUp, given: Record<string, string> = {}, file = (files += 1)) =>
  app.form(
    "POST",
    "/api/user/tax-certificates",
    [
      ...Object.entries({ kind: "RESALE", number: "32-0114", states: "TX, OK", ...given }),
      ["document", { fileName: "resale.pdf", bytes: Buffer.from(`%PDF-1.4\n${file}\n`) }],
    ],
    buyer.jwt,
  );
const decide = (id: number, decision: string, by = staff, reason = "Not signed") =>
  app.post(
    `/api/adminsupport/tax-certificates/${id}/decision`,
    { decision, reason: decision === "ACCEPTED" ? "" : reason },
    by.jwt,
  );
const accepted = async (buyer: SignedUp, given: Record<string, string> = {}) => {
  const sent = await send(buyer, given);
  expect(sent.statusCode, sent.body).toBe(200);
  const { id } = sent.json<TaxCertificate>();
  expect((await decide(id, "ACCEPTED")).statusCode).toBe(200);
  return id;
};
const credit = (id: number, invoiceId: number, tax = 272.25, by = staff) =>
  app.post(`/api/adminsupport/tax-certificates/${id}/credits`, { invoiceId, tax }, by.jwt);
const invoiceOf = async (id: number) =>
  (await app.get(`/api/invoices/${id}`, staff.jwt)).json<Invoice>();
const taxLines = ({ lines }: Invoice) =>
  lines
    .filter(({ kind }) => kind === "TAX" || kind === "TAX_CREDIT")
    .map(({ label, amount }) => [label, amount]);
const receive = (buyer: SignedUp, amount: number) =>
  app.post(
    `/api/adminsupport/users/${buyer.userId}/receipts`,
    { method: "WIRE", reference: `W${buyer.userId}-${amount}`, amount },
    staff.jwt,
  );
const accountOf = async (buyer: SignedUp) =>
  (await app.get(`/api/users/${buyer.userId}/account`, buyer.jwt)).json<BuyerAccount>();
const report = async () =>
  (
    await app.get(`/api/adminsupport/tax/report?from=${today(-2)}&to=${today(2)}`, staff.jwt)
  ).json<TaxReport>();

/** Tax by the books, and by the lines of invoices that stand, in cents. */
async function taxOfBooks(): Promise<{ books: number; lines: number; report: number }> {
  const [from, until] = [new Date(Date.now() - 2 * 86_400_000), new Date(Date.now() + 86_400_000)];
  const facts = await factsBetween(app.context.pool, from, until);
  for (const { fact } of facts)
    expect(postingsOf(fact).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  const books = facts
    .flatMap(({ fact }) => postingsOf(fact))
    .filter(({ account }) => account === "TAX")
    .reduce((sum, { cents }) => sum - cents, 0);
  const [row] = await app.query(
    `SELECT coalesce(sum((e->>'cents')::bigint), 0)::int AS cents
      FROM invoices v, jsonb_array_elements(v.lines) e
      WHERE v.status <> 'VOID' AND e->>'kind' IN ('TAX', 'TAX_CREDIT')`,
  );
  const { total } = await report();
  return { books, lines: Number(row?.["cents"]), report: Math.round(total.tax * 100) };
}

/** The books, the report and the invoices say the same, and nothing else is wrong with them. */
async function expectAgreement(): Promise<void> {
  const { books, lines, report: reported } = await taxOfBooks();
  expect([books, reported]).toEqual([lines, lines]);
  expect(await bookMismatches(app.context.pool)).toEqual([]);
}

test("an accepted certificate exempts the sales after it, and the invoice names it (D95)", async () => {
  const buyer = await app.customer();
  const sent = await send(buyer);
  expect(sent.json()).toMatchObject({ status: "PENDING", states: ["TX", "OK"], endsOn: null });
  const waiting = await sales.declaredTo(1, buyer);
  expect(taxLines(await invoiceOf(waiting.invoiceIds[0] ?? 0))).toEqual([
    ["Sales tax 8.25%", 272.25],
  ]);
  await decide(sent.json<TaxCertificate>().id, "ACCEPTED");
  const mail = await app.mailTo(buyer.email, "tax exemption certificate");
  expect(mail.text_body).toContain("32-0114 (TX, OK) is now: accepted");
  const { invoiceIds } = await sales.declaredTo(1, buyer);
  const invoice = await invoiceOf(invoiceIds[0] ?? 0);
  expect(taxLines(invoice)).toEqual([["Tax exempt by certificate 32-0114", 0]]);
  expect(invoice.total).toBe(3_450);
  await expectAgreement();
});

test.each([
  ["ended the day before the sale", { endsOn: today(-1) }, false],
  ["is valid through the day of the sale", { endsOn: today(1) }, true],
  ["starts later", { startsOn: today(2) }, false],
  ["names another state", { states: "OK" }, false],
] as const)("a certificate that %s", async (_name, given, exempts) => {
  const buyer = await app.customer();
  await accepted(buyer, given);
  const { invoiceIds } = await sales.declaredTo(1, buyer);
  expect((await invoiceOf(invoiceIds[0] ?? 0)).total).toBe(exempts ? 3_450 : 3_722.25);
});

test("a revoked one exempts nothing from then on; what was invoiced stays", async () => {
  const buyer = await app.customer();
  const id = await accepted(buyer);
  const before = await sales.declaredTo(1, buyer);
  expect((await decide(id, "REVOKED", staff, "The permit was canceled")).statusCode).toBe(200);
  const after = await sales.declaredTo(1, buyer);
  expect((await invoiceOf(before.invoiceIds[0] ?? 0)).total).toBe(3_450);
  expect((await invoiceOf(after.invoiceIds[0] ?? 0)).total).toBe(3_722.25);
  const own = await app.get(`/api/users/${buyer.userId}/tax-certificates`, buyer.jwt);
  expect(own.json()).toMatchObject([{ status: "REVOKED", reason: "The permit was canceled" }]);
});

test("a certificate that comes in time takes the tax off an unpaid invoice, once", async () => {
  const { winner, invoiceId } = await sales.declared();
  const id = await accepted(winner);
  const reviewed = (
    await app.get(`/api/adminsupport/tax-certificates/${id}`, staff.jwt)
  ).json<ReviewedCertificate>();
  expect(reviewed.sales).toMatchObject([{ invoiceId, state: "TX", tax: 272.25, refusal: null }]);
  expect((await credit(id, invoiceId, 272.24)).statusCode).toBe(409);
  const both = await Promise.all([credit(id, invoiceId), credit(id, invoiceId, 272.25, other)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const invoice = await invoiceOf(invoiceId);
  expect(taxLines(invoice)).toEqual([
    ["Sales tax 8.25%", 272.25],
    ["Tax credit by certificate 32-0114", -272.25],
  ]);
  expect(invoice).toMatchObject({ total: 3_450, balance: 3_450, status: "ISSUED" });
  await expectAgreement();
});

test("of a paid invoice, the tax becomes the buyer's credit; nothing else changes", async () => {
  const { winner, invoiceId } = await sales.declared();
  await receive(winner, 3_722.25);
  const id = await accepted(winner);
  const reply = await credit(id, invoiceId);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toMatchObject({ status: "PAID", total: 3_450, paid: 3_450, balance: 0 });
  expect(await accountOf(winner)).toMatchObject({ credit: 272.25 });
  await expectAgreement();
});

test("a part payment that is the rest of the price makes the invoice paid", async () => {
  const { winner, invoiceId } = await sales.declared();
  await receive(winner, 3_450);
  expect(await invoiceOf(invoiceId)).toMatchObject({ status: "PARTIAL", balance: 272.25 });
  const id = await accepted(winner);
  expect((await credit(id, invoiceId)).json()).toMatchObject({ status: "PAID", balance: 0 });
  expect((await invoiceOf(invoiceId)).release).not.toBeNull();
  expect(await accountOf(winner)).toMatchObject({ credit: 0 });
  const part = await sales.declared();
  await receive(part.winner, 1_000);
  const partId = await accepted(part.winner);
  expect((await credit(partId, part.invoiceId)).json()).toMatchObject({
    status: "PARTIAL",
    balance: 2_450,
  });
  await expectAgreement();
});

test("a sale that is voided after its credit leaves no tax in the books", async () => {
  const before = await taxOfBooks();
  const { winner, invoiceId, awardId } = await sales.declared();
  const id = await accepted(winner);
  expect((await credit(id, invoiceId)).statusCode).toBe(200);
  const ended = await app.post(
    `/api/adminsupport/awards/${awardId}/void`,
    { reason: "Sold by mistake" },
    staff.jwt,
  );
  expect(ended.statusCode, ended.body).toBe(200);
  expect(await taxOfBooks()).toEqual(before);
  expect((await credit(id, invoiceId)).statusCode).toBe(409);
  await expectAgreement();
});

test("a certificate that came too late, names another state or isn't the buyer's credits nothing", async () => {
  const { winner, invoiceId } = await sales.declared();
  const late = await accepted(winner);
  await app.query(
    "UPDATE tax_certificates SET sent_at = sent_at + interval '20 days' WHERE id = $1",
    [late],
  );
  expect((await credit(late, invoiceId)).json()).toMatchObject({
    message: expect.stringContaining("more than 10 business days"),
  });
  const elsewhere = await accepted(winner, { states: "OK" });
  expect((await credit(elsewhere, invoiceId)).statusCode).toBe(409);
  const stranger = await accepted(await app.customer());
  expect((await credit(stranger, invoiceId)).statusCode).toBe(404);
  const waiting = (await send(winner)).json<TaxCertificate>().id;
  expect((await credit(waiting, invoiceId)).statusCode).toBe(409);
  expect((await invoiceOf(invoiceId)).total).toBe(3_722.25);
});

test("the same file is one certificate until it is refused; two clerks decide once", async () => {
  const buyer = await app.customer();
  const [one, again] = await Promise.all([send(buyer, {}, 9_001), send(buyer, {}, 9_001)]);
  expect(again.json<TaxCertificate>().id).toBe(one.json<TaxCertificate>().id);
  const { id } = one.json<TaxCertificate>();
  const decided = await Promise.all([decide(id, "REFUSED"), decide(id, "ACCEPTED", other)]);
  expect(decided.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const now = (await app.get(`/api/users/${buyer.userId}/tax-certificates`, buyer.jwt)).json<
    TaxCertificate[]
  >();
  if (now[0]?.status === "REFUSED") {
    expect((await send(buyer, {}, 9_001)).json<TaxCertificate>().id).not.toBe(id);
  }
  expect((await decide(id, "REFUSED")).statusCode).toBe(409);
});

test("buyers see their own certificates, and send only what fits", async () => {
  const buyer = await app.customer();
  const { documentId } = (await send(buyer)).json<TaxCertificate>();
  const stranger = await app.customer();
  expect((await app.get(`/api/documents/${documentId}`, stranger.jwt)).statusCode).toBe(404);
  expect((await app.get(`/api/documents/${documentId}`, staff.jwt)).statusCode).toBe(200);
  const list = `/api/users/${buyer.userId}/tax-certificates`;
  expect((await app.get(list, stranger.jwt)).statusCode).toBe(403);
  expect((await send(buyer, { states: "Texas" })).statusCode).toBe(400);
  expect((await send(buyer, { states: " , " })).statusCode).toBe(400);
  expect((await send(buyer, { startsOn: "2026-02-01", endsOn: "2026-01-01" })).statusCode).toBe(
    400,
  );
  expect((await send(buyer, { inventoryId: "999999" })).statusCode).toBe(400);
  expect((await send(staff)).statusCode).toBe(403);
  await app.setStatus(buyer.userId, "SUSPENDED");
  expect((await send(buyer)).statusCode).toBe(401);
});

test("nobody exempts an account that is theirs (D38)", async () => {
  const buyer = await app.customer();
  const { id } = (await send(buyer)).json<TaxCertificate>();
  await app.query(
    "INSERT INTO audit_log (actor_id, action, subject_type, subject_id) VALUES ($1, 'account-opened', 'user', $2)",
    [staff.userId, buyer.userId],
  );
  expect((await decide(id, "ACCEPTED")).statusCode).toBe(403);
  expect((await decide(id, "ACCEPTED", other)).statusCode).toBe(200);
  await expect(
    app.query("UPDATE tax_certificates SET decided_by = $2 WHERE id = $1", [id, staff.userId]),
  ).rejects.toThrow(/one person/);
});

test("the database holds that exempt sales have a certificate, and credits a line", async () => {
  const { invoiceId, winner } = await sales.declared();
  const id = await accepted(winner);
  const attack = (sql: string) => expect(app.query(sql, [invoiceId, id])).rejects;
  await attack(
    "INSERT INTO tax_credits (invoice_id, certificate_id, cents, credited_by) SELECT $1, $2, 100, min(id) FROM users",
  ).toThrow(/not that of its lines/);
  await attack("UPDATE sale_taxes SET tax_cents = $2 WHERE invoice_id = $1").toThrow(
    /append-only|change/i,
  );
  await expect(
    app.query(
      `INSERT INTO sale_taxes SELECT v.id, 'TX', '79101', '2026-01-01', 8250, 100, 0, 100, NULL
        FROM invoices v WHERE v.id = $1`,
      [invoiceId],
    ),
  ).rejects.toThrow(/sale_taxes/);
});

test("a buyer is reminded before a certificate ends, once, unless it no longer counts", async () => {
  const buyer = await app.customer();
  const id = await accepted(buyer, { endsOn: today(40) });
  const [job] = await app.query(
    "SELECT run_at::date::text AS day FROM graphile_worker.jobs WHERE task_identifier = 'remind-certificate' ORDER BY id DESC LIMIT 1",
  );
  expect(job?.["day"]).toBe(today(10));
  const remind = (one: number) => act(app.context, (tx) => remindCertificate(tx, one));
  await remind(id);
  await remind(id);
  const mail = await app.mailTo(buyer.email, "ends on");
  expect(mail.text_body).toContain("Send us a new one");
  const next = await accepted(buyer, { endsOn: today(400) });
  const third = await accepted(buyer, { states: "NM", endsOn: today(35) });
  await decide(third, "REVOKED", staff, "Closed");
  await remind(third);
  await remind(id);
  const sent = await app.query(
    "SELECT count(*)::int AS count FROM mails WHERE recipient = $1 AND subject LIKE '%ends on%'",
    [buyer.email],
  );
  expect(sent).toEqual([{ count: 1 }]);
  expect(next).toBeGreaterThan(id);
});

test("the report says by state what was taxed and exempt, and its file names the certificates", async () => {
  const { states } = await report();
  expect(states.map(({ state }) => state)).toEqual(["TX"]);
  const [texas] = states;
  expect((texas?.taxable ?? 0) + (texas?.exempt ?? 0)).toBeLessThanOrEqual(texas?.sales ?? 0);
  const file = await app.get(
    `/api/adminsupport/tax/report/export?from=${today(-2)}&to=${today(2)}`,
    staff.jwt,
  );
  expect(file.body).toContain("Resale,32-0114");
  const lines = file.body.trim().split("\r\n").slice(1);
  const tax = lines.reduce((sum, one) => sum + Number(one.split(",").at(-3)), 0);
  expect(tax).toBeCloseTo(texas?.tax ?? 0, 2);
  await expectAgreement();
});

test("the desk lists what waits, what is valid and what ended", async () => {
  const buyer = await app.customer();
  const { id } = (await send(buyer)).json<TaxCertificate>();
  const list = async (part: string) => {
    const reply = await app.get(`/api/adminsupport/tax-certificates?part=${part}`, staff.jwt);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<TaxCertificateDesk>();
  };
  const has = async (part: string) =>
    (await list(part)).content.some((certificate) => certificate.id === id);
  const queue = async () => {
    const { queues } = (await app.get("/api/adminsupport/home", staff.jwt)).json<StaffHome>();
    return queues.find(({ name }) => name === "TAX_CERTIFICATES");
  };
  expect((await queue())?.next.at(-1)?.path).toContain("view=certificates");
  expect([await has("WAITING"), await has("VALID"), await has("ENDED")]).toEqual([
    true,
    false,
    false,
  ]);
  await decide(id, "ACCEPTED");
  expect([await has("WAITING"), await has("VALID"), await has("ENDED")]).toEqual([
    false,
    true,
    false,
  ]);
  const { counts } = await list("VALID");
  await decide(id, "REVOKED");
  expect([await has("WAITING"), await has("VALID"), await has("ENDED")]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await list("ENDED")).counts.VALID).toBe(counts.VALID - 1);
});
