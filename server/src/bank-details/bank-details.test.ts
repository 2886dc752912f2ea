import type { BankDetails } from "@gavelyard/contract/sales/bank-details";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { matchDemoAccounts } from "../demo/close-accounts.ts";
import { twoPersonRuleOff, weakerRuleDue } from "../testing/two-person-rule.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";

let app: AuthApp;
let admin: SignedUp;
let second: SignedUp;
let support: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  admin = await app.administrator();
  second = await app.administrator();
  support = await app.support();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.query("DELETE FROM bank_details");
  await app.query("DELETE FROM operating_settings");
});

const account = {
  bankName: "First Bank of Amarillo",
  accountHolder: "Gavelyard LLC",
  routingNumber: "011401533",
  accountNumber: "000123456789",
  wireNote: "Add $15 for the wire",
  achNote: "",
};
const read = async (by = support): Promise<BankDetails> =>
  (await app.get("/api/adminsupport/bank-details", by.jwt)).json();
const ask = (by = admin, changes: object = {}) =>
  app.post("/api/admin/bank-details", { ...account, ...changes }, by.jwt);
const confirm = (id: number, by = second, given: object = {}) =>
  app.post(
    `/api/admin/bank-details/${id}/confirm`,
    { accountNumber: account.accountNumber, ...given },
    by.jwt,
  );
const asked = async (by = admin, changes: object = {}): Promise<number> => {
  const reply = await ask(by, changes);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().pending.id;
};
const audit = async () =>
  app.query(
    "SELECT action, before, after FROM audit_log WHERE subject_type = 'bank-details' ORDER BY id",
  );

test("a change waits for a second administrator, who enters the account number again (D38)", async () => {
  const id = await asked();
  expect(await read()).toMatchObject({
    inEffect: null,
    pending: {
      id,
      accountEnding: "6789",
      requestedBy: admin.userId,
      confirmedAt: null,
      twoPersons: true,
    },
    administrators: 2,
  });
  expect((await confirm(id, admin)).statusCode).toBe(403);
  const other = await confirm(id, second, { accountNumber: "000123456780" });
  expect(other.statusCode).toBe(400);
  expect(other.json().issues[0].path).toBe("accountNumber");
  expect((await read()).inEffect).toBeNull();
  const confirmed = await confirm(id);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect(confirmed.json()).toMatchObject({
    inEffect: { id, bankName: account.bankName },
    pending: null,
  });
  expect((await confirm(id)).statusCode).toBe(409);
});

test("the account before stays in effect until the new one is confirmed, or if it is rejected", async () => {
  const first = await asked();
  await confirm(first);
  const next = await asked(second, { bankName: "Second Bank", accountNumber: "55554444" });
  expect(await read()).toMatchObject({ inEffect: { id: first }, pending: { id: next } });
  expect((await ask()).statusCode).toBe(409);
  const rejected = await app.post(`/api/admin/bank-details/${next}/reject`, {}, admin.jwt);
  expect(rejected.statusCode, rejected.body).toBe(200);
  expect(await read()).toMatchObject({ inEffect: { id: first }, pending: null });
  const third = await asked(admin, { bankName: "Third Bank" });
  await confirm(third);
  expect((await read()).inEffect).toMatchObject({ id: third, bankName: "Third Bank" });
});

test("the number is encrypted in the database and masked in responses and the audit", async () => {
  const before = (await audit()).length;
  const id = await asked();
  await confirm(id);
  const [row] = await app.query("SELECT b::text AS all FROM bank_details b WHERE id = $1", [id]);
  const hex = Buffer.from(account.accountNumber).toString("hex");
  expect(row?.["all"]).not.toContain(account.accountNumber);
  expect(row?.["all"]).not.toContain(hex);
  expect(JSON.stringify(await read())).not.toContain(account.accountNumber);
  const records = (await audit()).slice(before);
  expect(records.map(({ action }) => action)).toEqual([
    "bank-details-requested",
    "bank-details-confirmed",
  ]);
  expect(records[1]?.["after"]).toMatchObject({
    accountNumber: "ends in 6789",
    requestedBy: admin.userId,
    twoPersons: true,
  });
  expect(JSON.stringify(records)).not.toContain(account.accountNumber);
});

