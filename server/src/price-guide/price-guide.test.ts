import type { PriceGuide } from "@gavelyard/contract/inventory/price-guide";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits, salesOn } from "../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.administrator();
});
afterAll(() => app?.close());

const guideOf = async (id: number, jwt?: string) => app.get(`/inventory/${id}/price-guide`, jwt);
const read = async (id: number) => (await guideOf(id)).json<PriceGuide>();

/** Sells units of a model for prices in whole dollars, one with 100,000 miles more than the last. */
async function sell(model: string, prices: readonly number[]): Promise<number[]> {
  const lots = await salesOn(app, staff).closedWith(...prices.map((price) => [price]));
  const ids = lots.map(({ inventoryId }) => inventoryId);
  await app.query(
    `UPDATE inventory SET status = 'PAID', model = $2, odometer = 100000 * array_position($1, id)
      WHERE id = ANY ($1)`,
    [ids, model],
  );
  await app.query(
    `UPDATE awards SET status = 'PAID', declared_at = clock_ms(), paid_at = clock_ms()
      WHERE lot_id = ANY ($1)`,
    [lots.map(({ lotId }) => lotId)],
  );
  return ids;
}

async function forSale(model: string, odometer: number): Promise<number> {
  const [id = 0] = await offerableUnits(app, 1);
  await app.query("UPDATE inventory SET model = $2, odometer = $3 WHERE id = $1", [
    id,
    model,
    odometer,
  ]);
  return id;
}

test("a guide needs eight paid sales of the model, and depends on the miles (D61)", async () => {
  const prices = [9_000, 8_100, 7_300, 6_500, 5_900, 5_300, 4_800];
  const sold = await sell("389", prices);
  const [few, many] = [await forSale("389", 150_000), await forSale("389", 650_000)];
  expect(await read(few)).toEqual({ range: null, sales: [] });
  sold.push(...(await sell("389", [9_050])));

  const low = (await read(many)).range;
  const { range: high, sales } = await read(few);
  expect(high).toMatchObject({ sales: 8, of: "MODEL" });
  expect(high?.median).toBeGreaterThan((low?.median ?? 0) * 1.3);
  expect(sales).toHaveLength(6);
  expect(sales[0]).toMatchObject({ inventoryId: sold.at(-1), price: 9_050, odometer: 100_000 });

  // Spellings of the make and the model don't matter (D81).
  await app.query(
    `UPDATE inventory SET manufacturer = 'PETER-BILT', model = '38 9' WHERE id = ANY ($1)`,
    [sold.slice(0, 4)],
  );
  await app.query("UPDATE inventory SET manufacturer = 'Pete' WHERE id = $1", [sold[5]]);
  expect((await read(few)).range).toMatchObject({ sales: 8, of: "MODEL" });

  // Unpaid sales, and sales of units with another title, don't count.
  await app.query("UPDATE inventory SET title_brand = 'SALVAGE' WHERE id = $1", [sold[0]]);
  expect((await read(few)).range).toBeNull();
  await app.query("UPDATE inventory SET title_brand = 'CLEAN' WHERE id = $1", [sold[0]]);
  // An archived unit is counted, but has no page to link to.
  await app.query("UPDATE inventory SET status = 'ARCHIVED' WHERE id = $1", [sold.at(-1)]);
  const after = await read(few);
  expect(after.range?.sales).toBe(8);
  expect(after.sales.map(({ inventoryId }) => inventoryId)).not.toContain(sold.at(-1));
});

test("without enough sales of the model, a guide uses units of the type", async () => {
  const other = await forSale("567", 300_000);
  expect((await read(other)).range).toMatchObject({ sales: 8, of: "TYPE" });
});

test("only staff see the guide of a unit that isn't public", async () => {
  const draft = await forSale("389", 200_000);
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [draft]);
  expect((await guideOf(draft)).statusCode).toBe(404);
  const customer = await app.customer();
  expect((await guideOf(draft, customer.jwt)).statusCode).toBe(404);
  expect((await guideOf(draft, staff.jwt)).json()).toMatchObject({ range: { sales: 8 } });
  expect((await guideOf(999_999)).statusCode).toBe(404);
});

test("staff see how guides compared with prices: each from the sales before it", async () => {
  await sell("389", [7_000, 6_000]);
  const record = await app.get("/api/adminsupport/price-guide-record", staff.jwt);
  expect(record.statusCode, record.body).toBe(200);
  expect(record.json()).toEqual({
    sales: 10,
    guided: 2,
    inRange: expect.any(Number),
    medianErrorPercent: expect.any(Number),
  });
});
