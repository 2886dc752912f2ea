import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissions, type Permission } from "@gavelyard/domain/users/permissions";
import sharp from "sharp";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let office: SignedUp;
let guard: SignedUp;
let picture: { fileName: string; bytes: Buffer };
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  office = await app.administrator();
  guard = await only("gate");
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#357" } })
    .jpeg()
    .toBuffer();
  picture = { fileName: "exit.jpg", bytes };
});
afterAll(() => app.close());

/** Returns a support account that has only one permission. */
async function only(held: Permission): Promise<SignedUp> {
  const user = await app.support();
  await app.query("UPDATE users SET withheld_permissions = $2 WHERE id = $1", [
    user.userId,
    permissions.filter((one) => one !== held),
  ]);
  return user;
}

async function wonLot() {
  const [lot] = await salesOn(app, office).closedWith([2_500]);
  const winner = lot?.bidders[0];
  if (lot === undefined || winner === undefined) throw new Error("no lot");
  const bids = await app.get(`/api/bids/adminsupport/winningBids/${lot.auctionId}`, office.jwt);
  const path = `/api/bids/adminsupport/declareWinner/${lot.auctionId}`;
  const [{ awardId, invoiceId }] = (await app.post(path, bids.json(), office.jwt)).json();
  const [{ yard_id: yardId } = {}] = await app.query(
    "SELECT yard_id FROM inventory WHERE id = $1",
    [lot.inventoryId],
  );
  return {
    ...lot,
    winner,
    awardId: Number(awardId),
    invoiceId: Number(invoiceId),
    yardId: Number(yardId),
  };
}

async function paidLot() {
  const lot = await wonLot();
  const path = `/api/adminsupport/users/mark-as-paid/${lot.winner.userId}/${lot.inventoryId}`;
  const file = { fileName: "paid.pdf", bytes: Buffer.from("%PDF-1.4\n") };
  const paid = await app.form("POST", path, [["invoice", file]], office.jwt);
  expect(paid.statusCode, paid.body).toBe(200);
  const { release } = (await app.get(`/api/invoices/${lot.invoiceId}`, lot.winner.jwt)).json();
  return { ...lot, gatePin: String(release.gatePin) };
}

const atGate = async (query: string, by = guard) =>
  app.get(`/api/adminsupport/gate${query}`, by.jwt);
const release = (awardId: number, body: object, by = guard) =>
  app.post(`/api/adminsupport/awards/${awardId}/release`, body, by.jwt);
const photograph = (awardId: number, by = guard) =>
  app.form(
    "POST",
    `/api/adminsupport/awards/${awardId}/exit-picture`,
    [["picture", picture]],
    by.jwt,
  );

/** Names of all fields in an answer. */
const namesIn = (value: unknown): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);

