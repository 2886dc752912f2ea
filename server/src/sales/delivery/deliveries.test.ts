import type { Delivery } from "@gavelyard/contract/sales/delivery-estimates";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookMismatches } from "../../backups/sql.ts";
import { forgetOutdated } from "../../users/forget-sql.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { deliveryOn } from "../../testing/delivery.ts";
import { salesOn } from "../../testing/sales.ts";
import { twoPersonRuleOff } from "../../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
let admin: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  admin = await app.administrator();
  await app.query(twoPersonRuleOff);
  await deliveryOn(app, admin);
  sales = salesOn(app, staff);
});
afterAll(async () => {
  expect(await bookMismatches(app.context.pool)).toEqual([]);
  await app.close();
});

const DAY_MS = 86_400_000;
const address = { street: "9 Dock Rd", city: "Dallas", state: "TX", zip: "75201" };
const receiver = { contactName: "Ray Dock", contactPhone: "+12145550100", instructions: "Gate B" };
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const quote = (amount: number, changes: object = {}) => ({
  amount,
  until: new Date(Date.now() + 3 * DAY_MS).toISOString(),
  pickupFrom: dayIn(4),
  arrivesFrom: dayIn(6),
  ...changes,
});

/** A declared winner who owes $3,450, with calls about the unit's delivery. */
async function won() {
  const sale = await sales.declared();
  const { winner, invoiceId, awardId, lot } = sale;
  await app.query("UPDATE yards SET lat = 35.2031, lng = -101.8456");
  const read = async (by = winner) =>
    (await app.get(`/api/invoices/${invoiceId}`, by.jwt)).json<Invoice>();
  const deliveryId = async () => (await read()).delivery?.id ?? 0;
  const about = async (act: string) => `/api/adminsupport/deliveries/${await deliveryId()}/${act}`;
  return {
    ...sale,
    read,
    request: (by = winner, to: object = {}) =>
      app.post(`/api/awards/${awardId}/delivery`, { address, ...receiver, ...to }, by.jwt),
    quote: async (amount: number, changes: object = {}, by = staff) =>
      app.put(await about("quote"), quote(amount, changes), by.jwt),
    answer: async (answer: "ACCEPT" | "DECLINE", amount: number, by = winner) =>
      app.post(`/api/deliveries/${await deliveryId()}/answer`, { answer, amount }, by.jwt),
    withdraw: async () =>
      app.post(`/api/deliveries/${await deliveryId()}/withdraw`, undefined, winner.jwt),
    cancel: async (balance?: number) =>
      app.post(await about("cancel"), { reason: "The carrier fell through", balance }, staff.jwt),
    handOver: async (by = staff) =>
      app.post(
        await about("hand-over"),
        { carrierName: "Red River Haulaway", driverName: "Lena Ortiz" },
        by.jwt,
      ),
    delivered: async () => app.post(await about("delivered"), undefined, staff.jwt),
    pay: (amount: number) =>
      app.post(
        `/api/adminsupport/invoices/${invoiceId}/payments`,
        { amount, method: "WIRE", reference: `FW${amount}-${invoiceId}` },
        staff.jwt,
      ),
    release: (gatePin: string) =>
      app.post(
        `/api/adminsupport/awards/${awardId}/release`,
        { gatePin, driverName: "Sam Whitfield" },
        staff.jwt,
      ),
    expire: () =>
      app.query(
        "UPDATE deliveries SET quote_until = clock_ms() - interval '1 second' WHERE award_id = $1",
        [awardId],
      ),
    actions: async () =>
      (
        await app.query(
          `SELECT action FROM audit_log WHERE subject_type = 'lot' AND subject_id = $1
            AND action LIKE 'delivery-%' ORDER BY id`,
          [lot.lotId],
        )
      ).map(({ action }) => action),
  };
}

async function quoted() {
  const sale = await won();
  expect((await sale.request()).statusCode).toBe(200);
  expect((await sale.quote(900)).statusCode).toBe(200);
  return sale;
}

const lineOf = ({ lines }: Pick<Invoice, "lines">) =>
  lines.find(({ kind }) => kind === "DELIVERY")?.amount;
