import { permissions } from "@gavelyard/domain/users/permissions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits, salesOn } from "../testing/sales.ts";

let app: AuthApp;
let office: SignedUp;
/** Has only the permission Sellers. */
let clerk: SignedUp;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  office = await app.administrator();
  clerk = await app.support();
  await app.query("UPDATE users SET withheld_permissions = $2 WHERE id = $1", [
    clerk.userId,
    permissions.filter((one) => one !== "sellers"),
  ]);
});
afterAll(() => app.close());

const path = "/api/adminsupport/sellers";
const redMesa = {
  kind: "BUSINESS",
  name: "Red Mesa Freight LLC",
  email: "fleet@redmesa.example",
  phone: "+1 806 555 0100",
  street: "1 Mesa Rd",
  city: "Amarillo",
  state: "TX",
  zip: "79101",
};
let taxIds = 100_000_000;
const newTaxId = () => String((taxIds += 1));
const add = async (more: object = {}, by = clerk) =>
  app.post(path, { ...redMesa, ...more }, by.jwt);
const newSeller = async (more: object = {}) => {
  const reply = await add(more);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ id: number; updatedAt: string }>();
};
const sellerOf = async (id: number) => (await app.get(`${path}/${id}`, clerk.jwt)).json();
const join = (id: number, who: Pick<SignedUp, "email">, role = "DECIDES") =>
  app.put(`${path}/${id}/members`, { email: who.email, role }, clerk.jwt);
const leave = (id: number, who: SignedUp) =>
  app.delete(`${path}/${id}/members/${who.userId}`, clerk.jwt, { reason: "Left the company" });
const give = (unit: number, sellerId: number | null) =>
  app.put("/api/adminsupport/updateInventory", { id: unit, sellerId }, office.jwt);
const bid = (unit: number, who: SignedUp, amount = 1_500) =>
  app.post(`/api/bids/inventory/${unit}/user/${who.userId}?amount=${amount}`, {}, who.jwt);
const lotSeller = async (lotId: number) =>
  (await app.query("SELECT seller_id FROM lots WHERE id = $1", [lotId]))[0]?.["seller_id"] ?? null;

/** A seller's unit on an open lot, with bids in whole dollars. */
async function lotOf(sellerId: number, ...bids: number[]) {
  const [lot] = await salesOn(app, office).auctionWith([[]]);
  if (lot === undefined) throw new Error("no lot");
  expect((await give(lot.inventoryId, sellerId)).statusCode).toBe(200);
  const bidders: SignedUp[] = [];
  for (const amount of bids) {
    const bidder = await app.customer();
    expect((await bid(lot.inventoryId, bidder, amount)).statusCode).toBe(200);
    bidders.push(bidder);
  }
  return { ...lot, bidders };
}