describe("a guard with only the permission for the gate (D73)", () => {
  test("sees the yard's paid units, and no money or address of the buyer", async () => {
    const unpaid = await wonLot();
    const lot = await paidLot();
    const reply = await atGate(`?yardId=${lot.yardId}`);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json().units).toMatchObject([
      { awardId: lot.awardId, deliveryId: null, pictures: 0, takesSecondPerson: false },
    ]);
    expect((await atGate(`?awardId=${lot.awardId}`)).json()).toEqual(reply.json());
    expect((await atGate(`?yardId=${unpaid.yardId}`)).json().units).toEqual([]);
    expect(namesIn(reply.json()).join(" ")).not.toMatch(
      /price|amount|total|paid|balance|cents|invoice|email|phone|pin\b/i,
    );
    expect(reply.body).not.toContain(lot.gatePin);
  });

  test("releases a unit with its PIN, and records driver, carrier and plate", async () => {
    const lot = await paidLot();
    const driver = { driverName: "Sam Ortiz", carrierName: "Haulers", plate: "TX 4821" };
    const wrong = lot.gatePin === "000000" ? "000001" : "000000";
    expect((await release(lot.awardId, { gatePin: wrong, ...driver })).statusCode).toBe(400);
    const left = await release(lot.awardId, { gatePin: lot.gatePin, ...driver });
    expect(left.statusCode, left.body).toBe(200);
    expect((await atGate(`?yardId=${lot.yardId}`)).json().units).toEqual([]);
    const invoice = await app.get(`/api/invoices/${lot.invoiceId}`, lot.winner.jwt);
    expect(invoice.json().release).toMatchObject(driver);
    const [record] = await app.query(
      "SELECT actor_id, after FROM audit_log WHERE action = 'unit-released' AND subject_id = $1",
      [lot.inventoryId],
    );
    expect(record).toMatchObject({
      actor_id: guard.userId,
      after: { awardId: lot.awardId, ...driver },
    });
  });

  test("photographs a unit before it leaves; buyer and gate see the picture, others don't", async () => {
    const lot = await paidLot();
    expect((await photograph(lot.awardId)).statusCode).toBe(200);
    expect((await atGate(`?yardId=${lot.yardId}`)).json().units[0].pictures).toBe(1);
    const invoice = await app.get(`/api/invoices/${lot.invoiceId}`, lot.winner.jwt);
    const [id] = invoice.json().release.exitPictures;
    const read = async (by: SignedUp) => (await app.get(`/api/documents/${id}`, by.jwt)).statusCode;
    expect(await read(lot.winner)).toBe(200);
    expect(await read(guard)).toBe(200);
    expect(await read(await only("money"))).toBe(403);
    expect(await read(await app.customer())).toBe(404);
    const actions = await app.query(
      "SELECT action FROM audit_log WHERE subject_type = 'inventory' AND subject_id = $1",
      [lot.inventoryId],
    );
    expect(actions.map(({ action }) => action)).toContain("exit-picture-taken");
  });

  test("can't photograph a unit that isn't paid or has left, or more than ten times", async () => {
    expect((await photograph((await wonLot()).awardId)).statusCode).toBe(409);
    expect((await photograph(987_654_321)).statusCode).toBe(404);
    const lot = await paidLot();
    for (let taken = 0; taken < 10; taken += 1)
      expect((await photograph(lot.awardId)).statusCode).toBe(200);
    expect((await photograph(lot.awardId)).json().message).toMatch(/10 pictures/);
    const driver = { gatePin: lot.gatePin, driverName: "Sam Ortiz" };
    expect((await release(lot.awardId, driver)).statusCode).toBe(200);
    expect((await photograph(lot.awardId)).statusCode).toBe(409);
  });
});

test("who recorded the payment is told before the release that it takes a second person", async () => {
  const lot = await paidLot();
  const [unit] = (await atGate(`?yardId=${lot.yardId}`, office)).json().units;
  expect(unit.takesSecondPerson).toBe(true);
  const proposed = await release(
    lot.awardId,
    { gatePin: lot.gatePin, driverName: "Sam Ortiz", plate: "TX 4821" },
    office,
  );
  expect(proposed.statusCode).toBe(202);
  const [proposal] = await app.query(
    "SELECT id, after FROM proposals WHERE kind = 'UNIT_RELEASE' AND subject_id = $1",
    [lot.awardId],
  );
  expect(proposal?.["after"]).toMatchObject({ plate: "TX 4821" });
  const path = `/api/adminsupport/proposals/${Number(proposal?.["id"])}/confirm`;
  expect((await app.post(path, undefined, (await only("money")).jwt)).statusCode).toBe(403);
  const confirmed = await app.post(path, undefined, guard.jwt);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
});

test("anyone who couldn't release units before the gate had a permission still can't", async () => {
  const folder = new URL("../db/migrations/", import.meta.url);
  const name = (await readdir(folder)).find((one) => one.endsWith("-gate.sql"));
  const sql = await readFile(new URL(name ?? "", folder), "utf8");
  const update = /UPDATE users SET[^;]+;/.exec(sql)?.[0] ?? expect.fail("no update");
  const clerk = await app.support();
  await app.query("UPDATE users SET withheld_permissions = '{money}' WHERE id = $1", [
    clerk.userId,
  ]);
  await app.query(update);
  expect((await atGate("", clerk)).statusCode).toBe(403);
});
