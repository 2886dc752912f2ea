import { permissions } from "@gavelyard/domain/users/permissions";
import { titleOf, type TitleEvent } from "@gavelyard/domain/titles/title";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits, salesOn } from "../testing/sales.ts";
import { forgetPerson } from "../users/forget-sql.ts";

const DAY = 86_400_000;
const VIN = "1XKYD49X8KJ123456";

let app: AuthApp;
let office: SignedUp;
/** Has only the permission of the title desk. */
let clerk: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  office = await app.administrator();
  clerk = await app.support();
  await app.query("UPDATE users SET withheld_permissions = $2 WHERE id = $1", [
    clerk.userId,
    permissions.filter((one) => one !== "titles"),
  ]);
});
afterAll(() => app.close());

const paper = {
  kind: "TITLE",
  state: "TX",
  number: "T-00412-7",
  ownerName: "Red Mesa Freight LLC",
  vin: VIN,
  brand: "CLEAN",
  odometer: 398_000,
  place: "Safe 2, folder 14",
};
const record = (unit: number, body: object = paper, by = clerk) =>
  app.put(`/api/adminsupport/inventory/${unit}/title`, body, by.jwt);
const note = (unit: number, body: object, by = clerk) =>
  app.post(`/api/adminsupport/inventory/${unit}/title-events`, body, by.jwt);
const titleOfUnit = async (unit: number) =>
  (await app.get(`/api/adminsupport/inventory/${unit}/title`, clerk.jwt)).json();
const desk = async (query: string) =>
  (await app.get(`/api/adminsupport/titles?${query}`, clerk.jwt)).json();
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

async function unitWithVin(): Promise<number> {
  const [unit] = await offerableUnits(app, 1);
  await app.query("UPDATE inventory SET vin = $2, odometer = 412000 WHERE id = $1", [
    unit,
    `${VIN.slice(0, 10)}${String(unit).padStart(7, "0")}`,
  ]);
  return unit ?? expect.fail("no unit");
}
const vinOf = async (unit: number) =>
  String((await app.query("SELECT vin FROM inventory WHERE id = $1", [unit]))[0]?.["vin"]);

/** A unit that is sold and paid, with its buyer. */
async function paidUnit() {
  const sales = salesOn(app, office);
  const { lot, winner, awardId, invoiceId } = await sales.declared();
  await app.query("UPDATE inventory SET vin = $2, odometer = 412000 WHERE id = $1", [
    lot.inventoryId,
    `${VIN.slice(0, 10)}${String(lot.inventoryId).padStart(7, "0")}`,
  ]);
  const file = { fileName: "paid.pdf", bytes: Buffer.from("%PDF-1.4\n") };
  const path = `/api/adminsupport/users/mark-as-paid/${winner.userId}/${lot.inventoryId}`;
  const paid = await app.form("POST", path, [["invoice", file]], office.jwt);
  expect(paid.statusCode, paid.body).toBe(200);
  return { unit: lot.inventoryId, winner, awardId, invoiceId };
}

async function checked(unit: number): Promise<void> {
  expect((await record(unit, { ...paper, vin: await vinOf(unit) })).statusCode).toBe(200);
  expect((await note(unit, { kind: "READY" })).statusCode).toBe(200);
}