describe("sellers (D93)", () => {
  test("take their own permission and no other", async () => {
    const { id } = await newSeller();
    const others = await app.support();
    await app.query("UPDATE users SET withheld_permissions = '{sellers}' WHERE id = $1", [
      others.userId,
    ]);
    const member = await app.customer();
    for (const reply of [
      await app.get(path, others.jwt),
      await app.get(`${path}/${id}`, others.jwt),
      await add({}, others),
      await app.put(`${path}/${id}/members`, { email: member.email, role: "OWNER" }, others.jwt),
    ])
      expect(reply.json()).toMatchObject({ statusCode: 403, code: "permission-missing" });
    expect((await app.get(path, member.jwt)).statusCode).toBe(403);
    expect((await app.get(path, clerk.jwt)).statusCode).toBe(200);
  });

  test("are found by name, email and a unit's stock number", async () => {
    const { id } = await newSeller({ name: "Palo Duro Leasing", email: "yard@paloduro.example" });
    const [unit] = await offerableUnits(app, 1);
    await give(unit ?? 0, id);
    const [row] = await app.query("SELECT stock_number FROM inventory WHERE id = $1", [unit]);
    for (const q of ["palo DURO", "yard@palo", String(row?.["stock_number"]).toLowerCase()]) {
      const { content } = (await app.get(`${path}?q=${q}`, clerk.jwt)).json();
      expect(content).toMatchObject([{ id, units: 1, unitsInAuction: 0, unitsSold: 0 }]);
    }
    const named = await app.get("/api/adminsupport/seller-names?q=palo", office.jwt);
    expect(named.json()).toEqual({
      any: true,
      found: [{ id, name: "Palo Duro Leasing", place: "Amarillo, TX" }],
    });
  });

  test("two clerks at once: the second one saves nothing", async () => {
    const seller = await newSeller();
    const change = (phone: string) =>
      app.put(
        `${path}/${seller.id}`,
        { ...redMesa, phone, updatedAt: seller.updatedAt },
        clerk.jwt,
      );
    const replies = await Promise.all([change("+1 806 555 0111"), change("+1 806 555 0122")]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { history } = await sellerOf(seller.id);
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      "seller-changed",
      "seller-created",
    ]);
  });

  test("have a tax ID that is sealed, once in the house, and in no log", async () => {
    const taxId = newTaxId();
    const { id } = await newSeller({ taxId: `${taxId.slice(0, 2)}-${taxId.slice(2)}` });
    expect(await sellerOf(id)).toMatchObject({ taxIdLast4: taxId.slice(-4) });
    const again = await add({ name: "Red Mesa Trucks", taxId });
    expect(again.json()).toMatchObject({ statusCode: 409, code: "already-exists" });
    expect(again.json().message).toContain(`seller ${id}`);
    const [kept] = await app.query(
      `SELECT s::text || (SELECT string_agg(a::text, '') FROM audit_log a
          WHERE a.subject_type = 'seller' AND a.subject_id = s.id) AS text FROM sellers s WHERE id = $1`,
      [id],
    );
    expect(kept?.["text"]).toContain(taxId.slice(-4));
    expect(kept?.["text"]).not.toContain(taxId);
    const { updatedAt } = await sellerOf(id);
    const without = await app.put(
      `${path}/${id}`,
      { ...redMesa, updatedAt, taxId: null },
      clerk.jwt,
    );
    expect(without.json()).toMatchObject({ taxIdLast4: null });
  });

  test.each([
    ["name", { name: " " }],
    ["email", { email: "nobody" }],
    ["state", { state: "Texas" }],
    ["zip", { zip: "791" }],
    ["taxId", { taxId: "12-345" }],
    ["kind", { kind: "HOUSE" }],
  ])("with a wrong %s aren't stored", async (field, more) => {
    const reply = await add(more);
    expect(reply.json()).toMatchObject({ statusCode: 400, code: "invalid-fields" });
    expect(reply.json().issues[0].path).toBe(field);
  });
});