const open = async (invoiceId: number) =>
  (await app.get("/api/adminsupport/deliveries", staff.jwt))
    .json<{ invoiceId: number; status: Delivery["status"]; destination: string }[]>()
    .find((line) => line.invoiceId === invoiceId);
const work = async () =>
  (await app.get("/api/adminsupport/home", staff.jwt))
    .json<{ queues: { name: string; next: { detail: string; path: string }[] }[] }>()
    .queues.find(({ name }) => name === "DELIVERIES")?.next;

describe("a delivery (D62)", () => {
  test("goes from the request to the door, on the invoice, paid before it leaves", async () => {
    const sale = await won();
    const requested = (await sale.request()).json<Invoice>();
    expect(requested.delivery).toMatchObject({
      status: "REQUESTED",
      address,
      ...receiver,
      quote: null,
    });
    const estimate = requested.delivery?.estimate;
    expect(estimate?.miles).toBeGreaterThan(350);
    expect(estimate?.amount).toBe((estimate?.miles ?? 0) * 3);
    expect(requested.total).toBe(3_450);
    expect(await open(sale.invoiceId)).toMatchObject({
      status: "REQUESTED",
      destination: "Dallas, TX 75201",
    });
    expect(await work()).toContainEqual(
      expect.objectContaining({
        detail: "requests a quote",
        path: `/admin-dashboard?tab=payments&view=deliveries&invoice=${sale.invoiceId}`,
      }),
    );

    const withQuote = (await sale.quote(900.5)).json<Invoice>();
    expect(withQuote.delivery).toMatchObject({
      status: "QUOTED",
      quote: { amount: 900.5, expired: false },
    });
    expect(withQuote.total).toBe(3_450);
    const mail = await app.mailTo(sale.winner.email, "Delivery quote for");
    expect(mail.text_body).toContain("$900.50");

    const agreed = (await sale.answer("ACCEPT", 900.5)).json<Invoice>();
    expect(agreed).toMatchObject({ total: 4_350.5, balance: 4_350.5, status: "ISSUED" });
    expect(lineOf(agreed)).toBe(900.5);
    expect(agreed.dueAt).toBe(requested.dueAt);
    expect((await app.mailTo(sale.winner.email, "is on your invoice")).text_body).toContain(
      "$4,350.50",
    );

    // Paying only for the sale or only for the delivery doesn't release the unit.
    expect((await sale.pay(3_450)).json()).toMatchObject({ status: "PARTIAL", release: null });
    expect((await sale.handOver()).statusCode).toBe(409);
    expect((await sale.pay(900.5)).json()).toMatchObject({ status: "PAID", balance: 0 });
    const paid = await sale.read();
    expect(paid.release?.gatePin).toBeNull();
    const mails = await app.query(
      "SELECT 1 FROM mails WHERE recipient = $1 AND subject LIKE '%ready for pickup%'",
      [sale.winner.email],
    );
    expect(mails).toEqual([]);

    expect((await sale.delivered()).statusCode).toBe(409);
    expect((await sale.handOver()).statusCode).toBe(200);
    expect(await sale.read()).toMatchObject({
      delivery: { status: "IN_TRANSIT" },
      release: { carrierName: "Red River Haulaway", driverName: "Lena Ortiz" },
    });
    await app.mailTo(sale.winner.email, "is on its way");
    expect((await sale.handOver()).statusCode).toBe(409);
    expect((await sale.cancel()).statusCode).toBe(409);
    expect((await sale.delivered()).json<Invoice>().delivery?.status).toBe("DELIVERED");
    await app.mailTo(sale.winner.email, "was delivered");
    expect((await sale.delivered()).statusCode).toBe(409);
    expect(await open(sale.invoiceId)).toBeUndefined();
    const [unit] = await app.query("SELECT status FROM inventory WHERE id = $1", [
      sale.lot.inventoryId,
    ]);
    expect(unit).toEqual({ status: "RELEASED" });
    expect(await sale.actions()).toEqual([
      "delivery-requested",
      "delivery-quoted",
      "delivery-accepted",
      "delivery-arrived",
    ]);
  });

  test("accepted after the payment reopens the invoice, and every view agrees", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    const { release } = await sale.read();
    const pin = release?.gatePin ?? "";
    const agreed = (await sale.answer("ACCEPT", 900)).json<Invoice>();
    expect(agreed).toMatchObject({ status: "PARTIAL", total: 4_350, paid: 3_450, balance: 900 });
    expect(Date.parse(agreed.dueAt)).toBeGreaterThan(Date.now());

    const unpaid = `/api/adminsupport/getAllUnpaidInventoriesbyAuctionId/${sale.lot.auctionId}`;
    expect((await app.get(unpaid, staff.jwt)).json()).toMatchObject([
      { status: "PAID", total: 4_350, paid: 3_450, overdue: false },
    ]);
    const queues = (await app.get("/api/adminsupport/home", staff.jwt)).json().queues;
    expect(JSON.stringify(queues.find((one: { name: string }) => one.name === "UNPAID"))).toContain(
      `auction=${sale.lot.auctionId}`,
    );
    const csv = await app.get(
      `/api/adminsupport/payments/export?from=${dayIn(-1)}&to=${dayIn(1)}`,
      staff.jwt,
    );
    const rows = Papa.parse<Record<string, string>>(csv.body.replace("\uFEFF", ""), {
      header: true,
    }).data;
    expect(rows.find((row) => row["Invoice"] === agreed.number)).toMatchObject({
      Delivery: "900.00",
      Total: "4350.00",
      Paid: "3450.00",
      Balance: "900.00",
      State: "PARTIAL",
    });
    const pdf = await app.get(`/api/invoices/${sale.invoiceId}/pdf`, sale.winner.jwt);
    expect(pdf.statusCode).toBe(200);

    // The gate PIN that the buyer already has doesn't work while the delivery is open.
    const byPin = await sale.release(pin);
    expect(byPin.statusCode).toBe(409);
    expect(byPin.json().message).toContain("cancel the delivery");
    const early = await sale.handOver();
    expect(early.json().message).toContain("isn't paid");
    const paid = (await sale.pay(900)).json<Invoice>();
    expect(paid).toMatchObject({ status: "PAID", paid: 4_350, balance: 0 });
    // Without the delivery's payment, the sale stays paid.
    const taken = await app.post(
      `/api/adminsupport/payments/${paid.payments.at(-1)?.id}/void`,
      { reason: "By mistake" },
      staff.jwt,
    );
    expect(taken.json()).toMatchObject({ status: "PARTIAL", balance: 900, release: {} });
    expect((await sale.handOver()).json().message).toContain("isn't paid");
    expect((await sale.pay(900)).json()).toMatchObject({ status: "PAID" });
    expect((await app.get(unpaid, staff.jwt)).json()).toEqual([]);
    const received = () =>
      app.query(
        "SELECT text_body FROM mails WHERE recipient = $1 AND text_body LIKE '%$900 for%'",
        [sale.winner.email],
      );
    await expect.poll(received).toHaveLength(2);
    expect((await sale.handOver()).statusCode).toBe(200);
  });

  test("of a paid sale can be marked paid with an invoice file", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    await sale.answer("ACCEPT", 900);
    const file = {
      fileName: "receipt.pdf",
      bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n"),
    };
    const paid = await app.form(
      "POST",
      `/api/adminsupport/users/mark-as-paid/${sale.winner.userId}/${sale.lot.inventoryId}`,
      [["invoice", file]],
      staff.jwt,
    );
    expect(paid.json<Invoice>()).toMatchObject({
      status: "PAID",
      balance: 0,
      payments: [{ amount: 3_450 }, { amount: 900 }],
    });
    expect((await sale.pay(1)).statusCode).toBe(409);
  });

  test("replaces a pickup appointment and must be canceled before another", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    await app.query(
      `UPDATE releases SET pickup_on = current_date + 5, pickup_from_hour = 9, pickup_until_hour = 11,
        pickup_set_by = $2, pickup_set_at = clock_ms() WHERE award_id = $1`,
      [sale.awardId, staff.userId],
    );
    expect((await sale.answer("ACCEPT", 900)).json<Invoice>().pickup).toBeNull();
    const slot = { day: dayIn(6), fromHour: 9, untilHour: 11 };
    const set = await app.put(`/api/awards/${sale.awardId}/pickup`, slot, sale.winner.jwt);
    expect(set.statusCode).toBe(409);
    expect(set.json().message).toContain("We're delivering this unit");
    const { waiting } = (
      await app.get(`/api/adminsupport/pickups?day=${dayIn(0)}`, staff.jwt)
    ).json<{ waiting: { awardId: number }[] }>();
    expect(waiting.map((one) => one.awardId)).not.toContain(sale.awardId);
  });

  test("that isn't accepted yet ends when the buyer's driver picks up the unit", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    const { release } = await sale.read();
    expect((await sale.release(release?.gatePin ?? "")).statusCode).toBe(200);
    expect((await sale.read()).delivery).toMatchObject({
      status: "CANCELED",
      endReason: "The unit was picked up",
    });
    expect((await sale.answer("ACCEPT", 900)).statusCode).toBe(409);
    expect((await sale.request()).json().message).toContain("already left");
  });

  test("ends with the sale, and its invoice is void with it", async () => {
    const sale = await quoted();
    await sale.answer("ACCEPT", 900);
    const ended = await app.post(
      `/api/adminsupport/awards/${sale.awardId}/default`,
      { reason: "Never paid" },
      staff.jwt,
    );
    expect(ended.statusCode, ended.body).toBe(200);
    expect(await sale.read()).toMatchObject({ status: "VOID", delivery: { status: "CANCELED" } });
    expect((await sale.request()).statusCode).toBe(409);
  });
});

