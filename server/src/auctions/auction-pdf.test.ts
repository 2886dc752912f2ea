import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { printedLots } from "./run-list-sql.ts";

let app: AuthApp;
let staff: SignedUp;
let auctionId: number;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  const [lot] = await salesOn(app, staff).auctionWith([[2_500], []]);
  if (lot === undefined) throw new Error("no lot was made");
  ({ auctionId } = lot);
});
afterAll(() => app.close());

const print = (kind: string, by = staff, id = auctionId) =>
  app.get(`/api/adminsupport/auctions/${id}/print?kind=${kind}`, by.jwt);

test.each([
  ["RUN_LIST", "run-list.pdf"],
  ["CATALOG", "catalog.pdf"],
])("the %s is a PDF", async (kind, name) => {
  const printed = await print(kind);
  expect(printed.statusCode, printed.body).toBe(200);
  expect(printed.headers["content-type"]).toBe("application/pdf");
  expect(printed.headers["content-disposition"]).toContain(name);
  expect(printed.body.startsWith("%PDF-")).toBe(true);
});

test("it lists lots in their order with the terms that the lot has", async () => {
  const lots = await printedLots(app.context.pool, auctionId);
  expect(lots).toHaveLength(2);
  expect(lots[0]).toMatchObject({ place: "Amarillo, TX", titleBrand: expect.any(String) });
  const [{ reserve } = {}] = await app.query(
    "SELECT reserve_cents AS reserve FROM lots WHERE auction_id = $1 ORDER BY lot_number LIMIT 1",
    [auctionId],
  );
  expect(lots[0]?.reserveCents).toBe(reserve);
});

test("customers, an unknown auction and another kind are refused", async () => {
  expect((await print("RUN_LIST", await app.customer())).statusCode).toBe(403);
  expect((await print("CATALOG", staff, 999_999)).statusCode).toBe(404);
  expect((await print("BOOK")).statusCode).toBe(400);
});
