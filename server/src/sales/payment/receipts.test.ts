import type { Invoice } from "@gavelyard/contract/sales/payments";
import type { BuyerAccount, OwingBuyer } from "@gavelyard/contract/sales/receipts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { act as runAct } from "../../events/act.ts";
import { bookMismatches } from "../../backups/sql.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { runStatements } from "../../testing/run-statements.ts";
import { salesOn } from "../../testing/sales.ts";
import { announceRelease } from "../pickup/announce-release.ts";
import { releaseOf, sealedPinRow } from "../payments-sql.ts";

let app: AuthApp;
let staff: SignedUp;
let second: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  staff = await app.support();
  second = await app.administrator();
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const accountOf = async ({ userId, jwt }: SignedUp) =>
  (await app.get(`/api/users/${userId}/account`, jwt)).json<BuyerAccount>();
const invoiceOf = async (id: number, by: SignedUp) =>
  (await app.get(`/api/invoices/${id}`, by.jwt)).json<Invoice>();
const receive = (buyer: SignedUp, money: object, by = staff) =>
  app.post(
    `/api/adminsupport/users/${buyer.userId}/receipts`,
    { method: "WIRE", reference: `W${buyer.userId}`, ...money },
    by.jwt,
  );
const act = (id: number, what: "payments" | "end" | "refunds", body: object, by = staff) =>
  app.post(`/api/adminsupport/receipts/${id}/${what}`, body, by.jwt);

/** Confirms the newest proposal as the second person. */
const confirm = async () => {
  const [proposal] = await app.query("SELECT max(id)::int AS id FROM proposals");
  const path = `/api/adminsupport/proposals/${Number(proposal?.["id"])}/confirm`;
  return app.post(path, undefined, second.jwt);
};
const newestReceipt = async (buyer: SignedUp) => {
  const receipt = (await accountOf(buyer)).receipts[0];
  if (receipt === undefined) throw new Error("no receipt");
  return receipt;
};

