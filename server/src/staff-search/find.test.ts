import type { FoundRecord } from "@gavelyard/contract/staff-search";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits, salesOn } from "../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
let admin: SignedUp;
let winner: { readonly userId: number } | undefined;

beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  admin = await app.administrator();
  const sales = salesOn(app, staff);
  const [sold] = await sales.closedWith([2_500, 3_000]);
  winner = sold?.bidders.at(-1);
  const bids = await app.get(`/api/bids/adminsupport/winningBids/${sold?.auctionId}`, staff.jwt);
  await app.post(
    `/api/bids/adminsupport/declareWinner/${sold?.auctionId}`,
    [bids.json()[0]],
    staff.jwt,
  );
  await app.query("UPDATE users SET name = 'Walpurga Öztürk' WHERE id = $1", [winner?.userId]);
  await app.post("/form/submit", {
    fullName: "Quentin Zweig",
    email: "zweig@example.com",
    phoneNumber: "+12135550147",
    budgetLowerLimit: 1_000,
    budgetUpperLimit: 2_000,
    message: "Looks for a lowboy",
  });
  await app.post("/email/send", {
    name: "Quentin Zweig",
    email: "zweig@example.com",
    subject: "Gate hours",
    message: "When does the gate open?",
  });
});
afterAll(() => app.close());

async function find(q: string, who: SignedUp = staff): Promise<FoundRecord[]> {
  const reply = await app.get(`/api/adminsupport/find?q=${encodeURIComponent(q)}`, who.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

describe("finding records", () => {
  test("finds units by words and stock number, exact matches first", async () => {
    const found = await find("peterbilt 579");
    expect(found[0]).toMatchObject({ kind: "UNIT", title: "2019 Peterbilt 579" });
    const stock = found[0]?.detail ?? "";
    const [exact] = await find(stock.toLowerCase());
    expect(exact).toMatchObject({
      kind: "UNIT",
      detail: stock,
      path: `/admin-dashboard?tab=inventory&unit=${exact?.id}`,
    });
  });

  test("finds the unit with a stock number among very many that start with it", async () => {
    const [unitId, ...newer] = await offerableUnits(app, 1_301);
    await app.query("UPDATE inventory SET stock_number = 'MANY' WHERE id = $1", [unitId]);
    await app.query(
      "UPDATE inventory SET stock_number = 'MANY' || id WHERE id = ANY($1::bigint[])",
      [newer],
    );
    const [first] = await find("many");
    expect(first).toMatchObject({ kind: "UNIT", id: String(unitId), detail: "MANY" });
  });

  test("finds units by the words of a search (D71)", async () => {
    const [unit] = await app.query(
      "UPDATE inventory SET model = 'F-150', status = 'ARCHIVED' WHERE id = (SELECT min(id) FROM inventory) RETURNING id",
    );
    for (const q of ["f150", "F-150", "pete f-1"])
      expect(
        (await find(q)).filter(({ kind }) => kind === "UNIT"),
        q,
      ).toMatchObject([{ id: String(unit?.["id"]), state: "ARCHIVED" }]);
    expect((await find("--")).filter(({ kind }) => kind === "UNIT")).toEqual([]);
  });

  test("finds auctions, with their status", async () => {
    const [row] = await app.query("SELECT id, name FROM auctions LIMIT 1");
    const found = (await find(String(row?.["name"]).slice(1))).find(
      ({ kind }) => kind === "AUCTION",
    );
    expect(found).toMatchObject({ id: String(row?.["id"]), state: "EXPIRED" });
  });

  test("finds users by parts of name, address and phone, by number, and by two letters", async () => {
    const userId = String(winner?.userId);
    for (const q of ["purga öz", "WALPURGA", "wa", "öz", `#${userId}`]) {
      const users = (await find(q)).filter(({ kind }) => kind === "USER");
      expect(users, q).toMatchObject([{ id: userId, state: "ROLE_CUSTOMER" }]);
    }
  });

  test("finds leads and messages by text and by phone", async () => {
    expect(await find("lowboy")).toMatchObject([{ kind: "LEAD", title: "Quentin Zweig" }]);
    expect(await find("213-555-0147")).toMatchObject([{ kind: "LEAD" }]);
    expect((await find("zweig")).map(({ kind }) => kind)).toEqual(["LEAD", "MESSAGE"]);
    const [message] = await find("gate hours");
    expect(message?.path).toBe(
      `/admin-dashboard?tab=leads&kind=messages&enquiry=${String(message?.id)}`,
    );
  });

  test("finds invoices by number, also without its prefix", async () => {
    const [row] = await app.query("SELECT id, number FROM invoices LIMIT 1");
    const number = String(row?.["number"]);
    for (const q of [number.toLowerCase(), number.slice(3), number.slice(-2)]) {
      const found = (await find(q)).find(({ kind }) => kind === "INVOICE");
      expect(found, q).toMatchObject({
        title: number,
        path: `/admin-dashboard?tab=payments&invoice=${String(row?.["id"])}`,
      });
    }
  });

  test("finds limit requests that the viewer can decide", async () => {
    const asks = await app.customer();
    await app.query("UPDATE users SET name = 'Ottokar Limes' WHERE id = $1", [asks.userId]);
    const sent = await app.form(
      "POST",
      `/api/bid-limit-request/${asks.userId}`,
      [
        ["bidLimitAmount", "50000"],
        ["document", { fileName: "b.pdf", bytes: Buffer.from("%PDF-1.4\n") }],
      ],
      asks.jwt,
    );
    const { documentId } = sent.json();
    const request = { kind: "LIMIT_REQUEST", id: documentId, detail: "$50,000" };
    expect((await find("ottokar")).at(-1)).toMatchObject(request);
    await app.post(
      "/api/adminsupport/bidLimitRequestReviewed",
      { documentId, decision: "APPROVE", recommendedLimit: 50_000 },
      staff.jwt,
    );
    expect((await find("ottokar")).map(({ kind }) => kind)).toEqual(["USER"]);
    expect((await find("ottokar", admin)).at(-1)).toMatchObject({ ...request, state: "REVIEWED" });
  });

  test("takes wildcards literally, and needs two letters", async () => {
    expect(await find("%_%")).toEqual([]);
    expect(await find("' OR 1=1 --")).toEqual([]);
    expect((await app.get("/api/adminsupport/find?q=a", staff.jwt)).statusCode).toBe(400);
  });
});