test("neither support nor buyers can request or confirm", async () => {
  const id = await asked();
  const buyer = await app.customer();
  for (const by of [support, buyer]) {
    expect((await ask(by)).statusCode).toBe(403);
    expect((await confirm(id, by)).statusCode).toBe(403);
    expect((await app.post(`/api/admin/bank-details/${id}/reject`, {}, by.jwt)).statusCode).toBe(
      403,
    );
  }
  expect((await app.get("/api/adminsupport/bank-details", buyer.jwt)).statusCode).toBe(403);
});

test.each([
  ["routingNumber", "011401534"],
  ["routingNumber", "1234"],
  ["accountNumber", "12 34 56"],
  ["accountNumber", "1"],
  ["bankName", ""],
])("%s cannot be %j", async (field, value) => {
  const reply = await ask(admin, { [field]: value });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().issues[0].path).toBe(field);
});

test("two administrators can turn the rule off, which is audited; changes then take effect immediately", async () => {
  const asking = await app.put(
    "/api/admin/settings",
    { section: "twoPersonRule", value: { isOn: false }, updatedAt: null },
    admin.jwt,
  );
  expect(asking.statusCode, asking.body).toBe(202);
  const [proposal] = await app.query("SELECT id FROM proposals WHERE status = 'PENDING'");
  const path = `/api/adminsupport/proposals/${Number(proposal?.["id"])}/confirm`;
  expect((await app.post(path, undefined, second.jwt)).statusCode).toBe(200);
  await app.query(weakerRuleDue);
  const off = await app.get("/api/adminsupport/settings", admin.jwt);
  expect(off.json().twoPersonRule).toMatchObject({ isDefault: false, updatedBy: "Ada Admin" });
  const [record] = await app.query(
    "SELECT after FROM audit_log WHERE subject_type = 'setting' ORDER BY id DESC LIMIT 1",
  );
  expect(JSON.stringify(record)).toContain("false");
  const reply = await ask();
  expect(reply.json()).toMatchObject({ pending: null, inEffect: { twoPersons: false } });
  expect((await audit()).at(-1)?.["action"]).toBe("bank-details-changed");
});

test("a change requested under the rule needs two people even if the rule was turned off since", async () => {
  const id = await asked();
  await app.query(twoPersonRuleOff);
  expect((await confirm(id, admin)).statusCode).toBe(403);
  await expect(
    app.query(
      "UPDATE bank_details SET status = 'IN_EFFECT', decided_by = requested_by, decided_at = now() WHERE id = $1",
      [id],
    ),
  ).rejects.toThrow("one person");
});

test.each([
  ["lost the permission Payments", "withheld_permissions = '{money}'"],
  ["is suspended", "status = 'SUSPENDED'"],
])("a change whose requester %s can only be rejected", async (_what, change) => {
  const requester = await app.administrator();
  const id = await asked(requester);
  await app.query(`UPDATE users SET ${change} WHERE id = $1`, [requester.userId]);
  const refused = await confirm(id);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    "The administrator who requested this can't do it anymore. Reject it.",
  ]);
  await app.post(`/api/admin/bank-details/${id}/reject`, undefined, second.jwt);
  expect(await read()).toMatchObject({ pending: null, inEffect: null });
});

test("two requests at once leave one pending change", async () => {
  const replies = await Promise.all([ask(admin), ask(second)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

test("an account set while the demo runs is not shown once the demo is off", async () => {
  await app.query(`INSERT INTO site_facts (name, value) VALUES ('demo', '{"deliveries": 0}')`);
  await confirm(await asked());
  await asked();
  const { context } = app;
  const off = { ...context, settings: { ...context.settings, demo: false } };
  await matchDemoAccounts(off);
  await app.query("DELETE FROM site_facts WHERE name = 'demo'");
  const sibling = await app.sibling({ demo: false });
  const reply = await sibling.get("/api/adminsupport/bank-details", support.jwt);
  expect(reply.json()).toMatchObject({ inEffect: null, pending: null });
  // A real account replaces the sample.
  const next = await sibling.post("/api/admin/bank-details", account, admin.jwt);
  expect(next.json().pending.id).toBeGreaterThan(0);
  await sibling.close();
});

test("the work queue shows a pending change", async () => {
  await asked();
  const { queues } = (await app.get("/api/adminsupport/home", admin.jwt)).json();
  const queue = queues.find(({ name }: { name: string }) => name === "BANK_DETAILS");
  expect(queue).toMatchObject({
    count: 1,
    next: [{ title: account.bankName, detail: "requested by Ada Admin" }],
  });
});
