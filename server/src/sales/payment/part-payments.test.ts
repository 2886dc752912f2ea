import { pickupDays } from "@gavelyard/domain/sales/pickup";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { salesOn } from "../../testing/sales.ts";
import { twoPersonRuleOff } from "../../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  await app.query(twoPersonRuleOff);
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const yard = { timeZone: "America/Chicago", opensHour: 8, closesHour: 17 };

/** Returns a declared winner of one lot at $3,000, who owes $3,450. */
async function owed() {
  const { lot, winner, invoiceId, awardId } = await sales.declared();
  const pay = (amount: number, more: object = {}, by = staff) =>
    app.post(`/api/adminsupport/invoices/${invoiceId}/payments`, { amount, ...more }, by.jwt);
  const invoice = async (by = winner) =>
    (await app.get(`/api/invoices/${invoiceId}`, by.jwt)).json();
  return { lot, winner, invoiceId, awardId, pay, invoice };
}

const receipt = {
  fileName: "receipt.pdf",
  bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
};

describe("part payments", () => {
  test("show the amounts paid and due, and the last one completes the sale like mark-as-paid", async () => {
    const { lot, winner, invoiceId, pay, invoice } = await owed();
    const first = await pay(1_000.5, { method: "CASHIERS_CHECK", reference: "C-1" });
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json()).toMatchObject({
      status: "PARTIAL",
      paid: 1_000.5,
      balance: 2_449.5,
      payments: [{ amount: 1_000.5, method: "CASHIERS_CHECK", reference: "C-1", voided: null }],
      release: null,
    });
    await app.mailTo(winner.email, "$1,000.50 received");
    const unpaid = `/api/adminsupport/getAllUnpaidInventoriesbyAuctionId/${lot.auctionId}`;
    expect((await app.get(unpaid, staff.jwt)).json()).toMatchObject([
      { total: 3_450, paid: 1_000.5 },
    ]);
    const mine = await app.get(`/api/users/${winner.userId}/invoices`, winner.jwt);
    expect(mine.json()).toMatchObject([{ id: invoiceId, paid: 1_000.5, balance: 2_449.5 }]);

    expect((await pay(2_449.5)).json()).toMatchObject({ status: "PAID", balance: 0 });
    const paid = await invoice();
    expect(paid.release.gatePin).toMatch(/^\d{6}$/);
    expect(paid.payments).toHaveLength(2);
    await app.mailTo(winner.email, "Payment received");
    await app.mailTo(winner.email, "ready for pickup");
    const [unit] = await app.query("SELECT status FROM inventory WHERE id = $1", [lot.inventoryId]);
    expect(unit).toEqual({ status: "PAID" });
    const limit = await app.get(`/api/bid-limit-status/${winner.userId}`, winner.jwt);
    expect(limit.json()).toMatchObject({ used: 0 });
    expect((await pay(1)).statusCode).toBe(409);
  });

  test("never exceed the balance, even concurrently or directly in the database", async () => {
    const { pay, invoice, invoiceId, awardId } = await owed();
    const over = await pay(3_450.01);
    expect(over.statusCode).toBe(422);
    expect(over.json().message).toContain("only $3,450");
    const replies = await Promise.all([1, 2, 3, 4].map(() => pay(2_000)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422, 422]);
    expect(await invoice()).toMatchObject({ paid: 2_000, balance: 1_450 });
    await expect(
      app.query(
        `INSERT INTO payments (award_id, invoice_id, cents, method, recorded_by)
          VALUES ($1, $2, 145001, 'CASH', $3)`,
        [awardId, invoiceId, staff.userId],
      ),
    ).rejects.toThrow("beyond its total");
  });

  test.each([
    ["nothing", 0, {}, 400],
    ["less than nothing", -5, {}, 400],
    ["half a cent", 10.005, {}, 400],
    ["tomorrow's payment", 10, { receivedAt: "2099-01-01T00:00:00Z" }, 422],
  ])("refuse %s", async (_what, amount, more, status) => {
    const { pay } = await owed();
    expect((await pay(amount, more)).statusCode).toBe(status);
  });

  test("are recorded once per idempotency key", async () => {
    const { invoiceId, invoice } = await owed();
    const ask = () =>
      app.app.inject({
        method: "POST",
        url: `/api/adminsupport/invoices/${invoiceId}/payments`,
        headers: { authorization: `Bearer ${staff.jwt}`, "idempotency-key": `part-${invoiceId}` },
        payload: { amount: 500 },
      });
    expect((await ask()).json()).toEqual((await ask()).json());
    expect(await invoice()).toMatchObject({ paid: 500 });
  });

  test("can be voided with a reason, which the buyer gets", async () => {
    const { lot, winner, pay } = await owed();
    const [wrong] = (await pay(3_000)).json().payments;
    const off = (id: number, reason = "Of another buyer") =>
      app.post(`/api/adminsupport/payments/${id}/void`, { reason }, staff.jwt);
    expect((await off(wrong.id, "x")).statusCode).toBe(400);
    expect((await off(wrong.id)).json()).toMatchObject({
      status: "ISSUED",
      paid: 0,
      balance: 3_450,
      payments: [{ id: wrong.id, voided: { reason: "Of another buyer" } }],
    });
    expect((await off(wrong.id)).statusCode).toBe(409);
    expect((await off(987_654)).statusCode).toBe(404);
    await app.mailTo(winner.email, "Payment removed from your invoice");
    await pay(3_450);
    const audit = await app.query(
      "SELECT action, reason FROM audit_log WHERE subject_type = 'lot' AND subject_id = $1 ORDER BY id",
      [lot.lotId],
    );
    expect(audit.slice(-3)).toEqual([
      { action: "payment-recorded", reason: null },
      { action: "payment-voided", reason: "Of another buyer" },
      { action: "payment-recorded", reason: null },
    ]);
  });

  test("are completed by mark-as-paid, and keep an award from being ended", async () => {
    const { lot, winner, awardId, pay, invoice } = await owed();
    await pay(1_000);
    const ended = await app.post(
      `/api/adminsupport/awards/${awardId}/default`,
      { reason: "No more came" },
      staff.jwt,
    );
    expect(ended.statusCode).toBe(409);
    expect(ended.json().message).toContain("$1,000");
    const rest = await app.form(
      "POST",
      `/api/adminsupport/users/mark-as-paid/${winner.userId}/${lot.inventoryId}`,
      [["invoice", receipt]],
      staff.jwt,
    );
    expect(rest.json()).toMatchObject({ status: "PAID", payments: [{}, { amount: 2_450 }] });
    expect(await invoice()).toMatchObject({ paid: 3_450, balance: 0 });
  });

  test("are refused on a void invoice", async () => {
    const { awardId, pay } = await owed();
    await app.post(
      `/api/adminsupport/awards/${awardId}/void`,
      { reason: "Title problem" },
      staff.jwt,
    );
    const late = await pay(100);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain("void");
  });
});