describe("a request", () => {
  test("belongs to the winner, one at a time, and can be withdrawn until the quote is accepted", async () => {
    const sale = await won();
    const other = await app.customer();
    expect((await sale.request(other)).statusCode).toBe(404);
    const both = await Promise.all([sale.request(), sale.request()]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const stranger = await app.post(
      `/api/deliveries/${(await sale.read()).delivery?.id}/withdraw`,
      undefined,
      other.jwt,
    );
    expect(stranger.statusCode).toBe(404);
    expect((await sale.withdraw()).json<Invoice>().delivery?.status).toBe("CANCELED");
    expect((await sale.withdraw()).statusCode).toBe(409);
    expect((await sale.request()).statusCode).toBe(200);
    await sale.quote(900);
    await sale.answer("ACCEPT", 900);
    const late = await sale.withdraw();
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain("Call us");
  });

  test("by staff for the buyer follows the rules, is audited as staff's, and emails the buyer", async () => {
    const sale = await won();
    const requested = await sale.request(staff);
    expect(requested.statusCode, requested.body).toBe(200);
    const mail = await app.mailTo(sale.winner.email, "Delivery requested");
    expect(mail.text_body).toContain("to Dallas, TX 75201 for you");
    expect(mail.text_body).not.toContain(address.street);
    const [record] = await app.query(
      `SELECT actor_id, after FROM audit_log WHERE action = 'delivery-requested' AND subject_id = $1`,
      [sale.lot.lotId],
    );
    expect(record).toMatchObject({
      actor_id: staff.userId,
      after: { buyerId: sale.winner.userId, zip: "75201" },
    });
    expect((await sale.request(staff)).json().message).toContain("already requested");
    expect((await sale.request()).statusCode).toBe(409);
    expect((await sale.withdraw()).json<Invoice>().delivery?.status).toBe("CANCELED");
    expect((await sale.request(admin)).statusCode).toBe(200);
    await sale.quote(900);
    expect((await sale.answer("ACCEPT", 900, staff)).statusCode).toBe(403);
    expect((await sale.answer("ACCEPT", 900)).json<Invoice>().total).toBe(4_350);
  });

  test("to a place off the road network has no estimate but can be quoted", async () => {
    const sale = await won();
    const to = { street: "1 Pali", city: "Honolulu", state: "HI", zip: "96813" };
    const requested = (await sale.request(sale.winner, { address: to })).json<Invoice>();
    expect(requested.delivery?.estimate).toBeNull();
    expect((await sale.quote(9_000)).statusCode).toBe(200);
  });

  test("is refused while delivery is off", async () => {
    const sale = await won();
    await app.query(
      `UPDATE operating_settings SET value = jsonb_set(value, '{isOn}', 'false') WHERE name = 'delivery'`,
    );
    const refused = await sale.request();
    await app.query(
      `UPDATE operating_settings SET value = jsonb_set(value, '{isOn}', 'true') WHERE name = 'delivery'`,
    );
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain("don't arrange delivery");
  });

  test.each([
    [{ address: { ...address, zip: "752" } }, "ZIP code"],
    [{ address: { ...address, state: "Texas" } }, "two-letter"],
    [{ contactName: "" }, "Contact name"],
    [{ contactPhone: "none" }, "phone number"],
  ])("with %j is refused at its field", async (wrong, message) => {
    const reply = await app.post(
      "/api/awards/1/delivery",
      { address, ...receiver, ...wrong },
      (await app.customer()).jwt,
    );
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toContain(message);
  });
});

describe("a quote", () => {
  test("can be replaced, and only what the buyer saw can be accepted", async () => {
    const sale = await quoted();
    await sale.quote(1_100);
    const stale = await sale.answer("ACCEPT", 900);
    expect(stale.statusCode).toBe(409);
    expect(stale.json().message).toContain("$1,100");
    expect((await sale.answer("ACCEPT", 1_100)).json<Invoice>().total).toBe(4_550);
    expect((await sale.quote(1)).statusCode).toBe(409);
    expect((await sale.answer("DECLINE", 1_100)).statusCode).toBe(409);
  });

  test("can be declined and requested again", async () => {
    const sale = await quoted();
    expect((await sale.answer("DECLINE", 900)).json<Invoice>()).toMatchObject({
      total: 3_450,
      delivery: { status: "DECLINED" },
    });
    expect((await sale.request()).statusCode).toBe(200);
  });

  test("that has expired can't be accepted, is in the work queue, and can be renewed", async () => {
    const sale = await quoted();
    await sale.expire();
    expect((await sale.read()).delivery?.quote?.expired).toBe(true);
    const late = await sale.answer("ACCEPT", 900);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain("expired");
    expect((await work())?.map(({ detail }) => detail)).toContain("quote has expired");
    expect((await sale.quote(950)).statusCode).toBe(200);
    expect((await sale.answer("ACCEPT", 950)).statusCode).toBe(200);
  });

  test.each([
    [{ until: "2020-01-01T00:00:00.000Z" }, 422, "future"],
    [{ until: "2099-01-01T00:00:00.000Z" }, 422, "30 days"],
    [{ pickupFrom: "2020-01-01" }, 422, "today or a later day"],
    [{ arrivesFrom: dayIn(3) }, 422, "before the day it leaves"],
    [{ amount: 0 }, 400, "more than 0"],
    [{ amount: 10.005 }, 400, "two decimals"],
  ])("with %j is refused", async (changes, status, message) => {
    const sale = await won();
    await sale.request();
    const reply = await sale.quote(900, changes);
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toContain(message);
  });

  test("accepted and canceled, replaced or withdrawn at once has one outcome", async () => {
    for (const against of ["cancel", "quote", "withdraw"] as const) {
      const sale = await quoted();
      const other =
        against === "quote"
          ? sale.quote(1_000)
          : against === "cancel"
            ? sale.cancel()
            : sale.withdraw();
      const [answered] = await Promise.all([sale.answer("ACCEPT", 900), other]);
      const { total, delivery, lines } = await sale.read();
      expect(lineOf({ lines })).toBe(total === 3_450 ? undefined : 900);
      if (delivery?.status === "ACCEPTED") expect(answered.statusCode).toBe(200);
      else expect(total).toBe(3_450);
    }
  });

  test("accepted just as it expires counts by the database's clock", async () => {
    const sale = await quoted();
    const [answered] = await Promise.all([sale.answer("ACCEPT", 900), sale.expire()]);
    const { total, delivery } = await sale.read();
    expect([answered.statusCode, total, delivery?.status]).toEqual(
      answered.statusCode === 200 ? [200, 4_350, "ACCEPTED"] : [409, 3_450, "QUOTED"],
    );
  });

  test("is accepted once per idempotency key", async () => {
    const sale = await quoted();
    const id = (await sale.read()).delivery?.id;
    const ask = () =>
      app.app.inject({
        method: "POST",
        url: `/api/deliveries/${id}/answer`,
        headers: { authorization: `Bearer ${sale.winner.jwt}`, "idempotency-key": `accept-${id}` },
        payload: { answer: "ACCEPT", amount: 900 },
      });
    expect((await ask()).json()).toEqual((await ask()).json());
    expect((await sale.read()).total).toBe(4_350);
  });
});

describe("a canceled delivery", () => {
  test("isn't canceled when the balance that staff saw has changed", async () => {
    const sale = await quoted();
    expect((await sale.answer("ACCEPT", 900)).statusCode).toBe(200);
    const stale = await sale.cancel(3_450);
    expect(stale.statusCode).toBe(409);
    expect(stale.json().message).toContain("is now $4,350");
    expect((await sale.read()).delivery?.status).toBe("ACCEPTED");
    expect((await sale.cancel(4_350)).statusCode).toBe(200);
  });

  test("without payments leaves the invoice as before", async () => {
    const sale = await quoted();
    await sale.answer("ACCEPT", 900);
    expect((await sale.cancel()).json<Invoice>()).toMatchObject({
      total: 3_450,
      balance: 3_450,
      status: "ISSUED",
      delivery: { status: "CANCELED", endReason: "The carrier fell through" },
    });
    expect((await app.mailTo(sale.winner.email, "Delivery canceled")).text_body).toMatch(
      /\n\nInvoice GY-\S+ no longer includes it\. Credit on your account: \$0\.\n\n/,
    );
  });

  test.each(["requested", "quoted"])(
    "that was only %s says nothing of the invoice",
    async (how) => {
      const sale = await (how === "quoted" ? quoted() : won());
      if (how === "requested") await sale.request();
      expect((await sale.cancel()).statusCode).toBe(200);
      const { text_body: text } = await app.mailTo(sale.winner.email, "Delivery canceled");
      expect(text).toContain("We canceled the delivery of 2019 Peterbilt 579 from");
      expect(text).toContain("Reason: The carrier fell through");
      expect(text).not.toMatch(/no longer includes|Refund/);
    },
  );

  test("of a paid sale becomes credit, to the cent, from one payment for both", async () => {
    const sale = await quoted();
    await sale.answer("ACCEPT", 900);
    await sale.pay(4_350);
    const canceled = (await sale.cancel()).json<Invoice>();
    expect(canceled).toMatchObject({ total: 3_450, paid: 3_450, balance: 0, status: "PAID" });
    expect(canceled.payments).toMatchObject([
      {
        amount: 4_350,
        reference: `FW4350-${sale.invoiceId}`,
        voided: { reason: "Delivery canceled: The carrier fell through" },
      },
      { amount: 3_450, reference: `FW4350-${sale.invoiceId}`, voided: null },
    ]);
    expect((await app.mailTo(sale.winner.email, "Delivery canceled")).text_body).toContain("$900");
    const { release } = await sale.read();
    expect((await sale.release(release?.gatePin ?? "")).statusCode).toBe(200);
  });

  test("that was the only amount due completes the sale", async () => {
    const sale = await quoted();
    await sale.answer("ACCEPT", 900);
    await sale.pay(3_600);
    const canceled = (await sale.cancel()).json<Invoice>();
    expect(canceled).toMatchObject({ total: 3_450, paid: 3_450, balance: 0, status: "PAID" });
    expect((await sale.read()).release?.gatePin).toMatch(/^\d{6}$/);
    await app.mailTo(sale.winner.email, "ready for pickup");
  });

  test("of a paid sale, itself partly paid, closes the invoice", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    await sale.answer("ACCEPT", 900);
    await sale.pay(400);
    await app.query(
      "UPDATE releases SET pickup_due_at = clock_ms() - interval '1 day' WHERE award_id = $1",
      [sale.awardId],
    );
    const canceled = (await sale.cancel()).json<Invoice>();
    expect(canceled).toMatchObject({ total: 3_450, paid: 3_450, status: "PAID" });
    expect(canceled.payments.at(-1)).toMatchObject({ amount: 400, voided: {} });
    // The buyer gets the whole pickup period again.
    expect(Date.parse(canceled.release?.pickupDueAt ?? "")).toBeGreaterThan(Date.now() + DAY_MS);
  });
});