describe("one wire for several lots (D75)", () => {
  test("pays the oldest due first, is one entry, and leaves the rest as credit", async () => {
    const { winner, invoiceIds } = await sales.declaredTo(3);
    const owing = (await app.get("/api/adminsupport/owing-buyers?size=100", staff.jwt)).json<{
      content: OwingBuyer[];
    }>();
    expect(owing.content.find(({ userId }) => userId === winner.userId)).toMatchObject({
      invoices: 3,
      balance: 10_350,
      ageing: [10_350, 0, 0, 0, 0],
      credit: 0,
    });

    const reply = await receive(winner, { amount: 8_000, balance: 10_350 });
    expect(reply.statusCode).toBe(200);
    const account = reply.json<BuyerAccount>();
    expect(account).toMatchObject({ balance: 2_350, credit: 0 });
    expect(account.receipts).toHaveLength(1);
    expect(account.receipts[0]?.payments.map(({ amount }) => amount)).toEqual([
      3_450, 3_450, 1_100,
    ]);
    const [first = 0, , last = 0] = invoiceIds;
    expect((await invoiceOf(first, winner)).release).not.toBeNull();
    expect(await invoiceOf(last, winner)).toMatchObject({ status: "PARTIAL", release: null });

    const rest = await receive(winner, { amount: 3_000, reference: "W-rest" });
    expect(rest.json<BuyerAccount>()).toMatchObject({ balance: 0, credit: 650 });
    expect((await invoiceOf(last, winner)).status).toBe("PAID");
    expect(await bookMismatches(app.context.pool)).toEqual([]);
  });

  test("pays the invoices that staff choose, and refuses parts that don't fit", async () => {
    const { winner, invoiceIds } = await sales.declaredTo(2);
    const [one = 0, two = 0] = invoiceIds;
    const other = await sales.declared();
    const choose = (payments: object[]) => receive(winner, { amount: 4_000, payments });
    for (const [payments, message] of [
      [[{ invoiceId: other.invoiceId, amount: 1 }], "isn't an open invoice of this buyer"],
      [[{ invoiceId: one, amount: 3_450.01 }], "is only $3,450"],
      [[{ invoiceId: one, amount: 0 }], "more than 0"],
      [
        [
          { invoiceId: one, amount: 3_000 },
          { invoiceId: two, amount: 1_000.01 },
        ],
        "more than the amount",
      ],
      [
        [
          { invoiceId: one, amount: 1 },
          { invoiceId: one, amount: 1 },
        ],
        "twice",
      ],
    ] as const) {
      const reply = await choose([...payments]);
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
        422,
        expect.stringContaining(message),
      ]);
    }
    expect((await accountOf(winner)).receipts).toEqual([]);
    const reply = await choose([{ invoiceId: two, amount: 3_450 }]);
    expect(reply.json<BuyerAccount>()).toMatchObject({ balance: 3_450, credit: 550 });
    expect((await invoiceOf(two, winner)).status).toBe("PAID");
  });

  test("refuses a balance that moved, money recorded already, and the future; nothing is half done", async () => {
    const { winner } = await sales.declaredTo(2);
    const money = { amount: 1_000, reference: "FW 77-12" };
    expect((await receive(winner, { ...money, balance: 1 })).statusCode).toBe(409);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await receive(winner, { ...money, receivedAt: tomorrow })).statusCode).toBe(422);
    expect((await receive(winner, { amount: 1_000, reference: "" })).statusCode).toBe(422);
    expect((await receive(await app.support(), money)).statusCode).toBe(404);
    expect((await receive(winner, money)).statusCode).toBe(200);
    const again = await receive(winner, { ...money, reference: "fw7712" });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([
      409,
      "repeated-payment",
    ]);
    const wanted = await receive(winner, { ...money, repeatReason: "They sent it twice" });
    expect(wanted.json<BuyerAccount>().receipts).toHaveLength(2);
  });

  test("is recorded once per key", async () => {
    const { winner } = await sales.declaredTo(1);
    const send = () =>
      app.app.inject({
        method: "POST",
        url: `/api/adminsupport/users/${winner.userId}/receipts`,
        headers: { authorization: `Bearer ${staff.jwt}`, "idempotency-key": `r${winner.userId}` },
        payload: { amount: 10, method: "CASH" },
      });
    expect((await send()).json()).toEqual((await send()).json());
    expect((await accountOf(winner)).receipts).toHaveLength(1);
  });

  test("is recorded with its file and payer", async () => {
    const { winner } = await sales.declaredTo(1);
    const send = () =>
      app.form(
        "POST",
        `/api/adminsupport/users/${winner.userId}/receipts`,
        [
          [
            "document",
            { fileName: "wire.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n") },
          ],
          ["amount", "100.50"],
          ["method", "CASHIERS_CHECK"],
          ["reference", "C9"],
          ["payer", "Llano Trucks LLC"],
        ],
        staff.jwt,
      );
    expect((await send()).statusCode).toBe(200);
    const { receipts } = await accountOf(winner);
    expect(receipts).toMatchObject([
      { amount: 100.5, method: "CASHIERS_CHECK", payer: "Llano Trucks LLC", hasFile: true },
    ]);
    const path = `/api/receipts/${receipts[0]?.id}/file`;
    expect((await app.get(path, winner.jwt)).statusCode).toBe(200);
    expect((await app.get(path, (await app.customer()).jwt)).statusCode).toBe(403);
  });
});

