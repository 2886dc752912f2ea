import { afterAll, beforeAll, expect, test } from "vitest";
import { documentName } from "../documents/store-document.ts";
import { taskHandlers } from "../job-handlers/handlers.ts";
import { openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let admin: SignedUp;
let second: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  [admin, second] = [await app.administrator(), await app.administrator()];
  const keys = { section: "customerApiKeys", value: { isOn: true }, updatedAt: null };
  expect((await app.put("/api/admin/settings", keys, admin.jwt)).statusCode).toBe(200);
});
afterAll(() => app.close());

const pdf = { fileName: "Zebulon passport.pdf", bytes: Buffer.from("%PDF-1.4\n%passport\n") };
const tidy = async () => {
  const handlers = await taskHandlers(app.context, async () => {});
  await handlers.tidy({});
};

/**
 * A user who did everything that leaves traces by email, name, phone number, birth date and
 * address.
 */
async function leavingTraces(): Promise<SignedUp> {
  const email = app.newEmail();
  await app.verify(email);
  const opened = await app.post("/auth/signup", {
    name: "Zebulon Quist",
    email,
    password,
    phoneNumber: "+1 213 555 0987",
  });
  const user = opened.json<SignedUp>();
  const application = {
    applicantType: "INDIVIDUAL",
    fullName: "Zebulon Quist",
    email,
    phone: "+1 213 555 0987",
    address: JSON.stringify({ street: "7 Quist St", city: "Amarillo", state: "TX", zip: "79101" }),
    dateOfBirth: "1961-11-03",
    amount: "45000",
    termMonths: "60",
    taxId: "123-45-6789",
    consentCreditCheck: "true",
    consentVersion: "2026-01",
  };
  const parts = Object.entries(application);
  const applied = await app.form(
    "POST",
    "/createfinancerequest",
    [...parts, ["documents", pdf]],
    user.jwt,
  );
  expect(applied.statusCode, applied.body).toBe(200);
  await app.put(
    `/api/finance-draft/${user.userId}`,
    { draft: { fullName: "Zebulon Quist" } },
    user.jwt,
  );
  const asked = await app.form(
    "POST",
    `/api/bid-limit-request/${user.userId}`,
    [
      ["bidLimitAmount", "60000"],
      ["docType", "ID"],
      ["document", pdf],
    ],
    user.jwt,
  );
  expect(asked.statusCode, asked.body).toBe(200);
  await app.mailTo(email, "Welcome");
  const key = await app.post(
    "/api/user/api-keys",
    { name: "Quist yard system", scopes: ["account:read"], expiresInDays: 30 },
    user.jwt,
  );
  expect(key.statusCode, key.body).toBe(200);
  await app.query("UPDATE api_keys SET last_used_ip = '203.0.113.77' WHERE user_id = $1", [
    user.userId,
  ]);
  return user;
}

/** Lets staff write and propose things about a user. */
async function withStaffTraces({ userId }: SignedUp): Promise<void> {
  const ask = async (limit: number) => {
    const path = `/api/admin/update-bid-limit/users/${userId}/${limit}`;
    expect((await app.put(path, undefined, admin.jwt)).statusCode).toBe(202);
    const [{ id } = {}] = await app.query("SELECT max(id) AS id FROM proposals");
    return `/api/adminsupport/proposals/${Number(id)}`;
  };
  const rejected = await ask(400_000);
  await app.post(`${rejected}/reject`, { note: "Quist is not known here" }, second.jwt);
  await ask(500_000);
  await app.query(
    "UPDATE limit_requests SET review_note = 'Zebulon called', decision_note = 'Quist is fine' WHERE user_id = $1",
    [userId],
  );
}

const documentsOf = async (userId: number) =>
  (await app.query("SELECT id FROM documents WHERE owner_id = $1", [userId])).map(({ id }) =>
    String(id),
  );
const stored = async (ids: readonly string[]) => {
  const files = await Promise.all(ids.map((id) => app.context.files.read(documentName(id))));
  return files.filter((file) => file !== null).length;
};

test("a closed account leaves no name, address or document in any table (D44)", async () => {
  const user = await leavingTraces();
  await withStaffTraces(user);
  const documents = await documentsOf(user.userId);
  expect(await stored(documents)).toBe(2);
  const closed = await app.delete(`/api/admin/delete-user/${user.userId}`, admin.jwt);
  expect(closed.statusCode, closed.body).toBe(200);
  await tidy();

  const tables = await app.query(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const found = await app.query(
      `SELECT t::text AS row FROM ${String(name)} t WHERE t::text ~* $1`,
      [`quist|zebulon|${user.email}|2135550987|1961-11-03|\\m6789\\M|203\\.0\\.113\\.77`],
    );
    traces.push(...found.map(({ row }) => `${String(name)}: ${String(row)}`));
  }
  // Rate limit windows end within a day, and the audit is permanent (docs/privacy.md).
  const kept = /^(rate_windows|audit_log):/;
  expect(traces.filter((trace) => !kept.test(trace))).toEqual([]);
  expect(await stored(documents)).toBe(0);
  const [sessions] = await app.query(
    "SELECT count(*) AS known FROM sessions WHERE user_id = $1 AND num_nonnulls(ip, user_agent) > 0",
    [user.userId],
  );
  expect(sessions).toEqual({ known: 0 });
  const [request] = await app.query("SELECT status FROM limit_requests WHERE user_id = $1", [
    user.userId,
  ]);
  expect(request).toEqual({ status: "WITHDRAWN" });
  const queue = await app.get("/adminsupport/pendingfinancerequest", admin.jwt);
  expect(queue.json()).toEqual([]);
});

