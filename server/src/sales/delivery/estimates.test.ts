import type { DeliveryEstimate } from "@gavelyard/contract/sales/delivery-estimates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { deliveryOn } from "../../testing/delivery.ts";
import { offerableUnits } from "../../testing/sales.ts";

let app: AuthApp;
let admin: SignedUp;
let units: number[];
beforeAll(async () => {
  app = await openAuthApp();
  admin = await app.administrator();
  units = await offerableUnits(app, 3);
  await app.query("UPDATE yards SET lat = 35.2031, lng = -101.8456");
  await app.query("UPDATE inventory SET inventory_type = 'EQUIPMENT' WHERE id = $1", [units[1]]);
});
afterAll(() => app?.close());

const ask = (zip: string, ids: readonly number[]) =>
  app.get(`/api/delivery-estimates?zip=${zip}&units=${ids.join(",")}`);
const read = async (zip: string, ids: readonly number[]) =>
  (await ask(zip, ids)).json<DeliveryEstimate[]>();

test("there are no estimates until the marketplace turns delivery on", async () => {
  expect(await read("75201", units)).toEqual([]);
  expect((await app.get("/site-details")).json()).toMatchObject({ delivery: false });
});

test("an estimate has its parts, by the rates of the unit's class (D62)", async () => {
  await deliveryOn(app, admin, { TRACTOR: { perMile: 2.5, minimum: 500, permits: 0 } });
  const [tractor, machine] = await read("75201", units);
  expect(tractor).toMatchObject({ inventoryId: units[0], perMile: 2.5, toMinimum: 0, permits: 0 });
  expect(tractor?.miles).toBeGreaterThan(350);
  expect(tractor?.miles).toBeLessThan(450);
  expect(tractor?.haul).toBe((tractor?.miles ?? 0) * 2.5);
  expect(tractor?.total).toBe(tractor?.haul);
  expect(tractor?.fees).toMatchObject({ docFee: 150 });
  expect(machine).toMatchObject({ inventoryId: units[1], miles: tractor?.miles, permits: 650 });

  const [near] = await read("79101", units);
  expect(near?.total).toBe(500);
  expect((near?.haul ?? 0) + (near?.toMinimum ?? 0)).toBe(500);
});

test("units that aren't public, or whose yard has no place, are left out", async () => {
  await app.query("UPDATE inventory SET status = 'DRAFT' WHERE id = $1", [units[2]]);
  expect((await read("75201", [...units, 987_654])).map((one) => one.inventoryId)).toEqual(
    units.slice(0, 2),
  );
  const [elsewhere = 0] = await offerableUnits(app, 1);
  expect(await read("75201", [elsewhere])).toEqual([]);
});

test.each([
  ["00000", "1", "know the ZIP code"],
  ["96813", "1", "only estimate delivery by truck"],
  ["7520", "1", "five-digit"],
  ["75201", "1,x", "numbers, separated"],
  ["75201", Array.from({ length: 61 }, (_, index) => index + 1).join(","), "up to 60"],
])("ZIP code %s with units %s is refused", async (zip, ids, message) => {
  const reply = await app.get(`/api/delivery-estimates?zip=${zip}&units=${ids}`);
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toContain(message);
});

test("everyone may cache an estimate for a minute", async () => {
  const { headers } = await ask("75201", units);
  expect(headers["cache-control"]).toContain("max-age=60");
});

test("a new rate applies immediately, and a wrong one is refused at its field", async () => {
  const rates = { TRACTOR: { perMile: -1, minimum: 500, permits: 0 } };
  const reply = await deliveryOn(app, admin, rates, 400);
  expect(reply.json().issues[0].path).toContain("rates.TRACTOR.perMile");
  const [before] = await read("75201", units);
  await deliveryOn(app, admin, { TRACTOR: { perMile: 5, minimum: 500, permits: 0 } });
  const [after] = await read("75201", units);
  expect(after?.total).toBe(2 * (before?.total ?? 0));
});
