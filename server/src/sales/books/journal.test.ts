import type { BuyerAccount } from "@gavelyard/contract/sales/receipts";
import { defaultAccountNames, type Account } from "@gavelyard/domain/sales/journal";
import { spawnSync } from "node:child_process";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { salesOn } from "../../testing/sales.ts";
import { twoPersonRuleOff } from "../../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
let winner: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  staff = await app.support();
  await app.query(twoPersonRuleOff);
  const sales = salesOn(app, staff);
  const post = async (path: string, body: object) => {
    const reply = await app.post(`/api/adminsupport/${path}`, body, staff.jwt);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply;
  };
  const { winner: buyer } = await sales.declaredTo(3);
  winner = buyer;
  const receive = (money: object) => post(`users/${winner.userId}/receipts`, money);
  const newest = async () => (await accountOf()).receipts[0];
  // A check that comes back, a wire above what is owed, a refund, and a payment that was a mistake.
  await receive({ method: "CHECK", reference: "100; | 7", amount: 4_000.01 });
  await post(`receipts/${(await newest())?.id}/end`, { kind: "RETURNED", reason: "No funds" });
  await receive({ method: "WIRE", reference: "W1", amount: 12_000 });
  await post(`receipts/${(await newest())?.id}/refunds`, {
    amount: 99.99,
    reference: "OUT 1",
    reason: "Overpaid",
  });
  const [first] = (await newest())?.payments ?? [];
  await post(`payments/${first?.id}/void`, { reason: "Wrong lot", money: "CREDIT" });
  const { winner: other } = await sales.declaredTo(1);
  await post(`users/${other.userId}/receipts`, { method: "CASH", amount: 10 });
});
afterAll(() => app.close());

const accountOf = async () =>
  (await app.get(`/api/users/${winner.userId}/account`, winner.jwt)).json<BuyerAccount>();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const file = async (format: string) => {
  const reply = await app.get(
    `/api/adminsupport/journal/export?from=${day(-1)}&to=${day(1)}&format=${format}`,
    staff.jwt,
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.body;
};
const line = z.object({
  Entry: z.string(),
  Number: z.string(),
  Buyer: z.string(),
  Account: z.string(),
  Debit: z.string(),
  Credit: z.string(),
});
const cents = (dollars: string) => Math.round(Number(dollars) * 100);
const linesOf = (csv: string) =>
  Papa.parse(csv.replace("\uFEFF", ""), { header: true, skipEmptyLines: true }).data.map((row) =>
    line.parse(row),
  );

/** Sums the CSV by account name. */
async function balances(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const { Account: name, Debit, Credit } of linesOf(await file("csv")))
    sums.set(name, (sums.get(name) ?? 0) + cents(Debit) - cents(Credit));
  return sums;
}

test("says what buyers owe and have, and where the money is (D85)", async () => {
  const { balance, credit } = await accountOf();
  const sums = await balances();
  const of = (account: Account) => sums.get(defaultAccountNames[account]) ?? 0;
  // Of the other buyer, $10 of $3,450 are paid.
  expect(of("RECEIVABLE")).toBe(Math.round(balance * 100) + 344_000);
  expect(of("CREDIT")).toBe(-Math.round(credit * 100));
  expect(of("BANK")).toBe(1_200_000 - 9_999);
  expect(of("CASH")).toBe(1_000);
  expect([...sums.values()].reduce((sum, one) => sum + one, 0)).toBe(0);
  expect(new Set(linesOf(await file("csv")).map(({ Entry }) => Entry))).toEqual(
    new Set([
      "Invoice issued",
      "Money received",
      "Payment on invoice",
      "Payment moved to credit",
      "Returned by the bank",
      "Credit refunded",
    ]),
  );
});

test("each QuickBooks entry has a first line and others, and sums to zero", async () => {
  const [, ...entries] = (await file("iif")).split(/!?ENDTRNS\r\n/).filter((part) => part !== "");
  expect(entries.length).toBeGreaterThan(10);
  for (const entry of entries) {
    const rows = entry
      .trim()
      .split("\r\n")
      .map((text) => text.split("\t"));
    expect(rows.map(([kind]) => kind)).toEqual(["TRNS", ...rows.slice(1).map(() => "SPL")]);
    expect(rows.every(({ length }) => length === 8)).toBe(true);
    expect(rows.reduce((sum, [, , , , , amount = ""]) => sum + cents(amount), 0)).toBe(0);
  }
});

test("takes the house's names of accounts, and at most a year", async () => {
  const admin = await app.administrator();
  const value = { ...defaultAccountNames, BANK: "Operating: 1010" };
  const put = (names: object) =>
    app.put(
      "/api/admin/settings",
      { section: "accounts", value: names, updatedAt: null },
      admin.jwt,
    );
  expect((await put({ ...value, BANK: "Two  spaces" })).statusCode).toBe(400);
  expect((await put(value)).statusCode).toBe(200);
  expect(await file("hledger")).toContain("    Operating: 1010  $");
  await app.query("DELETE FROM operating_settings WHERE name = 'accounts'");
  const long = `/api/adminsupport/journal/export?from=2024-01-01&to=2026-01-01`;
  expect((await app.get(long, staff.jwt)).statusCode).toBe(400);
});

test("hledger's balances are ours", async ({ skip }) => {
  const found = spawnSync("hledger", ["--version"]).status === 0;
  skip(!found, "hledger isn't installed, so nothing else has read the file");
  const { stdout, stderr, status } = spawnSync(
    "hledger",
    ["-f", "-", "balance", "--flat", "--no-total", "-O", "csv"],
    { input: await file("hledger"), encoding: "utf8" },
  );
  expect(status, stderr).toBe(0);
  const read = Papa.parse<[string, string]>(stdout.trim()).data.slice(1);
  const sums = await balances();
  for (const [name, sum] of sums) if (sum === 0) sums.delete(name);
  expect(new Map(read.map(([name, sum]) => [name, cents(sum.replaceAll(/[$,]/g, ""))]))).toEqual(
    sums,
  );
});