describe("members", () => {
  test("are open accounts of customers, with a role that can change", async () => {
    const { id } = await newSeller();
    const member = await app.customer();
    expect((await join(id, member)).json().people).toMatchObject([
      { userId: member.userId, role: "DECIDES" },
    ]);
    expect((await join(id, member, "OWNER")).json().people).toMatchObject([{ role: "OWNER" }]);
    expect((await join(id, { email: "nobody@example.com" })).statusCode).toBe(404);
    expect((await join(id, office)).json()).toMatchObject({ code: "value-refused" });
    expect((await join(999_999, member)).statusCode).toBe(404);
    const left = (await leave(id, member)).json();
    expect(left.people).toEqual([]);
    expect(left.history[0]).toMatchObject({
      action: "seller-member-removed",
      reason: "Left the company",
    });
    expect((await leave(id, member)).statusCode).toBe(404);
  });

  test("can't bid on the seller's units, and hear why; others and other units are as before", async () => {
    const { id } = await newSeller();
    const [member, other] = [await app.customer(), await app.customer()];
    await join(id, member, "VIEWS");
    const { inventoryId: own } = await lotOf(id);
    const { inventoryId: another } = await lotOf((await newSeller()).id);
    expect((await bid(own, member)).json()).toMatchObject({
      statusCode: 403,
      code: "own-unit",
      message: "You can't bid on this unit, because your account acts for its seller.",
    });
    const maximum = await app.post(
      `/api/bids/inventory/${own}/user/${member.userId}?amount=1500&maxAmount=9000`,
      {},
      member.jwt,
    );
    expect(maximum.json()).toMatchObject({ code: "own-unit" });
    expect((await bid(own, other)).statusCode).toBe(200);
    expect((await bid(another, member)).statusCode).toBe(200);
    const limit = await app.get(`/api/bid-limit-status/${member.userId}`, member.jwt);
    expect(limit.json().ownUnits).toEqual([own]);
    const free = await app.get(`/api/bid-limit-status/${other.userId}`, other.jwt);
    expect(free.json().ownUnits).toEqual([]);
  });

  test("who left still can't bid on lots that were open, but on those that open later", async () => {
    const { id } = await newSeller();
    const member = await app.customer();
    await join(id, member);
    const before = await lotOf(id);
    await leave(id, member);
    expect((await bid(before.inventoryId, member)).json()).toMatchObject({ code: "own-unit" });
    const after = await lotOf(id);
    await app.query("UPDATE lots SET opens_at = clock_ms() WHERE id = $1", [after.lotId]);
    expect((await bid(after.inventoryId, member)).statusCode).toBe(200);
    // Nor can who bid come back for the day of the sale.
    expect((await join(id, member)).json()).toMatchObject({ statusCode: 409, code: "in-use" });
  });

  test("who bid on a unit can't join its seller until the sale is over", async () => {
    const { id } = await newSeller();
    const { inventoryId, bidders, auctionId } = await lotOf(id, 2_500, 3_000);
    const [outbid, leader] = bidders;
    if (outbid === undefined || leader === undefined) throw new Error("no bidders");
    for (const bidder of [outbid, leader])
      expect((await join(id, bidder)).json()).toMatchObject({ statusCode: 409, code: "in-use" });
    await salesOn(app, office).close(auctionId);
    expect((await join(id, leader)).json()).toMatchObject({ code: "in-use" });
    await app.query("UPDATE inventory SET status = 'RELEASED' WHERE id = $1", [inventoryId]);
    expect((await join(id, leader)).statusCode).toBe(200);
  });

  test("can join once their bids are void", async () => {
    const { id } = await newSeller();
    const { lotId, bidders } = await lotOf(id, 2_500);
    const [bidder] = bidders;
    if (bidder === undefined) throw new Error("no bidder");
    const [row] = await app.query("SELECT id FROM ledger WHERE lot_id = $1", [lotId]);
    const retracted = await app.delete(
      `/api/bids/${Number(row?.["id"])}?userId=${bidder.userId}&reason=A%20slip`,
      bidder.jwt,
    );
    // The lot closes within the hour, in which only staff cancel bids.
    expect(retracted.statusCode).toBe(409);
    await app.query("UPDATE lots SET closes_at = closes_at + interval '3 hours' WHERE id = $1", [
      lotId,
    ]);
    const again = await app.delete(
      `/api/bids/${Number(row?.["id"])}?userId=${bidder.userId}&reason=A%20slip`,
      bidder.jwt,
    );
    expect(again.statusCode, again.body).toBe(200);
    expect((await join(id, bidder)).statusCode).toBe(200);
  });

  test("a bid and a membership at once: one of them is refused", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await newSeller();
      const { inventoryId } = await lotOf(id);
      const person = await app.customer();
      const [placed, joined] = await Promise.all([bid(inventoryId, person), join(id, person)]);
      expect([placed.statusCode, joined.statusCode]).toSatisfy(
        ([one, other]: number[]) =>
          (one === 200 && other === 409) || (one === 403 && other === 200),
      );
    }
  });

  test("a suspended account stays a member, and a closed one leaves its number", async () => {
    const { id } = await newSeller();
    const member = await app.customer();
    await app.setStatus(member.userId, "SUSPENDED");
    expect((await join(id, member)).statusCode).toBe(200);
    const { inventoryId } = await lotOf(id);
    await app.setStatus(member.userId, "ACTIVE");
    const session = await app.logIn(member.email);
    const active = { ...member, jwt: session.json<{ jwt: string }>().jwt };
    expect((await bid(inventoryId, active)).json()).toMatchObject({ code: "own-unit" });
    const closed = await app.delete(`/api/admin/delete-user/${member.userId}`, office.jwt);
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await sellerOf(id)).people).toMatchObject([
      { userId: member.userId, name: "Closed account", status: "CLOSED" },
    ]);
  });

  test("an award to one is refused by the database, by any statement", async () => {
    const { id } = await newSeller();
    const { lotId, bidders, auctionId } = await lotOf(id, 2_500);
    await salesOn(app, office).close(auctionId);
    const [row] = await app.query("SELECT id FROM ledger WHERE lot_id = $1 ORDER BY seq", [lotId]);
    const buyer = bidders[0]?.userId;
    await app.query(
      "INSERT INTO seller_members (seller_id, user_id, role) VALUES ($1, $2, 'VIEWS')",
      [id, buyer],
    );
    await app.query("DELETE FROM awards WHERE lot_id = $1", [lotId]);
    await expect(
      app.query(
        "INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents) VALUES ($1, $2, $3, 250000)",
        [lotId, row?.["id"], buyer],
      ),
    ).rejects.toThrow("can't buy its own unit");
  });
});