describe("credit (D75)", () => {
  test("pays a later invoice, and what is left is refunded by two people", async () => {
    const { winner } = await sales.declaredTo(1);
    await receive(winner, { amount: 1_000, payments: [] });
    const { id, credit } = await newestReceipt(winner);
    expect(credit).toBe(1_000);
    expect((await act(id, "payments", { credit: 999 })).statusCode).toBe(409);
    const [invoice] = (await accountOf(winner)).invoices;
    const paid = await act(id, "payments", { payments: [{ invoiceId: invoice?.id, amount: 400 }] });
    expect(paid.json<BuyerAccount>()).toMatchObject({ balance: 3_050, credit: 600 });

    const refund = { amount: 600, reference: "Wire back 1", reason: "Overpaid" };
    expect((await act(id, "refunds", { ...refund, amount: 600.01 })).statusCode).toBe(422);
    expect((await act(id, "refunds", refund)).statusCode).toBe(202);
    expect((await accountOf(winner)).credit).toBe(600);
    expect((await confirm()).statusCode).toBe(200);
    const account = await accountOf(winner);
    expect(account.credit).toBe(0);
    expect(account.receipts[0]?.refunds).toMatchObject([{ amount: 600, reference: "Wire back 1" }]);
    // Refunded money can't end as a whole.
    expect((await act(id, "end", { kind: "MISTAKE", reason: "Wrong" })).statusCode).toBe(409);
  });

  test("waits with its refund until the money is cleared", async () => {
    const { winner } = await sales.declaredTo(1);
    await receive(winner, { amount: 500, method: "CHECK", payments: [] });
    const { id } = await newestReceipt(winner);
    const refund = { amount: 500, reference: "1", reason: "Overpaid" };
    const reply = await act(id, "refunds", refund);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([409, "too-early"]);
  });

  test("comes from a payment that staff take off an invoice", async () => {
    const { winner, invoiceIds } = await sales.declaredTo(2);
    await receive(winner, { amount: 5_000 });
    const [, last = 0] = invoiceIds;
    const payment = (await invoiceOf(last, winner)).payments[0];
    const path = `/api/adminsupport/payments/${payment?.id}/void`;
    // Gone would leave the rest of the wire without a payment that explains it.
    expect((await app.post(path, { reason: "Wrong lot" }, staff.jwt)).statusCode).toBe(409);
    const moved = await app.post(path, { reason: "Wrong lot", money: "CREDIT" }, staff.jwt);
    expect(moved.json<Invoice>()).toMatchObject({ paid: 0 });
    expect(await accountOf(winner)).toMatchObject({ balance: 3_450, credit: 1_550 });
  });
});

describe("money that isn't cleared (D76)", () => {
  test("pays, but shows no gate PIN, books no pickup and releases no unit until it is", async () => {
    const { winner, invoiceIds, awardIds } = await sales.declaredTo(1);
    const [invoiceId = 0] = invoiceIds;
    const [awardId = 0] = awardIds;
    await receive(winner, { amount: 3_450, method: "CHECK", reference: "77" });
    const { clearsAt } = await newestReceipt(winner);
    const invoice = await invoiceOf(invoiceId, winner);
    expect(invoice).toMatchObject({ status: "PAID", release: { gatePin: null, clearsAt } });
    const told = async () =>
      app.query("SELECT 1 FROM mails WHERE event_key LIKE $1", [`release:${awardId}:%`]);
    expect(await told()).toEqual([]);

    const sealed = (await releaseOf(app.context.pool, awardId))?.gate_pin ?? Buffer.alloc(0);
    const cipher = app.context.secrets.cipher("gate PINs");
    const gatePin = cipher.open(sealedPinRow(awardId), sealed);
    const release = () =>
      app.post(
        `/api/adminsupport/awards/${awardId}/release`,
        { gatePin, driverName: "Ray Dock" },
        second.jwt,
      );
    const [{ yard_id: yardId } = { yard_id: 0 }] = await app.query(
      "SELECT yard_id FROM inventory i JOIN lots l ON l.inventory_id = i.id JOIN awards a ON a.lot_id = l.id WHERE a.id = $1",
      [awardId],
    );
    const atGate = await app.get(`/api/adminsupport/gate?yardId=${String(yardId)}`, second.jwt);
    expect(atGate.json().units).toMatchObject([{ awardId, clearsAt }]);
    const early = await release();
    expect([early.statusCode, early.json<{ code: string }>().code]).toEqual([409, "too-early"]);
    const day = new Date(Date.parse(clearsAt) - 2 * 86_400_000).toISOString().slice(0, 10);
    const pickup = await app.put(
      `/api/awards/${awardId}/pickup`,
      { day, fromHour: 9, untilHour: 10 },
      staff.jwt,
    );
    expect(pickup.statusCode).toBe(422);
    await expect(
      app.query(
        "UPDATE releases SET released_at = now(), released_by = $2, carrier_name = '', driver_name = 'Ray' WHERE award_id = $1",
        [awardId, staff.userId],
      ),
    ).rejects.toThrow("not cleared");

    // Five business days later.
    await runStatements(app.ownerUrl, [
      "ALTER TABLE receipts DISABLE TRIGGER receipts_append_only",
      `UPDATE receipts SET clears_at = clock_ms() WHERE user_id = ${winner.userId}`,
      "ALTER TABLE receipts ENABLE TRIGGER receipts_append_only",
    ]);
    const announce = () =>
      runAct(app.context, (tx, record) => announceRelease(tx, record, awardId));
    await announce();
    await announce();
    await expect.poll(told).toHaveLength(1);
    expect((await invoiceOf(invoiceId, winner)).release).toMatchObject({ gatePin, clearsAt: null });
    expect((await release()).statusCode).toBe(200);
  });

  test("is announced once, also when other money paid the invoice meanwhile", async () => {
    const { winner, awardIds } = await sales.declaredTo(1);
    const [awardId = 0] = awardIds;
    await receive(winner, { amount: 3_450, method: "CHECK", reference: "78" });
    const { id, clearsAt } = await newestReceipt(winner);
    const ended = await act(id, "end", { kind: "RETURNED", reason: "Not sufficient funds" });
    expect(ended.statusCode, ended.body).toBe(200);
    const wired = await receive(winner, { amount: 3_450, reference: "W78" });
    expect(wired.json<BuyerAccount>().balance, wired.body).toBe(0);
    const told: unknown[] = [];
    const announce = (clearsAtMs?: number) =>
      runAct(app.context, (tx) =>
        announceRelease(tx, (event) => told.push(event), awardId, clearsAtMs),
      );
    await announce(Date.parse(clearsAt));
    expect(told).toEqual([]);
    await announce();
    expect(told).toHaveLength(1);
  });
});

