import type { RunListUnit } from "@gavelyard/contract/auctions/run-list";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits } from "../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const matching = async (search: object): Promise<number[]> => {
  const reply = await app.post("/api/adminsupport/inventory/matching", search, staff.jwt);
  return reply.json<{ id: number }[]>().map(({ id }) => id);
};
const draftWith = async (units: readonly number[]): Promise<number> => {
  const body = {
    auctionName: "Draft",
    timeZone: "America/Chicago",
    publish: false,
    lots: units.map((inventoryId) => ({ inventoryId })),
  };
  const made = await app.post("/api/adminsupport/auctions/create", body, staff.jwt);
  return made.json<{ id: number }>().id;
};

test("a run list shows prices, and what bidders may miss", async () => {
  const [one = 0, other = 0] = await offerableUnits(app, 2);
  await app.query(
    `UPDATE inventory SET sale_type = 'ABSOLUTE', reserve_cents = NULL,
      specs = '{"conditionReport": {"inspector": "Ann", "inspectedAt": "2026-01-02T03:04:05Z"}}' WHERE id = $1`,
    [other],
  );
  await app.query(
    `WITH picture AS (INSERT INTO media (width, height) VALUES (900, 600) RETURNING id)
      INSERT INTO inventory_images (inventory_id, position, media_id, kind, alt)
      SELECT $1, 0, id, 'EXTERIOR', 'The front' FROM picture`,
    [other],
  );
  const reply = await app.post(
    "/api/adminsupport/auctions/run-list-units",
    { units: [one, other, 999_999_999] },
    staff.jwt,
  );
  expect(reply.json<RunListUnit[]>()).toMatchObject([
    {
      id: one,
      name: "2019 Peterbilt 579",
      startingPrice: 1_000,
      reservePrice: 2_000,
      image: null,
      gaps: ["PICTURE", "REPORT"],
    },
    { id: other, saleType: "ABSOLUTE", reservePrice: null, gaps: [], image: { alt: "The front" } },
  ]);
});

test("units to add are oldest first, and in no run list", async () => {
  const units = await offerableUnits(app, 5);
  const [yard] = await app.query("SELECT yard_id FROM inventory WHERE id = $1", [units[0]]);
  const yardId = Number(yard?.["yard_id"]);
  const auctionId = await draftWith(units.slice(0, 1));
  await draftWith(units.slice(1, 2));
  const toOffer = { auctionId, listed: units.slice(2, 3) };
  // A unit that is only on this auction's saved list can be added again.
  expect(await matching({ yardId, toOffer })).toEqual([units[0], units[3], units[4]]);
  expect(await matching({ yardId, toOffer: { auctionId: null, listed: [] } })).toEqual(
    units.slice(2),
  );
  expect(await matching({ yardId })).toEqual(units);
  expect(await matching({ yardId: yardId + 1_000_000 })).toEqual([]);
  const page = await app.post(
    "/api/adminsupport/inventory/search",
    { yardId, toOffer, size: 2, sort: "NEWEST" },
    staff.jwt,
  );
  expect(page.json()).toMatchObject({
    totalElements: 3,
    content: [{ id: units[4] }, { id: units[3] }],
  });
});