describe("the database", () => {
  test("keeps an unpaid unit in the yard, and totals at or above payments", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    await sale.answer("ACCEPT", 900);
    await expect(
      app.query(
        "UPDATE releases SET released_at = clock_ms(), released_by = $2 WHERE award_id = $1",
        [sale.awardId, staff.userId],
      ),
    ).rejects.toThrow("is not paid");
    await expect(
      app.query("UPDATE invoices SET total_cents = 344999 WHERE id = $1", [sale.invoiceId]),
    ).rejects.toThrow("beyond its new total");
    await expect(
      app.query("UPDATE deliveries SET quote_cents = NULL WHERE award_id = $1", [sale.awardId]),
    ).rejects.toThrow("deliveries_quote_whole");
    await expect(
      app.query(
        `INSERT INTO deliveries (award_id, address, contact_name, contact_phone, instructions)
          VALUES ($1, '{}', '', '', '')`,
        [sale.awardId],
      ),
    ).rejects.toThrow("deliveries_one_standing");
  });
});

test("staff who recorded the payment need a second person to hand the unit over (D38)", async () => {
  const sale = await quoted();
  await sale.answer("ACCEPT", 900);
  await sale.pay(4_350);
  await app.query("UPDATE operating_settings SET value = NULL WHERE name = 'twoPersonRule'");
  const proposed = await sale.handOver();
  const withPin = await sale.release("123456");
  const [proposal] = await app.query(
    "SELECT id FROM proposals WHERE kind = 'UNIT_RELEASE' AND subject_id = $1",
    [sale.awardId],
  );
  const path = `/api/adminsupport/proposals/${Number(proposal?.["id"])}/confirm`;
  const confirmed = await app.post(path, undefined, admin.jwt);
  await app.query(
    `UPDATE operating_settings SET value = '{"isOn": false}' WHERE name = 'twoPersonRule'`,
  );
  expect(proposed.statusCode, proposed.body).toBe(202);
  expect(withPin.statusCode).toBe(409);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect((await sale.read()).delivery?.status).toBe("IN_TRANSIT");
});