describe("the title desk (D82)", () => {
  test("takes its own permission and no other", async () => {
    const others = await app.support();
    await app.query("UPDATE users SET withheld_permissions = '{titles}' WHERE id = $1", [
      others.userId,
    ]);
    const unit = await unitWithVin();
    for (const reply of [
      await app.get("/api/adminsupport/titles", others.jwt),
      await record(unit, paper, others),
      await note(unit, { kind: "READY" }, others),
    ])
      expect(reply.json()).toMatchObject({ statusCode: 403, code: "permission-missing" });
    expect((await app.get("/api/adminsupport/titles", clerk.jwt)).statusCode).toBe(200);
    expect((await app.get("/api/adminsupport/gate", clerk.jwt)).statusCode).toBe(403);
  });

  test("finds any unit by stock number or the end of its VIN, also one without a title", async () => {
    const unit = await unitWithVin();
    const vin = await vinOf(unit);
    for (const q of [vin.slice(-8), vin]) {
      const { units } = await desk(`q=${q}`);
      expect(units).toMatchObject([{ inventoryId: unit, state: null, faults: [], isDue: false }]);
    }
  });

  test("compares the paper with the listing, again when either changes", async () => {
    const unit = await unitWithVin();
    const vin = await vinOf(unit);
    const wrong = { ...paper, vin: VIN, brand: "REBUILT", odometer: 999_999 };
    const received = (await record(unit, wrong)).json();
    expect(received).toMatchObject({
      state: "RECEIVED",
      faults: ["VIN", "BRAND", "ODOMETER"],
      paper: wrong,
    });
    expect((await note(unit, { kind: "READY" })).json()).toMatchObject({
      statusCode: 409,
      code: "wrong-state",
    });
    await record(unit, { ...paper, vin });
    expect((await note(unit, { kind: "READY" })).json()).toMatchObject({
      state: "READY",
      faults: [],
    });
    // A correction isn't another arrival.
    const { events } = await titleOfUnit(unit);
    expect(events.map(({ kind }: TitleEvent) => kind)).toEqual(["READY", "RECEIVED"]);
    await app.query("UPDATE inventory SET title_brand = 'SALVAGE' WHERE id = $1", [unit]);
    expect(await titleOfUnit(unit)).toMatchObject({ state: "RECEIVED", faults: ["BRAND"] });
    const { units } = await desk("part=CHECK");
    expect(units).toContainEqual(expect.objectContaining({ inventoryId: unit }));
  });

  test("seals the number, and keeps it and the owner out of the audit", async () => {
    const unit = await unitWithVin();
    await record(unit);
    const [row] = await app.query("SELECT number FROM titles WHERE inventory_id = $1", [unit]);
    expect(Buffer.from(row?.["number"] as Uint8Array).includes(paper.number)).toBe(false);
    const [log] = await app.query(
      "SELECT after::text AS after FROM audit_log WHERE action = 'title-recorded' AND subject_id = $1",
      [unit],
    );
    expect(log?.["after"]).toContain("Safe 2");
    expect(log?.["after"]).not.toContain(paper.number);
    expect(log?.["after"]).not.toContain("Red Mesa");
    expect((await titleOfUnit(unit)).paper).toEqual(paper);
  });

  test("refuses a title without VIN or brand, an unknown unit and a day that has passed", async () => {
    const unit = await unitWithVin();
    expect((await record(unit, { ...paper, vin: null })).json()).toMatchObject({
      statusCode: 422,
      message: "Enter the VIN on the paper",
    });
    expect((await record(unit, { ...paper, brand: null })).statusCode).toBe(422);
    expect((await record(unit, { kind: "BILL_OF_SALE" })).json()).toMatchObject({
      state: "RECEIVED",
      faults: [],
    });
    expect((await record(999_999_999)).statusCode).toBe(404);
    const other = await unitWithVin();
    expect((await note(other, { kind: "EXPECTED", expectedOn: inDays(-3) })).statusCode).toBe(422);
    expect(await titleOfUnit(other)).toMatchObject({ state: null, events: [] });
  });

  test("says what is due: expected by today, or promised to a buyer by today", async () => {
    const late = await unitWithVin();
    await note(late, { kind: "EXPECTED", expectedOn: inDays(1) });
    const isDue = async (unit: number) =>
      (await desk("part=DUE")).units.some(
        (line: { inventoryId: number }) => line.inventoryId === unit,
      );
    expect(await isDue(late)).toBe(false);
    await app.query("ALTER TABLE title_events DISABLE TRIGGER title_events_append_only");
    await app.query(
      "UPDATE title_events SET expected_on = current_date - 2 WHERE inventory_id = $1",
      [late],
    );
    await app.query("ALTER TABLE title_events ENABLE TRIGGER title_events_append_only");
    expect(await isDue(late)).toBe(true);

    const sold = await paidUnit();
    await checked(sold.unit);
    const ready = (await desk("part=READY")).units.find(
      (line: { inventoryId: number }) => line.inventoryId === sold.unit,
    );
    expect(ready).toMatchObject({ isDue: false, sale: { awardId: sold.awardId } });
    await app.query(
      "UPDATE releases SET issued_at = issued_at - interval '40 days' WHERE award_id = $1",
      [sold.awardId],
    );
    await app.query("ALTER TABLE receipts DISABLE TRIGGER receipts_append_only");
    await app.query(
      "UPDATE receipts SET clears_at = clears_at - interval '40 days' WHERE user_id = $1",
      [sold.winner.userId],
    );
    await app.query("ALTER TABLE receipts ENABLE TRIGGER receipts_append_only");
    expect(await isDue(sold.unit)).toBe(true);
    await note(sold.unit, { kind: "SENT", carrier: "UPS", tracking: "1Z999" });
    expect(await isDue(sold.unit)).toBe(false);
  });
});