describe("what was shown to the person who records money (D29)", () => {
  const markAsPaid = (of: Awaited<ReturnType<typeof owed>>, ...fields: [string, string][]) =>
    app.form(
      "POST",
      `/api/adminsupport/users/mark-as-paid/${of.winner.userId}/${of.lot.inventoryId}`,
      [["invoice", receipt], ...fields],
      staff.jwt,
    );

  test("a balance that has changed records nothing, and the answer names the new one", async () => {
    const one = await owed();
    await one.pay(1_000, { method: "CASH" });
    const stale = await markAsPaid(one, ["balance", "3450"]);
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({ code: "edit-conflict" });
    expect(stale.json().message).toContain("is now $2,450");
    const part = await one.pay(500, { method: "CASH", balance: 3_450 });
    expect(part.statusCode).toBe(409);
    expect(await one.invoice()).toMatchObject({ paid: 1_000, status: "PARTIAL" });
    expect((await markAsPaid(one, ["balance", "2450.00"])).json()).toMatchObject({
      status: "PAID",
      payments: [{ amount: 1_000 }, { amount: 2_450 }],
    });
  });

  test.each(["-1", "1e3", "10.005", "much"])("a balance of %s is refused", async (balance) => {
    expect((await markAsPaid(await owed(), ["balance", balance])).statusCode).toBe(400);
  });

  test("a wire that two people enter is recorded once, unless one says why it's another", async () => {
    const [one, other] = [await owed(), await owed()];
    const reference = `W1-${one.invoiceId}`;
    const colleague = await app.administrator();
    expect((await one.pay(1_725, { method: "WIRE", reference })).statusCode).toBe(200);
    const again = await one.pay(
      1_725,
      { method: "WIRE", reference: ` w1 ${one.invoiceId}` },
      colleague,
    );
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({ code: "repeated-payment" });
    const { number } = await one.invoice();
    expect(again.json().message).toMatch(
      new RegExp(
        `^Sam Support already recorded \\$1,725 with reference ${reference} on invoice ${number}, received `,
      ),
    );
    const elsewhere = await other.pay(1_725, { method: "WIRE", reference });
    expect(elsewhere.json()).toMatchObject({ code: "repeated-payment" });
    expect(await one.invoice()).toMatchObject({ status: "PARTIAL", release: null });
    // Another amount, or another method, is another payment.
    expect((await other.pay(1_724, { method: "WIRE", reference })).statusCode).toBe(200);
    const why = { method: "WIRE", reference, repeatReason: "The bank lists both wires" };
    expect((await one.pay(1_725, why, colleague)).json()).toMatchObject({ status: "PAID" });
    const [last] = await app.query(
      `SELECT reason, after->'repeats' IS NOT NULL AS repeats FROM audit_log
        WHERE action = 'payment-recorded' AND subject_id = $1 ORDER BY id DESC LIMIT 1`,
      [one.lot.lotId],
    );
    expect(last).toEqual({ reason: "The bank lists both wires", repeats: true });
  });

  test("at the same time on two invoices, one is recorded", async () => {
    const [one, other] = [await owed(), await owed()];
    const body = { method: "ACH", reference: `A-${one.invoiceId}` };
    const replies = await Promise.all([one.pay(100, body), other.pay(100, body)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test("a removed payment can be entered again; one without a reference repeats only on its invoice", async () => {
    const [one, other] = [await owed(), await owed()];
    const cash = { method: "CASH" };
    const [first] = (await one.pay(100, cash)).json().payments;
    expect((await one.pay(100, cash)).json()).toMatchObject({ code: "repeated-payment" });
    expect((await other.pay(100, cash)).statusCode).toBe(200);
    const path = `/api/adminsupport/payments/${first.id}/void`;
    expect((await app.post(path, { reason: "Miscounted" }, staff.jwt)).statusCode).toBe(200);
    expect((await one.pay(100, cash)).statusCode).toBe(200);
  });

  test.each(["WIRE", "ACH", "CHECK"])("a %s needs its reference", async (method) => {
    const { pay } = await owed();
    for (const reference of ["", " - "]) {
      const refused = await pay(100, { method, reference });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().issues).toMatchObject([{ path: "reference" }]);
    }
  });
});

test("an account isn't closed while a purchase is unpaid or not picked up, and the answer names it", async () => {
  const { winner, awardId, pay, invoice } = await owed();
  const admin = await app.administrator();
  const closed = async () => {
    const replies = [
      await app.post("/api/user/close", undefined, winner.jwt),
      await app.delete(`/api/admin/delete-user/${winner.userId}`, admin.jwt),
    ];
    return replies.map((reply) => [reply.statusCode, reply.json().message]);
  };
  const { number } = await invoice();
  const refused = [409, expect.stringContaining(`2019 Peterbilt 579, invoice ${number}`)];
  // A released hold doesn't settle the debt.
  await app.query("UPDATE awards SET forgiven_cents = hammer_cents WHERE id = $1", [awardId]);
  await app.query("UPDATE bidders SET awarded_cents = 0 WHERE user_id = $1", [winner.userId]);
  expect(await closed()).toEqual([refused, refused]);
  await pay(3_450);
  expect(await closed()).toEqual([refused, refused]);
  const { gatePin } = (await invoice()).release;
  const driver = { gatePin, driverName: "Ray Dock" };
  const left = await app.post(`/api/adminsupport/awards/${awardId}/release`, driver, admin.jwt);
  expect(left.statusCode, left.body).toBe(200);
  expect((await app.post("/api/user/close", undefined, winner.jwt)).statusCode).toBe(200);
});

test("lists of sales and invoices that staff read leave a record (D60)", async () => {
  const { lot, invoiceId, pay, invoice } = await owed();
  const reader = await app.support();
  const readAndRecorded = async (url: string, rows: number) => {
    expect((await app.get(url, reader.jwt)).statusCode, url).toBe(200);
    const named = url.replaceAll(/=[^&]*/g, "");
    const entry = {
      detail: `${rows === 1 ? "1 row" : `${rows} rows`}: ${named}`,
      row_count: rows,
    };
    await expect
      .poll(() =>
        app.query(
          "SELECT detail, row_count FROM security_events WHERE user_id = $1 ORDER BY id DESC LIMIT 1",
          [reader.userId],
        ),
      )
      .toEqual([entry]);
  };
  for (const url of [
    `/api/bids/adminsupport/winningBids/${lot.auctionId}`,
    `/api/adminsupport/getAllUnpaidInventoriesbyAuctionId/${lot.auctionId}`,
    `/api/invoices/${invoiceId}`,
    `/api/invoices/${invoiceId}/pdf`,
  ])
    await readAndRecorded(url, 1);
  await pay(3_450);
  const day = "2026-12-01";
  const waiting = `/api/adminsupport/pickups?day=${day}`;
  const { pickups, waiting: left } = (await app.get(waiting, staff.jwt)).json();
  expect(left.length).toBeGreaterThan(0);
  await readAndRecorded(waiting, pickups.length + left.length);
  // Buyers only read what is theirs.
  expect(await invoice()).toMatchObject({ status: "PAID" });
  expect(
    await app.query("SELECT FROM security_events WHERE kind = 'DATA_LISTED' AND user_id = $1", [
      lot.bidders.at(-1)?.userId,
    ]),
  ).toEqual([]);
});

describe("a pickup appointment", () => {
  const paid = async () => {
    const sale = await owed();
    await sale.pay(3_450);
    const { release } = await sale.invoice();
    const due = Date.parse(release.pickupDueAt);
    const [day = ""] = pickupDays(Date.now(), yard, due, "CUSTOMER");
    const set = (slot: object, by: SignedUp) =>
      app.app.inject({
        method: "PUT",
        url: `/api/awards/${sale.awardId}/pickup`,
        headers: { authorization: `Bearer ${by.jwt}` },
        payload: { day, fromHour: 9, untilHour: 11, ...slot },
      });
    return { ...sale, day, set };
  };
  const listOf = async (day: string) =>
    (await app.get(`/api/adminsupport/pickups?day=${day}`, staff.jwt)).json();

  test("is chosen by the buyer, emailed, and listed on its day", async () => {
    const { awardId, winner, day, set, invoice } = await paid();
    const waiting = await listOf(day);
    expect(waiting.waiting).toContainEqual(expect.objectContaining({ awardId, pickup: null }));
    const chosen = await set({}, winner);
    expect(chosen.statusCode, chosen.body).toBe(200);
    expect(chosen.json()).toMatchObject({ pickup: { day, fromHour: 9, untilHour: 11 } });
    expect((await invoice()).pickup).toEqual({ day, fromHour: 9, untilHour: 11 });
    await app.mailTo(winner.email, "Pickup of 2019 Peterbilt 579");
    const { pickups, waiting: left } = await listOf(day);
    expect(pickups).toContainEqual(
      expect.objectContaining({
        awardId,
        yardName: "North yard",
        pickup: { day, fromHour: 9, untilHour: 11 },
      }),
    );
    expect(left).not.toContainEqual(expect.objectContaining({ awardId }));
    expect((await set({ fromHour: 13, untilHour: 14 }, winner)).statusCode).toBe(200);
    // On the day itself only the yard can change it.
    await app.query(
      `UPDATE releases SET pickup_on = (clock_ms() AT TIME ZONE 'America/Chicago')::date
        WHERE award_id = $1`,
      [awardId],
    );
    const late = await set({}, winner);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain("until the day before");
    expect((await set({}, staff)).statusCode).toBe(200);
  });

  test.each([
    ["a time at night", { fromHour: 20, untilHour: 22 }, 422],
    ["a time that ends before it begins", { fromHour: 12, untilHour: 10 }, 422],
    ["a Sunday", { day: "2026-11-22" }, 422],
    ["a day decades away", { day: "2098-11-24" }, 422],
    ["an invalid date", { day: "2026-02-30" }, 400],
    ["a fractional hour", { fromHour: 9.5 }, 400],
  ])("is not %s", async (_what, slot, status) => {
    const { winner, set } = await paid();
    expect((await set(slot, winner)).statusCode).toBe(status);
  });

  test("belongs to the buyer, after the payment", async () => {
    const { runner, set } = { ...(await paid()), runner: await app.customer() };
    expect((await set({}, runner)).statusCode).toBe(403);
    const { awardId, winner } = await owed();
    const early = await app.put(
      `/api/awards/${awardId}/pickup`,
      { day: "2026-11-24", fromHour: 9, untilHour: 10 },
      winner.jwt,
    );
    expect(early.statusCode).toBe(409);
  });

  test("can't change once the unit has left", async () => {
    const { awardId, winner, set, invoice } = await paid();
    const { gatePin } = (await invoice()).release;
    await app.post(
      `/api/adminsupport/awards/${awardId}/release`,
      { gatePin, driverName: "Ann Driver" },
      staff.jwt,
    );
    expect((await set({}, winner)).statusCode).toBe(409);
  });
});

describe("the export for accounting", () => {
  const exported = async (from: string, to: string, by = staff) =>
    app.get(`/api/adminsupport/payments/export?from=${from}&to=${to}`, by.jwt);
  const rowsOf = (body: string) =>
    Papa.parse<Record<string, string>>(body.replace(/^\uFEFF/, ""), {
      header: true,
      skipEmptyLines: true,
    }).data;

  test("has each invoice of the period with its sums, and no formula", async () => {
    const { invoiceId, pay, invoice } = await owed();
    await app.query(
      `UPDATE invoices SET bill_to = bill_to || '{"companyName": "=HYPERLINK(\\"http://x\\")"}' WHERE id = $1`,
      [invoiceId],
    );
    await pay(1_000, { method: "CHECK", reference: "+1" });
    await pay(450, { method: "CASH" });
    const { number, issuedAt, timeZone } = await invoice();
    const day = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(issuedAt));
    const reply = await exported(day, day);
    expect(reply.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(reply.headers["content-disposition"]).toContain(`payments-${day}-to-${day}.csv`);
    const row = rowsOf(reply.body).find(({ Invoice }) => Invoice === number);
    expect(row).toMatchObject({
      Issued: day,
      Buyer: `'=HYPERLINK("http://x")`,
      "Hammer price": "3000.00",
      Total: "3450.00",
      Paid: "1450.00",
      Balance: "2000.00",
      Method: "CHECK + CASH",
      Reference: "'+1",
      State: "PARTIAL",
    });
    const parts = ["Hammer price", "Buyer's premium", "Document fee", "Tax"];
    expect(parts.reduce((sum, name) => sum + Number(row?.[name]), 0)).toBe(3_450);
    expect(rowsOf((await exported("2020-01-01", "2020-12-31")).body)).toEqual([]);
    const inSpanish = await app.app.inject({
      url: `/api/adminsupport/payments/export?from=${day}&to=${day}`,
      headers: { "accept-language": "es", authorization: `Bearer ${staff.jwt}` },
    });
    expect(inSpanish.body).toMatch(
      /^\uFEFFFactura,Emitida,Comprador,.*,Pagado,Saldo,.*,Estatus\r\n/,
    );
  });

  test("reads in batches, each invoice once, in order", async () => {
    const { awardId } = await owed();
    await app.query(
      `INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, status)
        SELECT lot_id, bid_id, user_id, hammer_cents, 'VOID' FROM awards, generate_series(1, 1203)
        WHERE id = $1`,
      [awardId],
    );
    await app.query(
      `INSERT INTO invoices (award_id, user_id, number, lines, total_cents, due_at, bill_to, status, issued_at)
        SELECT a.id, a.user_id, 'X-' || a.id, '[]', 0, clock_ms(), '{"name": "A"}', 'VOID',
          '2021-06-01T12:00:00Z'::timestamptz + (a.id / 700) * interval '1 minute'
        FROM awards a WHERE a.status = 'VOID'
          AND NOT EXISTS (SELECT FROM invoices v WHERE v.award_id = a.id)`,
    );
    const numbers = rowsOf((await exported("2021-06-01", "2021-06-01")).body).map(
      ({ Invoice }) => Invoice,
    );
    expect(numbers).toHaveLength(1_203);
    expect(new Set(numbers).size).toBe(1_203);
  });

  test("is refused to customers, and for a period that ends before it begins", async () => {
    expect((await exported("2026-01-01", "2026-12-31", await app.customer())).statusCode).toBe(403);
    expect((await exported("2026-02-01", "2026-01-01")).statusCode).toBe(400);
    expect((await exported("0000-01-01", "2026-01-01")).statusCode).toBe(400);
  });
});