test("anyone who recorded the receipt is told at the gate that the release takes two (D73)", async () => {
  const { winner, awardIds } = await sales.declaredTo(1);
  await receive(winner, { amount: 3_450, payments: [] });
  const { id } = await newestReceipt(winner);
  await act(id, "payments", {}, second);
  const gate = await app.get(`/api/adminsupport/gate?awardId=${awardIds[0]}`, staff.jwt);
  const units = gate.json<{ units: { awardId: number; takesSecondPerson: boolean }[] }>().units;
  expect(units.find(({ awardId }) => awardId === awardIds[0])?.takesSecondPerson).toBe(true);
});

test.each([
  [-1, 0],
  [0.5, 1],
  [30, 1],
  [30.5, 2],
  [61, 3],
  [400, 4],
])("a balance %d days past due is in column %d of the ageing", async (days, column) => {
  const { winner, invoiceIds } = await sales.declaredTo(1);
  await app.query(
    "UPDATE invoices SET due_at = clock_ms() - $2 * interval '1 day' + interval '1 minute' WHERE id = $1",
    [invoiceIds[0], days],
  );
  const owing = (await app.get("/api/adminsupport/owing-buyers?size=100", staff.jwt)).json<{
    content: OwingBuyer[];
  }>();
  const ageing = [0, 0, 0, 0, 0].with(column, 3_450);
  expect(owing.content.find(({ userId }) => userId === winner.userId)?.ageing).toEqual(ageing);
});