describe("what a member sells", () => {
  const selling = async (who: SignedUp) => (await app.get("/api/user/selling", who.jwt)).json();

  test("is what their sellers have, with bids, reserve and result, but no person and no maximum", async () => {
    const [one, other] = [await newSeller(), await newSeller()];
    const member = await app.customer();
    await join(one.id, member, "VIEWS");
    await lotOf(other.id);
    const { inventoryId, auctionId } = await lotOf(one.id);
    const bidder = await app.customer();
    await app.post(
      `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=2500&maxAmount=9871`,
      {},
      bidder.jwt,
    );
    const before = await selling(member);
    expect(before).toMatchObject({
      sellers: [{ id: one.id, role: "VIEWS" }],
      units: [
        {
          sellerId: one.id,
          unit: { id: inventoryId, lot: { price: 2_500, bidCount: 1, reserveState: "MET" } },
          reservePrice: 2_000,
          hammerPrice: null,
          isPaid: false,
        },
      ],
    });
    expect(JSON.stringify(before)).not.toMatch(/9871|bidder|buyer|leader|maxAmount/i);
    await salesOn(app, office).close(auctionId);
    const winning = `/api/bids/adminsupport/winningBids/${auctionId}`;
    const list = (await app.get(winning, office.jwt)).json<object>();
    await app.post(`/api/bids/adminsupport/declareWinner/${auctionId}`, list, office.jwt);
    expect(await selling(member)).toMatchObject({ units: [{ hammerPrice: 2_500, isPaid: false }] });
    await leave(one.id, member);
    expect(await selling(member)).toEqual({ sellers: [], units: [] });
    expect((await app.get("/api/user/selling", clerk.jwt)).statusCode).toBe(403);
  });
});

describe("accounts with a seller's tax ID", () => {
  const application = (taxId: string) => ({
    applicantType: "INDIVIDUAL",
    fullName: "Ann Owner",
    email: "ann@example.com",
    phone: "+1 806 555 0100",
    address: { street: "1 Main St", city: "Amarillo", state: "TX", zip: "79101" },
    dateOfBirth: "1980-02-29",
    amount: 45_000,
    downPayment: 5_000,
    vehiclePrice: 50_000,
    termMonths: 60,
    taxId,
    consentCreditCheck: true,
    consentVersion: "2026-01",
  });

  test("can't bid on its units, also if an earlier version stored the number", async () => {
    const taxId = newTaxId();
    const person = await app.customer();
    const applied = await app.post("/createfinancerequest", application(taxId), person.jwt);
    expect(applied.statusCode, applied.body).toBe(200);
    await app.query("UPDATE finance_requests SET tax_mark = NULL WHERE user_id = $1", [
      person.userId,
    ]);
    const { id } = await newSeller({ taxId });
    const { inventoryId } = await lotOf(id);
    expect((await bid(inventoryId, person)).json()).toMatchObject({ code: "own-unit" });
    const exported = (await app.get("/api/user/export", person.jwt)).body;
    expect(exported).not.toContain("tax_mark");
  });

  test("who already bid keep a seller from getting the number", async () => {
    const taxId = newTaxId();
    const seller = await newSeller();
    const { bidders } = await lotOf(seller.id, 2_500);
    const [person] = bidders;
    if (person === undefined) throw new Error("no bidder");
    await app.post("/createfinancerequest", application(taxId), person.jwt);
    const { updatedAt } = await sellerOf(seller.id);
    const body = { ...redMesa, updatedAt, taxId };
    expect((await app.put(`${path}/${seller.id}`, body, clerk.jwt)).json()).toMatchObject({
      statusCode: 409,
      code: "in-use",
    });
    expect(await sellerOf(seller.id)).toMatchObject({ taxIdLast4: null });
  });
});

