import {
  inventoryFilter,
  inventorySorts,
  type InventoryFilter,
} from "@gavelyard/contract/inventory-filter";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowseApp, type BrowseApp } from "../testing/browse-app.ts";
import { catchUpFacets, countByRows, countFacets, refreshFacets } from "./facets-sql.ts";
import { cardsByBits, cardsByRows } from "./filter-sql.ts";

let browse: BrowseApp;
beforeAll(async () => {
  browse = await openBrowseApp({ seeded: true });
});
afterAll(() => browse.close());

const filters = fc
  .record(
    {
      inventoryType: fc.constant(["TRUCK_TRACTOR", "TRAILER", "PICKUP"]),
      fuelType: fc.constant(["DIESEL"]),
      titleBrand: fc.constant(["CLEAN"]),
      runCondition: fc.constant(["RUNS_DRIVES", "STARTS"]),
      model: fc.constant(["579", "T680", "F-150"]),
      yearFrom: fc.integer({ min: 2010, max: 2020 }),
      featured: fc.boolean(),
      apu: fc.boolean(),
      auctionStatus: fc.constantFrom(["LIVE"], ["UPCOMING", "LIVE"], ["EXPIRED"]),
    },
    { requiredKeys: [] },
  )
  .map((wanted) => inventoryFilter.parse(wanted));

describe("bitmaps of facets", () => {
  it("page alike whether a filter finds few, many, or is read from the rows", async () => {
    const arbitrary = fc.tuple(
      filters,
      fc.constantFrom(...inventorySorts),
      fc.integer({ min: 0, max: 3 }),
    );
    await refreshFacets(browse.pool);
    await fc.assert(
      fc.asyncProperty(arbitrary, async ([wanted, sort, page]) => {
        const asked = { ...wanted, sort, page, size: 20 };
        const keys = async (list: ReturnType<typeof cardsByRows>) =>
          (await list).cards.map((card) => tied(card.id, sort, card.lot));
        const rows = await keys(cardsByRows(browse.pool, asked));
        expect(await keys(cardsByBits(browse.pool, asked, 0))).toEqual(rows);
        expect(await keys(cardsByBits(browse.pool, asked, 1_000_000))).toEqual(rows);
      }),
      { numRuns: 80 },
    );
  });

  it("list the stages of auctions as people expect them: live, upcoming, ended", async () => {
    await refreshFacets(browse.pool);
    for (const count of [countFacets, countByRows]) {
      const { facets } = await count(browse.pool, inventoryFilter.parse({}));
      expect(facets.auctionStatus?.map(({ value }) => value)).toEqual([
        "LIVE",
        "UPCOMING",
        "EXPIRED",
      ]);
    }
  });

  it("stay exact while units change", async () => {
    const changes = fc.constantFrom(
      "UPDATE inventory SET status = 'WITHDRAWN' WHERE status = 'AVAILABLE' AND id % 7 = $1",
      "UPDATE inventory SET status = 'AVAILABLE' WHERE status = 'WITHDRAWN' AND id % 5 = $1",
      "UPDATE inventory SET fuel_type = CASE fuel_type WHEN 'GAS' THEN 'DIESEL' ELSE 'GAS' END WHERE id % 11 = $1",
      "UPDATE inventory SET manufacturer = 'Make ' || $1::int WHERE id % 31 = $1",
      "UPDATE inventory SET featured = NOT featured WHERE id % 13 = $1",
      `UPDATE inventory SET specs = specs || '{"drivetrain": "AWD", "apu": null}' WHERE id % 9 = $1`,
      "UPDATE inventory SET yard_id = (SELECT id FROM yards ORDER BY id LIMIT 1) WHERE id % 17 = $1",
      "UPDATE yards SET state = CASE state WHEN 'TX' THEN 'OK' ELSE 'TX' END WHERE id % 6 = $1",
    );
    const arbitrary = fc.tuple(changes, fc.integer({ min: 0, max: 6 }), filters);
    await fc.assert(
      fc.asyncProperty(arbitrary, async ([change, rest, wanted]) => {
        await browse.pool.query(change, [rest]);
        await refreshFacets(browse.pool);
        expect(await countFacets(browse.pool, wanted)).toEqual(
          await countByRows(browse.pool, wanted),
        );
      }),
      { numRuns: 60 },
    );
    const rows = `SELECT field, value, chunk, bits::text FROM facet_bits
      WHERE bit_count(bits) > 0 ORDER BY field, value, chunk`;
    const kept = await browse.pool.query(rows);
    await browse.pool.query("TRUNCATE facet_bits");
    await browse.pool.query("INSERT INTO facet_changes SELECT id FROM inventory");
    await catchUpFacets(browse.pool);
    expect((await browse.pool.query(rows)).rows).toEqual(kept.rows);
  });
});

/** Lots that close at the same instant may stand in either order. */
const tied = (
  id: number,
  sort: InventoryFilter["sort"],
  lot: { status: string; closesAt: string } | null,
) => (sort === "CLOSING_SOON" && lot?.status !== "CLOSED" && lot !== null ? lot.closesAt : id);
