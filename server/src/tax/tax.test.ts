import type { InventoryDetail } from "@gavelyard/contract/inventory/inventory";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import type { TaxSettings } from "@gavelyard/contract/tax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let admin: SignedUp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  admin = await app.administrator();
  staff = await app.support();
  sales = salesOn(app, staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.query("DELETE FROM tax_permits");
  await app.query("DELETE FROM tax_rates");
});

const permit = { number: "3-20114-9", startsOn: "2020-01-01", endsOn: null, taxesDocFee: false };
const savePermit = (given: object = {}, by = admin) =>
  app.put("/api/admin/tax/permits", { state: "TX", permit, updatedAt: null, ...given }, by.jwt);
const saveRate = (given: object = {}, by = admin) =>
  app.put(
    "/api/admin/tax/rates",
    {
      state: "TX",
      zip: null,
      unitClass: null,
      startsOn: "2020-01-01",
      percent: 8.25,
      was: null,
      ...given,
    },
    by.jwt,
  );
const shown = async (by = admin) =>
  (await app.get("/api/adminsupport/tax", by.jwt)).json<TaxSettings>();
const invoiceOf = async (id: number) =>
  (await app.get(`/api/invoices/${id}`, staff.jwt)).json<Invoice>();
const taxOf = ({ lines }: Invoice) =>
  lines.filter(({ kind }) => kind === "TAX").map(({ label, amount }) => [label, amount]);
const feesOf = async (inventoryId: number) =>
  (await app.get(`/inventory/${inventoryId}`)).json<InventoryDetail>().fees;

test("tax is off until a permit is set, and applies to auctions published from then on (D94)", async () => {
  const [before] = await sales.auctionWith([[]]);
  if (before === undefined) throw new Error("no lot");
  expect(await feesOf(before.inventoryId)).toMatchObject({ taxPercent: 0 });
  expect((await saveRate()).statusCode).toBe(200);
  expect((await savePermit()).json<TaxSettings>().permits).toMatchObject([{ state: "TX" }]);
  const [after] = await sales.auctionWith([[]]);
  if (after === undefined) throw new Error("no lot");
  await expect.poll(() => feesOf(after.inventoryId)).toMatchObject({ taxPercent: 8.25 });
  expect(await feesOf(before.inventoryId)).toMatchObject({ taxPercent: 0 });
  // The page, the estimate with delivery and the invoice say the same.
  const { invoiceId } = await sales.declared();
  const invoice = await invoiceOf(invoiceId);
  expect(taxOf(invoice)).toEqual([["Sales tax 8.25%", 272.25]]);
  expect(invoice.total).toBe(3_722.25);
});

test("a published auction keeps the percentage of its fees", async () => {
  const [lot] = await sales.auctionWith([[2_500, 3_000]]);
  if (lot === undefined) throw new Error("no lot");
  await saveRate();
  await savePermit();
  await sales.close(lot.auctionId);
  const list = (
    await app.get(`/api/bids/adminsupport/winningBids/${lot.auctionId}`, staff.jwt)
  ).json<object>();
  const declared = await app.post(
    `/api/bids/adminsupport/declareWinner/${lot.auctionId}`,
    list,
    staff.jwt,
  );
  const [won] = declared.json<{ invoiceId: number }[]>();
  expect(taxOf(await invoiceOf(won?.invoiceId ?? 0))).toEqual([]);
});

test("a class, a ZIP code and a day choose the rate; changes reach open pages, not invoices", async () => {
  await savePermit({ permit: { ...permit, taxesDocFee: true } });
  await saveRate({ percent: 6.25 });
  const { invoiceId } = await sales.declared();
  expect(taxOf(await invoiceOf(invoiceId))).toEqual([["Sales tax 6.25%", 215.63]]);
  const [open] = await sales.auctionWith([[]]);
  if (open === undefined) throw new Error("no lot");
  await saveRate({ zip: "79101", percent: 8.25 });
  await expect
    .poll(() => feesOf(open.inventoryId))
    .toMatchObject({ taxPercent: 8.25, taxesDocFee: true });
  await saveRate({ unitClass: "TRACTOR", percent: 3.125 });
  await expect.poll(() => feesOf(open.inventoryId)).toMatchObject({ taxPercent: 3.125 });
  // From tomorrow on another rate applies, which no sale of today has.
  await saveRate({ unitClass: "TRACTOR", startsOn: "2099-01-01", percent: 9 });
  await expect.poll(() => feesOf(open.inventoryId)).toMatchObject({ taxPercent: 3.125 });
  expect(taxOf(await invoiceOf(invoiceId))).toEqual([["Sales tax 6.25%", 215.63]]);
  const { yards } = await shown();
  expect(yards.find(({ zip }) => zip === "79101")?.percents).toMatchObject({
    TRACTOR: 3.125,
    TRUCK: 8.25,
  });
});

test("another state's permit taxes nothing here", async () => {
  await savePermit({ state: "OK" });
  await saveRate();
  const { invoiceId } = await sales.declared();
  expect(taxOf(await invoiceOf(invoiceId))).toEqual([]);
  expect((await shown()).yards.every(({ percents }) => percents === null)).toBe(true);
});