test("closing an account clears its IP addresses from the ledger and changes nothing else in it", async () => {
  const staff = await app.support();
  const [lot] = await salesOn(app, staff).closedWith([2_500, 3_000]);
  const loser = lot?.bidders[0];
  if (loser === undefined) throw new Error("no bidder");
  const addresses = () =>
    app.query("SELECT count(ip) AS known, count(*) AS bids FROM ledger WHERE user_id = $1", [
      loser.userId,
    ]);
  const [before] = await addresses();
  expect(Number(before?.["known"])).toBeGreaterThan(0);
  const closed = await app.delete(`/api/admin/delete-user/${loser.userId}`, admin.jwt);
  expect(closed.statusCode, closed.body).toBe(200);
  expect(await addresses()).toEqual([{ ...before, known: 0 }]);
  for (const change of ["amount_cents = 1", "ip = '192.0.2.1'", "ip = NULL, user_id = NULL"]) {
    await expect(app.query(`UPDATE ledger SET ${change}`)).rejects.toThrow("append-only");
  }
  await expect(app.query("DELETE FROM ledger")).rejects.toThrow("append-only");
});

test("an open proposal that names a closed account is deleted once it is decided", async () => {
  const [lot] = await salesOn(app, await app.support()).closedWith([2_500, 3_000]);
  const loser = lot?.bidders[0];
  if (loser === undefined) throw new Error("no bidder");
  await app.query(
    `INSERT INTO proposals (kind, subject_type, subject_id, title, input, before, proposed_by)
      VALUES ('SECOND_CHANCE', 'lot', $1, 'A unit', '{}', '{"bidder": "Lois Loser"}', $2)`,
    [lot?.lotId, admin.userId],
  );
  const found = () => app.query("SELECT status FROM proposals WHERE kind = 'SECOND_CHANCE'");
  await app.delete(`/api/admin/delete-user/${loser.userId}`, admin.jwt);
  expect(await found()).toEqual([{ status: "PENDING" }]);
  await app.query(
    `UPDATE proposals SET status = 'REJECTED', decided_by = $1, decided_at = clock_ms()
      WHERE status = 'PENDING'`,
    [admin.userId],
  );
  await tidy();
  expect(await found()).toEqual([]);
});

test("documents and applications are deleted after their retention time, also of open accounts", async () => {
  const user = await leavingTraces();
  const documents = await documentsOf(user.userId);
  await app.query(
    `UPDATE limit_requests SET status = 'REJECTED', decided_at = clock_ms() - interval '366 days' WHERE user_id = $1`,
    [user.userId],
  );
  await app.query(
    `UPDATE finance_requests SET status = 'DECLINED', updated_at = clock_ms() - interval '24 months' WHERE user_id = $1`,
    [user.userId],
  );
  await tidy();
  expect(await stored(documents)).toBe(1);
  await app.query(
    "UPDATE finance_requests SET updated_at = clock_ms() - interval '26 months' WHERE user_id = $1",
    [user.userId],
  );
  await app.query("UPDATE finance_drafts SET saved_at = clock_ms() - interval '91 days'");
  await tidy();
  expect(await stored(documents)).toBe(0);
  const [kept] = await app.query(
    "SELECT application, tax_id, tax_id_last4 FROM finance_requests WHERE user_id = $1",
    [user.userId],
  );
  expect(kept).toEqual({ application: {}, tax_id: null, tax_id_last4: null });
  expect(await app.query("SELECT user_id FROM finance_drafts")).toEqual([]);
  expect((await app.get(`/api/finance-requests/${user.userId}`, user.jwt)).json()).toEqual([]);
});

test("codes and links are removed from stored emails", async () => {
  const email = app.newEmail();
  await app.post("/auth/sendotp", { email });
  const code = await app.codeOf(email);
  await app.query("UPDATE mails SET created_at = clock_ms() - interval '61 minutes'");
  await tidy();
  const [mail] = await app.query("SELECT text_body, html_body FROM mails WHERE recipient = $1", [
    email,
  ]);
  expect(JSON.stringify(mail)).not.toContain(code);
});