describe("a title that leaves", () => {
  test("goes only for a paid sale, once, and comes back to be checked again", async () => {
    const unsold = await unitWithVin();
    await checked(unsold);
    expect(
      (await note(unsold, { kind: "HANDED_OVER", recipient: "Jo Vance" })).json(),
    ).toMatchObject({ statusCode: 409, code: "too-early" });
    const { unit } = await paidUnit();
    await checked(unit);
    const both = await Promise.all([
      note(unit, { kind: "SENT", carrier: "UPS", tracking: "1Z1" }),
      note(unit, { kind: "SENT", carrier: "UPS", tracking: "1Z2" }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await record(unit)).statusCode).toBe(409);
    expect(
      (await note(unit, { kind: "RETURNED", note: "Refused at the door" })).json(),
    ).toMatchObject({
      state: "RECEIVED",
      possible: expect.arrayContaining(["READY", "FAULT"]),
    });
  });

  test("stays when the bank takes the payment back", async () => {
    const { unit, awardId } = await paidUnit();
    await checked(unit);
    await app.query("UPDATE invoices SET status = 'ISSUED' WHERE award_id = $1", [awardId]);
    expect((await note(unit, { kind: "SENT", carrier: "UPS" })).json()).toMatchObject({
      code: "too-early",
    });
    // Not even a statement of ours.
    await expect(
      app.query(
        `INSERT INTO title_events (inventory_id, seq, kind, state, award_id, recorded_by)
          VALUES ($1, 9, 'SENT', 'SENT', $2, $3)`,
        [unit, awardId, clerk.userId],
      ),
    ).rejects.toThrow("not paid");
  });

  test("has a history that nobody changes, whose states the rules give", async () => {
    const { unit } = await paidUnit();
    await note(unit, { kind: "EXPECTED", expectedOn: inDays(5) });
    await record(unit, { ...paper, vin: await vinOf(unit) });
    await note(unit, { kind: "FAULT", fault: "LIEN", note: "First Bank of Amarillo" });
    expect((await note(unit, { kind: "FIXED", fault: "LIEN" })).statusCode).toBe(409);
    await note(unit, { kind: "LIEN_RELEASED" });
    await note(unit, { kind: "READY" });
    await note(unit, { kind: "SENT", carrier: "FedEx", tracking: "7712" });
    await note(unit, { kind: "DELIVERED" });
    const rows = await app.query(
      `SELECT json_strip_nulls(json_build_object('kind', kind, 'fault', fault, 'expectedOn', expected_on)) AS event,
        state FROM title_events WHERE inventory_id = $1 ORDER BY seq`,
      [unit],
    );
    expect(rows).toHaveLength(7);
    const events = rows.map(({ event }) => event as TitleEvent);
    for (const [index, { state }] of rows.entries())
      expect(state).toBe(titleOf(events.slice(0, index + 1))?.state);
    for (const statement of ["UPDATE title_events SET note = 'x'", "DELETE FROM title_events"])
      await expect(app.query(statement)).rejects.toThrow();
    for (const statement of ["UPDATE titles SET vin = 'x'", "DELETE FROM titles"])
      await expect(app.query(statement)).rejects.toThrow();
  });
});

describe("an auction", () => {
  const publish = (inventoryId: number) =>
    app.post(
      "/api/adminsupport/auctions/create",
      {
        auctionName: `Sale of ${inventoryId}`,
        timeZone: "America/Chicago",
        startTime: new Date(Date.now() + DAY).toISOString(),
        scheduledEndTime: new Date(Date.now() + 2 * DAY).toISOString(),
        lots: [{ inventoryId }],
      },
      office.jwt,
    );

  test("doesn't offer a unit whose title contradicts the listing or comes too late", async () => {
    const differs = await unitWithVin();
    await record(differs);
    const refused = (await publish(differs)).json();
    expect(refused).toMatchObject({ statusCode: 409 });
    expect(refused.message).toContain("contradicts the listing");
    await record(differs, { ...paper, vin: await vinOf(differs) });
    expect((await publish(differs)).statusCode).toBe(200);

    const absent = await unitWithVin();
    await note(absent, { kind: "EXPECTED", expectedOn: inDays(45) });
    expect((await publish(absent)).json().message).toContain("more than 30 days after the sale");
    await note(absent, { kind: "EXPECTED", expectedOn: inDays(20) });
    expect((await publish(absent)).statusCode).toBe(200);
  });
});

describe("what buyers see", () => {
  const shown = async (unit: number) => (await app.get(`/inventory/${unit}`)).json().title;
  const onInvoice = async (invoiceId: number, by: SignedUp) =>
    (await app.get(`/api/invoices/${invoiceId}`, by.jwt)).json().title;

  test("before the bid, the state that staff verified, and nothing of the paper", async () => {
    const unit = await unitWithVin();
    expect(await shown(unit)).toBeNull();
    const expectedOn = inDays(9);
    await note(unit, { kind: "EXPECTED", expectedOn });
    await expect
      .poll(() => shown(unit))
      .toEqual({ status: "ABSENT", expectedOn, medianDays: null });
    await record(unit, { ...paper, vin: await vinOf(unit) });
    await expect.poll(() => shown(unit)).toMatchObject({ status: "IN_HAND", expectedOn: null });
    await note(unit, { kind: "READY" });
    await expect.poll(() => shown(unit)).toMatchObject({ status: "CHECKED" });
    const page = (await app.get(`/inventory/${unit}`)).body;
    expect(page).not.toContain("Red Mesa");
    expect(page).not.toContain("Safe 2");
    await app.query("UPDATE inventory SET title_brand = 'FLOOD' WHERE id = $1", [unit]);
    await expect.poll(() => shown(unit)).toMatchObject({ status: "IN_HAND" });
  });

  test("a unit without a title beside a house that keeps them, as before", async () => {
    const { invoiceId, winner, unit } = await paidUnit();
    expect(await onInvoice(invoiceId, winner)).toBeNull();
    expect(await shown(unit)).toBeNull();
  });

  test("after payment, a promise and where the title is, until it is theirs", async () => {
    const { unit, invoiceId, winner } = await paidUnit();
    await checked(unit);
    const promised = await onInvoice(invoiceId, winner);
    expect(promised).toMatchObject({ state: "READY", left: null });
    expect(promised).toMatchObject(
      (await titleOfUnit(unit)).sale.promisedBy === promised.promisedBy
        ? { dayThirty: (await titleOfUnit(unit)).sale.dayThirty }
        : { promisedBy: "the day that the desk sees" },
    );
    await note(unit, { kind: "SENT", carrier: "UPS", tracking: "1Z999" });
    expect(await onInvoice(invoiceId, winner)).toMatchObject({
      state: "SENT",
      left: { how: "SENT", carrier: "UPS", tracking: "1Z999", recipient: "" },
    });
    const own = (await app.get("/api/user/export", winner.jwt)).json();
    expect(own.titles).toMatchObject([{ kind: "SENT", carrier: "UPS", tracking: "1Z999" }]);
    expect(JSON.stringify(own.titles)).not.toContain("recorded_by");
    await note(unit, { kind: "DELIVERED" });
    expect(await onInvoice(invoiceId, winner)).toMatchObject({
      state: "WITH_BUYER",
      left: { tracking: "1Z999" },
    });
    await note(unit, { kind: "RETURNED" });
    expect(await onInvoice(invoiceId, winner)).toMatchObject({ state: "RECEIVED", left: null });
  });

  test("the house's median, once enough titles left", async () => {
    const left = async () =>
      Number(
        (
          await app.query(
            "SELECT count(DISTINCT award_id) AS n FROM title_events WHERE award_id IS NOT NULL",
          )
        )[0]?.["n"],
      );
    while ((await left()) < 5) {
      const { unit } = await paidUnit();
      await checked(unit);
      await note(unit, { kind: "HANDED_OVER", recipient: "Jo Vance" });
    }
    const unit = await unitWithVin();
    await checked(unit);
    await expect.poll(() => shown(unit)).toMatchObject({ status: "CHECKED", medianDays: 1 });
  });
});

describe("the papers of a sale", () => {
  const bill = (invoiceId: number, by: SignedUp) =>
    app.get(`/api/invoices/${invoiceId}/bill-of-sale`, by.jwt);
  const register = async (from: string, to: string, by = clerk) =>
    app.get(`/api/adminsupport/odometer-register?from=${from}&to=${to}`, by.jwt);

  test("the buyer gets a bill of sale with odometer data once the money is cleared", async () => {
    const { winner, invoiceId } = await salesOn(app, office).declared();
    expect((await bill(invoiceId, winner)).json()).toMatchObject({ code: "too-early" });
    const paid = await paidUnit();
    const printed = await bill(paid.invoiceId, paid.winner);
    expect(printed.statusCode, printed.body).toBe(200);
    expect(printed.headers["content-type"]).toBe("application/pdf");
    expect(printed.body.match(/\/Type \/Page$/gm)).toHaveLength(2);
    expect((await bill(paid.invoiceId, winner)).statusCode).toBe(403);
    expect((await bill(paid.invoiceId, clerk)).statusCode).toBe(403);
    expect((await bill(paid.invoiceId, office)).statusCode).toBe(200);
    await app.query("ALTER TABLE receipts DISABLE TRIGGER receipts_append_only");
    await app.query(
      "UPDATE receipts SET clears_at = clock_ms() + interval '3 days' WHERE user_id = $1",
      [paid.winner.userId],
    );
    await app.query("ALTER TABLE receipts ENABLE TRIGGER receipts_append_only");
    expect((await bill(paid.invoiceId, paid.winner)).json()).toMatchObject({ code: "too-early" });
  });

  test("the register has owner, buyer, VIN and odometer, also of a closed account", async () => {
    const { unit, winner } = await paidUnit();
    await record(unit, { ...paper, vin: await vinOf(unit) });
    const lineOf = async () =>
      (await register(inDays(-1), inDays(1))).body
        .split("\r\n")
        .find((line) => line.includes(String(unit).padStart(7, "0")));
    const [bought] = await app.query("SELECT name, email FROM users WHERE id = $1", [
      winner.userId,
    ]);
    const line = await lineOf();
    expect(line).toContain("412000,Miles");
    expect(line).toContain(`Red Mesa Freight LLC,${String(bought?.["name"])}`);
    await forgetPerson(app.context.pool, winner.userId, String(bought?.["email"]));
    expect(await lineOf()).toBe(line);
    expect((await register(inDays(-30), inDays(-20))).body.split("\r\n")).toHaveLength(2);
    expect((await register(inDays(1), inDays(0))).statusCode).toBe(400);
    expect((await register(inDays(-1), inDays(1), winner)).statusCode).toBe(403);
  });
});

test("a paper of a unit that isn't titled can be corrected", async () => {
  const unit = await unitWithVin();
  const bill = { ...paper, kind: "NOT_TITLED", vin: await vinOf(unit) };
  expect((await record(unit, bill)).statusCode).toBe(200);
  const corrected = await record(unit, { ...bill, place: "Safe 3" });
  expect(corrected.statusCode, corrected.body).toBe(200);
  const { state, paper: stored } = await titleOfUnit(unit);
  expect([state, stored.place]).toEqual(["NOT_TITLED", "Safe 3"]);
});