test("two clerks at once: the second one has to look again", async () => {
  const saved = await Promise.all([
    savePermit(),
    savePermit({ permit: { ...permit, number: "2" } }),
  ]);
  expect(saved.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const [now] = (await shown()).permits;
  expect((await savePermit({ permit: null, updatedAt: now?.updatedAt })).statusCode).toBe(200);
  expect((await savePermit({ permit: null, updatedAt: now?.updatedAt })).statusCode).toBe(409);
  const rates = await Promise.all([saveRate(), saveRate({ percent: 7 })]);
  expect(rates.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  expect((await saveRate({ percent: 6, was: 5 })).statusCode).toBe(409);
  const was = (await shown()).rates[0]?.percent;
  expect((await saveRate({ percent: null, was })).statusCode).toBe(200);
  expect((await shown()).rates).toEqual([]);
  const records = await app.query(
    "SELECT action FROM audit_log WHERE action LIKE 'tax-%' ORDER BY id DESC LIMIT 2",
  );
  expect(records.map(({ action }) => action)).toEqual(["tax-rate-changed", "tax-rate-changed"]);
});

test("only administrators change it, with rates of three decimals at most", async () => {
  expect((await savePermit({}, staff)).statusCode).toBe(403);
  expect((await saveRate({}, staff)).statusCode).toBe(403);
  expect((await saveRate({ percent: 8.8755 })).statusCode).toBe(400);
  expect((await saveRate({ percent: -1 })).statusCode).toBe(400);
  expect((await saveRate({ zip: "7910" })).statusCode).toBe(400);
  const backwards = { ...permit, endsOn: "2019-12-31" };
  expect((await savePermit({ permit: backwards })).statusCode).toBe(400);
  await expect(
    app.query(
      "INSERT INTO tax_rates VALUES ('TX', '', '', '2020-01-01', 1), ('TX', '', '', '2020-01-01', 2)",
    ),
  ).rejects.toThrow(/tax_rates_pkey/);
});

const importRates = (csv: string, by = admin) =>
  app.form(
    "POST",
    "/api/admin/tax/rates/import",
    [
      ["startsOn", "2026-01-01"],
      ["file", { fileName: "rates.csv", bytes: Buffer.from(csv) }],
    ],
    by.jwt,
  );

test("a public table is imported, all rows or none", async () => {
  const table = [
    "State,ZipCode,TaxRegionName,EstimatedCombinedRate,StateRate",
    "TX,79101,AMARILLO,0.082500,0.062500",
    "NY,10001,NEW YORK CITY,0.088750,0.040000",
    "MA,1001,AGAWAM,0.062500,0.062500",
  ];
  const first = await importRates(table.join("\n"));
  expect(first.json()).toEqual({ added: 3, changed: 0, same: 0 });
  expect((await importRates(table.join("\n"))).json()).toEqual({ added: 0, changed: 0, same: 3 });
  const changed = table.join("\n").replace("0.0825", "0.0830");
  expect((await importRates(changed)).json()).toEqual({ added: 0, changed: 1, same: 2 });
  const stored = await app.query("SELECT zip, milli_percent FROM tax_rates ORDER BY zip");
  expect(stored).toEqual([
    { zip: "01001", milli_percent: 6_250 },
    { zip: "10001", milli_percent: 8_875 },
    { zip: "79101", milli_percent: 8_300 },
  ]);
  const dated = "State;Class;First day;Rate\nMS;TRACTOR;7/1/2014;3%\nMS;;2014-07-01;7%";
  expect((await importRates(dated)).json()).toMatchObject({ added: 2 });
  expect(
    await app.query(
      "SELECT unit_class, starts_on::text, milli_percent FROM tax_rates WHERE state = 'MS' ORDER BY 1",
    ),
  ).toEqual([
    { unit_class: "", starts_on: "2014-07-01", milli_percent: 7_000 },
    { unit_class: "TRACTOR", starts_on: "2014-07-01", milli_percent: 3_000 },
  ]);
});

test.each([
  ["Zip,Percent\n79101,8", "columns named State and Rate"],
  ["State,Rate\nTexas,8", "Row 2: the state isn't two letters"],
  ["State,Zip,Rate\nTX,79101,8\nTX,79101,9", "Rows 2 and 3 have different rates"],
  ["State,Rate\nTX,eight", "Row 2: the rate isn't a number"],
  ["State,Rate\nTX,-1", "Row 2: the rate isn't a number"],
  ["State,Class,Rate\nTX,BOAT,8", "Row 2: the class isn't one of"],
  ["State,From,Rate\nTX,2026-02-30,8", "Row 2: the day isn't a date"],
])("a bad table is refused in words: %j", async (csv, words) => {
  const reply = await importRates(csv);
  expect(reply.statusCode).toBe(400);
  expect(JSON.stringify(reply.json())).toContain(words);
  expect(await app.query("SELECT FROM tax_rates")).toEqual([]);
});