describe("the end of a receipt (D75)", () => {
  test("a returned check reopens what it paid, at once and by one person", async () => {
    const { winner, invoiceIds } = await sales.declaredTo(2);
    await receive(winner, { amount: 7_000, method: "CHECK", reference: "101" });
    const { id } = await newestReceipt(winner);
    const reply = await act(id, "end", { kind: "RETURNED", reason: "Not sufficient funds" });
    expect(reply.json<BuyerAccount>()).toMatchObject({ balance: 6_900, credit: 0 });
    for (const invoiceId of invoiceIds) {
      expect(await invoiceOf(invoiceId, winner)).toMatchObject({ paid: 0, release: null });
    }
    const held = await app.query(
      "SELECT awarded_cents::int AS held FROM bidders WHERE user_id = $1",
      [winner.userId],
    );
    expect(held).toEqual([{ held: 600_000 }]);
    expect((await act(id, "end", { kind: "RETURNED", reason: "Again" })).statusCode).toBe(409);
    // The same check, deposited again.
    const again = { amount: 7_000, method: "CHECK", reference: "101" };
    expect((await receive(winner, again)).statusCode).toBe(200);
    expect(await bookMismatches(app.context.pool)).toEqual([]);
  });

  test("a check that returns after the unit left is owed, and paid again", async () => {
    const { winner, invoiceIds } = await sales.declaredTo(1);
    await receive(winner, { amount: 3_450, method: "MONEY_ORDER", reference: "M1" });
    const [invoiceId = 0] = invoiceIds;
    const { release, awardId } = await invoiceOf(invoiceId, winner);
    await app.post(
      `/api/adminsupport/awards/${awardId}/release`,
      { gatePin: release?.gatePin, driverName: "Ray Dock" },
      second.jwt,
    );
    const { id } = await newestReceipt(winner);
    expect((await act(id, "end", { kind: "MISTAKE", reason: "Wrong" })).statusCode).toBe(409);
    expect((await act(id, "end", { kind: "RETURNED", reason: "Forged" })).statusCode).toBe(200);
    expect(await invoiceOf(invoiceId, winner)).toMatchObject({ balance: 3_450, status: "ISSUED" });
    const paid = await receive(winner, { amount: 3_450, reference: "W2" });
    expect(paid.json<BuyerAccount>().balance).toBe(0);
    const [unit] = await app.query(
      `SELECT i.status FROM invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
        JOIN inventory i ON i.id = l.inventory_id WHERE v.id = $1`,
      [invoiceId],
    );
    expect(unit).toEqual({ status: "RELEASED" });
  });

  test("a receipt that paid one invoice in two parts holds the limit once", async () => {
    const { winner, invoiceIds } = await sales.declaredTo(1);
    const [invoiceId = 0] = invoiceIds;
    await receive(winner, {
      amount: 5_000,
      method: "CARD",
      payments: [{ invoiceId, amount: 1_000 }],
    });
    const { id } = await newestReceipt(winner);
    expect((await act(id, "payments", {})).json<BuyerAccount>().balance).toBe(0);
    expect((await act(id, "end", { kind: "RETURNED", reason: "Charged back" })).statusCode).toBe(
      200,
    );
    const held = await app.query(
      "SELECT awarded_cents::int AS held FROM bidders WHERE user_id = $1",
      [winner.userId],
    );
    expect(held).toEqual([{ held: 300_000 }]);
    expect(await bookMismatches(app.context.pool)).toEqual([]);
  });

  test("a receipt can't end once a part of it was removed as gone", async () => {
    const { winner } = await sales.declaredTo(1);
    await receive(winner, { amount: 100, method: "CARD" });
    const { id, payments } = await newestReceipt(winner);
    const gone = await app.post(
      `/api/adminsupport/payments/${payments[0]?.id}/void`,
      { reason: "Sent back by hand" },
      staff.jwt,
    );
    expect(gone.statusCode, gone.body).toBe(200);
    const end = await act(id, "end", { kind: "RETURNED", reason: "Charged back" });
    expect([end.statusCode, end.json<{ code: string }>().code]).toEqual([409, "wrong-state"]);
  });

  test("a mistake takes two people, and no bank returns a wire", async () => {
    const { winner } = await sales.declaredTo(1);
    await receive(winner, { amount: 100 });
    const { id } = await newestReceipt(winner);
    expect((await act(id, "end", { kind: "RETURNED", reason: "Sent back" })).statusCode).toBe(409);
    expect((await act(id, "end", { kind: "MISTAKE", reason: "Another buyer" })).statusCode).toBe(
      202,
    );
    expect((await confirm()).statusCode).toBe(200);
    expect(await accountOf(winner)).toMatchObject({
      balance: 3_450,
      credit: 0,
      receipts: [{ end: { kind: "MISTAKE", reason: "Another buyer" } }],
    });
  });
});