describe("the address (D44)", () => {
  const personalData = async (awardId: number) =>
    (
      await app.query("SELECT address, contact_name FROM deliveries WHERE award_id = $1", [awardId])
    )[0];

  test("is in the buyer's own data, and not in the audit", async () => {
    const sale = await quoted();
    const data = (await app.get("/api/user/export", sale.winner.jwt)).json();
    expect(data.deliveries).toMatchObject([{ contact_name: "Ray Dock", address }]);
    const audit = await app.query(
      "SELECT after::text FROM audit_log WHERE action LIKE 'delivery-%'",
    );
    expect(JSON.stringify(audit)).not.toContain("Dock");
  });

  test("is deleted with the account, which can't close before the delivery ends", async () => {
    const sale = await quoted();
    await sale.pay(3_450);
    const close = () => app.post("/api/user/close", undefined, sale.winner.jwt);
    const early = await close();
    expect(early.statusCode).toBe(409);
    expect(early.json().message).toContain("aren't paid and picked up: 2019 Peterbilt 579");
    await sale.answer("ACCEPT", 900);
    await sale.pay(900);
    expect((await sale.handOver()).statusCode).toBe(200);
    expect((await close()).json().message).toContain("has an open delivery");
    expect((await sale.delivered()).statusCode).toBe(200);
    expect((await close()).statusCode).toBe(200);
    expect(await personalData(sale.awardId)).toEqual({ address: {}, contact_name: "" });
    expect((await sale.read(staff)).delivery?.address).toBeNull();
  });

  test("is deleted a year after the end", async () => {
    const [old, recent] = [await quoted(), await quoted()];
    for (const sale of [old, recent]) await sale.withdraw();
    await app.query(
      "UPDATE deliveries SET ended_at = clock_ms() - interval '366 days' WHERE award_id = $1",
      [old.awardId],
    );
    await forgetOutdated(app.context.pool);
    expect(await personalData(old.awardId)).toEqual({ address: {}, contact_name: "" });
    expect(await personalData(recent.awardId)).toMatchObject({ address });
  });
});
