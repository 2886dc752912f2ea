import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { offerableUnits } from "../../testing/sales.ts";
import { labelledUnits } from "./labels-sql.ts";

let app: AuthApp;
let staff: SignedUp;
let units: readonly number[];
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  units = await offerableUnits(app, 12);
});
afterAll(() => app.close());

const print = (body: object, by = staff) =>
  app.post("/api/adminsupport/inventory/labels", body, by.jwt);
const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;

test("labels of chosen units, or of what a search finds, are a PDF of ten to a page", async () => {
  const printed = await print({ units });
  expect(printed.statusCode, printed.body).toBe(200);
  expect(printed.headers["content-type"]).toBe("application/pdf");
  expect(printed.headers["content-disposition"]).toContain("labels.pdf");
  expect(printed.body.startsWith("%PDF-")).toBe(true);
  expect(pagesOf(printed.body)).toBe(2);
  const found = await print({ search: { inventoryStatus: ["AVAILABLE"] }, except: units.slice(3) });
  expect(pagesOf(found.body)).toBe(1);
});

test("labels are in the order of stock numbers and know their yard", async () => {
  const labels = await labelledUnits(app.context.pool, units);
  const stock = labels.map(({ stockNumber }) => stockNumber);
  expect(stock).toEqual([...stock].sort());
  expect(labels[0]).toMatchObject({ yard: expect.any(String), lotNumber: null, auction: null });
});

test.each<[object, number]>([
  [{}, 400],
  [{ units: [1], search: {} }, 400],
  [{ units: Array.from({ length: 501 }, (_, at) => at + 1) }, 400],
  [{ units: [999_999] }, 404],
  [{ units: [] }, 404],
])("%j is refused", async (body, status) => {
  const refused = await print(body);
  expect(refused.statusCode, refused.body).toBe(status);
});

test("customers and staff without the permission print none", async () => {
  expect((await print({ units }, await app.customer())).statusCode).toBe(403);
  const other = await app.support();
  await app.query(
    `UPDATE users SET withheld_permissions = '{auctions}' WHERE id = ${other.userId}`,
  );
  expect((await print({ units }, other)).statusCode).toBe(403);
});