describe("two clerks at once (D75)", () => {
  const acts = ["receive", "receive", "credit", "remove", "end", "refund"] as const;
  const turns = fc.array(
    fc.tuple(
      fc.constantFrom(...acts),
      fc.constantFrom(...acts),
      fc.integer({ min: 1, max: 6_000 }),
    ),
    { minLength: 4, maxLength: 8 },
  );

  test("lose no cent and spend none twice", async () => {
    let wires = 0;
    await fc.assert(
      fc.asyncProperty(turns, async (drawn) => {
        const { winner } = await sales.declaredTo(2);
        const take = async (what: (typeof acts)[number], amount: number) => {
          const { receipts } = await accountOf(winner);
          const standing = receipts.find(({ end }) => end === null);
          const left = receipts.find(({ credit }) => credit > 0);
          if (what === "receive") {
            wires += 1;
            return receive(winner, { amount, method: "CARD", reference: `card ${wires}` });
          }
          if (what === "credit" && left !== undefined) return act(left.id, "payments", {});
          if (what === "refund" && left !== undefined) {
            const back = { amount: left.credit, reference: "back", reason: "Overpaid" };
            return act(left.id, "refunds", back).then(confirm);
          }
          if (what === "end" && standing !== undefined)
            return act(standing.id, "end", { kind: "RETURNED", reason: "Chargeback" });
          const payment = standing?.payments.find(({ voided }) => !voided);
          if (what !== "remove" || payment === undefined) return null;
          const path = `/api/adminsupport/payments/${payment.id}/void`;
          const reply = await app.post(path, { reason: "Moved", money: "CREDIT" }, staff.jwt);
          return reply.statusCode === 202 ? confirm() : reply;
        };
        for (const [one, other, amount] of drawn) {
          const replies = await Promise.all([take(one, amount), take(other, amount)]);
          for (const reply of replies) expect(reply?.statusCode ?? 200).toBeLessThan(500);
          const account = await accountOf(winner);
          const standing = account.receipts.filter(({ end }) => end === null);
          for (const { amount: all, credit, payments, refunds } of standing) {
            const spent = payments
              .filter(({ voided }) => !voided)
              .reduce((sum, part) => sum + part.amount, 0);
            const back = refunds.reduce((sum, part) => sum + part.amount, 0);
            expect(credit + spent + back).toBeCloseTo(all, 6);
          }
          const paid = standing.flatMap(({ payments }) => payments).filter(({ voided }) => !voided);
          const onInvoices = paid.reduce((sum, part) => sum + part.amount, 0);
          expect(account.balance + onInvoices).toBeCloseTo(6_900, 6);
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
    expect(await bookMismatches(app.context.pool)).toEqual([]);
  });

  test("the database refuses what the server would have to", async () => {
    const { winner, invoiceIds, awardIds } = await sales.declaredTo(1);
    const other = await sales.declared();
    await receive(winner, { amount: 1_000, payments: [] });
    const { id } = await newestReceipt(winner);
    const pay = (cents: number, invoiceId: number, awardId: number) =>
      app.query(
        `INSERT INTO payments (award_id, invoice_id, cents, receipt_id, recorded_by)
          VALUES ($1, $2, $3, $4, $5)`,
        [awardId, invoiceId, cents, id, staff.userId],
      );
    const [invoiceId = 0] = invoiceIds;
    const [awardId = 0] = awardIds;
    await expect(pay(100_001, invoiceId, awardId)).rejects.toThrow("has less left");
    await expect(pay(1, other.invoiceId, other.awardId)).rejects.toThrow("different buyers");
    await pay(1, invoiceId, awardId);
    await expect(
      app.query(
        "INSERT INTO receipt_ends (receipt_id, kind, reason, ended_by) VALUES ($1, 'MISTAKE', 'Wrong', $2)",
        [id, staff.userId],
      ),
    ).rejects.toThrow("has less left");
    await expect(app.query("UPDATE receipts SET cents = 1 WHERE id = $1", [id])).rejects.toThrow();
  });
});