describe("units of sellers", () => {
  test("are the house's without one, and go to one and back before the first bid", async () => {
    const { id } = await newSeller();
    const [lot] = await salesOn(app, office).auctionWith([[]]);
    if (lot === undefined) throw new Error("no lot");
    const { inventoryId, lotId } = lot;
    const unit = `/api/adminsupport/inventory/${inventoryId}`;
    expect((await app.get(unit, office.jwt)).json()).toMatchObject({ seller: null });
    expect((await give(inventoryId, id)).json()).toMatchObject({ seller: { id } });
    expect(await lotSeller(lotId)).toBe(id);
    expect((await give(inventoryId, null)).json()).toMatchObject({ seller: null });
    expect(await lotSeller(lotId)).toBeNull();
    expect((await give(inventoryId, 999_999)).json()).toMatchObject({
      statusCode: 400,
      issues: [{ path: "sellerId" }],
    });
    expect((await app.get(`/inventory/${inventoryId}`)).json()).not.toHaveProperty("seller");
  });

  test("stay with their seller after the first bid, also by hand in the database", async () => {
    const [one, other] = [await newSeller(), await newSeller()];
    const { inventoryId, lotId } = await lotOf(one.id, 2_500);
    for (const to of [other.id, null])
      expect((await give(inventoryId, to)).json()).toMatchObject({
        statusCode: 409,
        code: "in-use",
      });
    expect((await give(inventoryId, one.id)).statusCode).toBe(200);
    await expect(
      app.query("UPDATE lots SET seller_id = $2 WHERE id = $1", [lotId, other.id]),
    ).rejects.toThrow("has begun");
    await salesOn(app, office).close(
      (await app.query("SELECT auction_id FROM lots WHERE id = $1", [lotId]))[0]?.[
        "auction_id"
      ] as number,
    );
    expect((await give(inventoryId, other.id)).json().message).toContain("was sold");
    expect(await lotSeller(lotId)).toBe(one.id);
  });

  test("a lot begins with the unit's seller", async () => {
    const { id } = await newSeller();
    const [unit = 0] = await offerableUnits(app, 1);
    await give(unit, id);
    const created = await app.post(
      "/api/adminsupport/auctions/create",
      {
        auctionName: `Sale of ${unit}`,
        timeZone: "America/Chicago",
        startTime: new Date(Date.now() - 3_600_000).toISOString(),
        scheduledEndTime: new Date(Date.now() + 3_600_000).toISOString(),
        lots: [{ inventoryId: unit }],
      },
      office.jwt,
    );
    const [{ lotId }] = created.json<{ runList: [{ lotId: number }] }>().runList;
    expect(await lotSeller(lotId)).toBe(id);
    expect(await sellerOf(id)).toMatchObject({
      units: 1,
      unitsInAuction: 1,
      newestUnits: [{ inventoryId: unit, status: "IN_AUCTION" }],
    });
  });

  test("are found by seller, and exported with its name", async () => {
    const { id } = await newSeller({ name: "Llano Ready Mix Co" });
    const [first = 0, second = 0] = await offerableUnits(app, 3);
    await give(first, id);
    await give(second, id);
    const search = { sellerId: id };
    const found = await app.post("/api/adminsupport/inventory/search", search, office.jwt);
    expect(
      found
        .json()
        .content.map((unit: { id: number }) => unit.id)
        .toSorted(),
    ).toEqual([first, second].toSorted());
    const csv = await app.post("/api/adminsupport/inventory/export", search, office.jwt);
    const [header = "", ...lines] = csv.body.trim().split("\r\n");
    expect(header).toMatch(/,Seller,Status$/);
    expect(lines.map((line) => line.split(",").at(-2))).toEqual([
      "Llano Ready Mix Co",
      "Llano Ready Mix Co",
    ]);
  });
});
