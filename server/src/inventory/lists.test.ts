import type { AuctionPreview } from "@gavelyard/contract/auctions/auctions";
import {
  filteredInventories,
  inventoryDetail,
  inventoryPage,
  type InventoryCard,
} from "@gavelyard/contract/inventory/inventory";
import {
  facetFields,
  inventorySorts,
  searchSorts,
  type FacetField,
  type InventoryFilter,
} from "@gavelyard/contract/inventory/inventory-filter";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inventorySpecs, type InventorySpecs } from "@gavelyard/contract/inventory/inventory-specs";
import { openBrowseApp, type BrowseApp } from "../testing/browse-app.ts";
import { runs } from "../testing/runs.ts";

/** A unit with all fields that lists filter by, read by the test's own query. */
interface Unit extends Readonly<Record<FacetField, string | null>> {
  readonly id: number;
  readonly model: string;
  readonly grade: number | null;
  readonly lat: number;
  readonly lng: number;
  readonly specs: InventorySpecs;
  readonly auctionId: number | null;
  readonly featured: boolean;
  readonly hasVideo: boolean;
  readonly hasSpin: boolean;
  readonly year: number;
  readonly price: number;
  readonly odometer: number | null;
  readonly hours: number | null;
  readonly bids: number;
  readonly closesAt: number | null;
  readonly opensAt: number | null;
  readonly closed: boolean;
  readonly createdAt: number;
}

let browse: BrowseApp;
let units: Unit[];
let nowMs: number;

beforeAll(async () => {
  browse = await openBrowseApp("still demo");
  // Adds units that nobody may see, and lots whose auction ends at another time than they do.
  await browse.pool.query(
    "UPDATE inventory SET status = 'DRAFT' WHERE id IN (SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 9)",
  );
  await browse.pool.query(
    "UPDATE inventory SET status = 'WITHDRAWN' WHERE id IN (SELECT id FROM inventory WHERE status = 'AVAILABLE' ORDER BY id LIMIT 5)",
  );
  nowMs = Date.now();
  // Gives a few units values that are rare in the demo.
  await browse.pool.query(
    `UPDATE inventory SET specs = specs || '{"apu": {"make": "Thermo King", "hours": 812}}' WHERE id % 4 = 0`,
  );
  await browse.pool.query(
    `UPDATE inventory SET specs = specs || '{"carbCompliant": true}' WHERE id % 3 = 0`,
  );
  await browse.pool.query(
    `INSERT INTO unit_videos (id, inventory_id, slot, kind, content_type, bytes, sha256, duration_ms,
        width, height, silent)
      SELECT gen_random_uuid(), id, 1, 'DRIVING', 'video/mp4', 1, repeat('0', 64), 1, 1, 1, true
      FROM inventory WHERE id % 5 = 0 ON CONFLICT DO NOTHING`,
  );
  // Uploaded pictures, which are a view only once they have positions.
  await browse.pool.query(
    `INSERT INTO unit_spin_frames (media_id, inventory_id, position)
      SELECT DISTINCT ON (media_id) media_id, inventory_id, CASE WHEN inventory_id % 2 = 0 THEN 0 END
      FROM inventory_images WHERE inventory_id % 3 = 0 AND position = 0
      ON CONFLICT DO NOTHING`,
  );
  // A lot between the second one and the third one.
  await browse.pool.query(
    "UPDATE lots SET lot_number = 2, lot_suffix = 'A' WHERE id = (SELECT max(id) FROM lots WHERE lot_number > 2)",
  );
  type FromSpecs =
    | "drivetrain"
    | "sleeperRoof"
    | "suspension"
    | "trailerType"
    | "exteriorColor"
    | "titleState";
  const { rows } = await browse.pool.query<Omit<Unit, FromSpecs>>(
    `SELECT i.id, y.lat, y.lng, specs, grade, body_style AS "bodyStyle", odometer_brand AS "odometerBrand",
      primary_damage AS "primaryDamage", sale_type AS "saleType", inventory_type AS "inventoryType", manufacturer, model, y.state, fuel_type AS "fuelType",
      transmission, title_brand AS "titleBrand", run_condition AS "runCondition", cab_type AS "cabType",
      axle_config AS "axleConfig", gvwr_class::text AS "gvwrClass", l.auction_id AS "auctionId", featured,
      i.id IN (SELECT inventory_id FROM unit_videos) AS "hasVideo",
      i.id IN (SELECT inventory_id FROM unit_spin_frames WHERE position >= 0) AS "hasSpin",
      CASE WHEN l.id IS NULL THEN NULL WHEN l.closed_at IS NOT NULL OR l.closes_at < now() THEN 'EXPIRED'
        WHEN l.opens_at > now() THEN 'UPCOMING' ELSE 'LIVE' END AS "auctionStatus",
      model_year AS year, coalesce(l.price_cents, l.starting_cents, i.starting_cents) / 100.0 AS price, odometer,
      engine_hours AS hours, coalesce(l.bid_count, 0) AS bids, extract(epoch FROM l.closes_at)::float8 * 1000 AS "closesAt",
      extract(epoch FROM l.opens_at)::float8 * 1000 AS "opensAt", (l.id IS NULL OR l.closed_at IS NOT NULL) AS closed,
      extract(epoch FROM i.created_at)::float8 * 1000 AS "createdAt"
    FROM inventory i JOIN yards y ON y.id = i.yard_id LEFT JOIN lots l ON l.id = i.current_lot_id
    LEFT JOIN auctions a ON a.id = l.auction_id WHERE i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED')`,
  );
  units = rows.map((row) => {
    const specs = inventorySpecs.parse(row.specs);
    const { drivetrain, sleeperRoof, suspension, exteriorColor, titleState } = specs;
    const trailerType = specs.trailer?.trailerType ?? null;
    return {
      ...row,
      specs,
      drivetrain,
      sleeperRoof,
      suspension,
      exteriorColor,
      titleState,
      trailerType,
    };
  });
});
afterAll(() => browse.close());

/** Compares by these keys in order; null comes last, as in the database. */
function by(...keys: ((unit: Unit) => number | null)[]) {
  return (one: Unit, other: Unit): number => {
    for (const key of keys) {
      const [left, right] = [key(one) ?? Infinity, key(other) ?? Infinity];
      if (left !== right) return left - right;
    }
    return 0;
  };
}

const rank = (unit: Unit) => (unit.closed ? 3 : (unit.opensAt ?? 0) <= nowMs ? 0 : 1);
const orders: Record<(typeof inventorySorts)[number], (one: Unit, other: Unit) => number> = {
  CLOSING_SOON: by(
    rank,
    (unit) => (unit.closed ? 0 : unit.closesAt),
    (unit) => (unit.closed ? -unit.createdAt : 0),
    (unit) => (unit.closed ? -unit.id : 0),
  ),
  NEWEST: by(
    (unit) => -unit.createdAt,
    (unit) => -unit.id,
  ),
  PRICE_LOW: by(
    (unit) => unit.price,
    (unit) => unit.id,
  ),
  PRICE_HIGH: by(
    (unit) => -unit.price,
    (unit) => -unit.id,
  ),
  YEAR_NEW: by(
    (unit) => -unit.year,
    (unit) => -unit.id,
  ),
  YEAR_OLD: by(
    (unit) => unit.year,
    (unit) => unit.id,
  ),
  ODOMETER_LOW: by(
    (unit) => unit.odometer,
    (unit) => unit.id,
  ),
  MAX_BIDS: by(
    (unit) => -unit.bids,
    (unit) => -unit.id,
  ),
};

/** Great-circle miles. */
function milesFrom(lat: number, lng: number, unit: Unit): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const cosine =
    Math.sin(radians(lat)) * Math.sin(radians(unit.lat)) +
    Math.cos(radians(lat)) * Math.cos(radians(unit.lat)) * Math.cos(radians(lng - unit.lng));
  return 3958.8 * Math.acos(Math.min(1, cosine));
}

/** Place in the order. Lots that close at the same time may be in either order. */
const place = (sort: InventoryFilter["sort"], id: number) => {
  const unit = units.find((each) => each.id === id);
  return sort === "CLOSING_SOON" && unit !== undefined && !unit.closed
    ? `closes ${unit.closesAt}`
    : id;
};

async function list(sort: string, page: number, size: number) {
  const { body } = await browse.get(`/inventories?sort=${sort}&page=${page}&size=${size}`);
  return inventoryPage.parse(body);
}

const filter = async (wanted: object) =>
  filteredInventories.parse((await browse.post("/inventories/filter", wanted)).body);

describe("GET /inventories", () => {
  it.each(inventorySorts)("shows every published unit once, page by page, by %s", async (sort) => {
    const expected = units.toSorted(orders[sort]).map(({ id }) => id);
    for (const size of [10, 37, 100]) {
      const seen: InventoryCard[] = [];
      for (let page = 0; page * size < units.length; page++) {
        const part = await list(sort, page, size);
        expect(part).toMatchObject({
          totalElements: units.length,
          totalPages: Math.ceil(units.length / size),
          number: page,
          size,
        });
        seen.push(...part.content);
      }
      expect(seen.map(({ id }) => place(sort, id))).toEqual(expected.map((id) => place(sort, id)));
      expect(new Set(seen.map(({ id }) => id)).size).toBe(units.length);
    }
  });

  it("returns the ten that close soonest by default, and nothing past the end", async () => {
    const { body } = await browse.get("/inventories");
    expect(inventoryPage.parse(body).content).toHaveLength(10);
    const past = await list("NEWEST", 999, 100);
    expect(past.content).toEqual([]);
    expect(past.totalElements).toBe(units.length);
    expect(Math.abs(Date.parse(past.serverTime) - Date.now())).toBeLessThan(60_000);
  });

  it.each(["page=-1", "size=0", "size=101", "size=ten", "sort=id;drop", "page=1.5"])(
    "refuses ?%s",
    async (query) => {
      expect((await browse.get(`/inventories?${query}`)).status).toBe(400);
    },
  );
});

/** Mostly undefined, so that a filter with many fields still finds something. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const anyOf = (field: FacetField) => {
  const values = [...new Set(units.map((unit) => unit[field]).filter((value) => value !== null))];
  const some = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 });
  return seldom(some);
};

function meets(unit: Unit, wanted: Record<string, unknown>, except: FacetField | null): boolean {
  const facetsHold = facetFields.every((field) => {
    const chosen = wanted[field];
    return (
      field === except || !Array.isArray(chosen) || chosen.map(String).includes(String(unit[field]))
    );
  });
  const between = (value: number | null, from: unknown, to: unknown) =>
    (from === undefined || (value !== null && value >= Number(from))) &&
    (to === undefined || (value !== null && value <= Number(to)));
  return (
    facetsHold &&
    between(unit.year, wanted["yearFrom"], wanted["yearTo"]) &&
    between(unit.price, wanted["priceFrom"], wanted["priceTo"]) &&
    between(unit.odometer, wanted["odometerFrom"], wanted["odometerTo"]) &&
    between(unit.hours, wanted["engineHoursFrom"], wanted["engineHoursTo"]) &&
    between(unit.specs.horsepower, wanted["horsepowerFrom"], wanted["horsepowerTo"]) &&
    between(unit.specs.gvwrLb, wanted["gvwrLbFrom"], wanted["gvwrLbTo"]) &&
    between(unit.grade, wanted["gradeFrom"], undefined) &&
    between(
      unit.specs.trailer?.lengthFt ?? null,
      wanted["trailerLengthFtFrom"],
      wanted["trailerLengthFtTo"],
    ) &&
    between(
      milesFrom(Number(wanted["lat"]), Number(wanted["lng"]), unit),
      undefined,
      wanted["withinMiles"],
    ) &&
    matchesFilter(unit.featured, wanted["featured"]) &&
    matchesFilter(unit.hasVideo, wanted["hasVideo"]) &&
    matchesFilter(unit.hasSpin, wanted["hasSpin"]) &&
    matchesFilter(unit.specs.apu !== null, wanted["apu"]) &&
    matchesFilter(unit.specs.carbCompliant === true, wanted["carbCompliant"])
  );
}

const matchesFilter = (holds: boolean, wanted: unknown) => wanted === undefined || holds === wanted;

describe("POST /inventories/filter", () => {
  it("finds, orders and counts like a plain filter over the units", async () => {
    let fruitful = 0;
    const filters = fc.record({
      ...Object.fromEntries(facetFields.map((field) => [field, anyOf(field)])),
      gvwrClass: anyOf("gvwrClass").map((values) => values?.map(Number)),
      yearFrom: seldom(fc.integer({ min: 2005, max: 2020 })),
      yearTo: seldom(fc.integer({ min: 2015, max: 2026 })),
      priceFrom: seldom(fc.integer({ min: 0, max: 20_000 })),
      priceTo: seldom(fc.integer({ min: 5_000, max: 90_000 })),
      odometerFrom: seldom(fc.integer({ min: 0, max: 200_000 })),
      odometerTo: seldom(fc.integer({ min: 50_000, max: 900_000 })),
      engineHoursTo: seldom(fc.integer({ min: 1_000, max: 20_000 })),
      horsepowerFrom: seldom(fc.integer({ min: 100, max: 500 })),
      horsepowerTo: seldom(fc.integer({ min: 300, max: 700 })),
      gvwrLbFrom: seldom(fc.integer({ min: 5_000, max: 30_000 })),
      gvwrLbTo: seldom(fc.integer({ min: 20_000, max: 80_000 })),
      trailerLengthFtFrom: seldom(fc.integer({ min: 20, max: 53 })),
      gradeFrom: seldom(fc.integer({ min: 10, max: 45 }).map((tenths) => tenths / 10)),
      lat: fc.constant(39.1),
      lng: fc.constant(-94.6),
      withinMiles: seldom(fc.integer({ min: 200, max: 1_500 })),
      featured: seldom(fc.boolean()),
      apu: seldom(fc.boolean()),
      carbCompliant: seldom(fc.boolean()),
      hasVideo: seldom(fc.boolean()),
      hasSpin: seldom(fc.boolean()),
      sort: fc.constantFrom(...inventorySorts),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (wanted) => {
        const found = await filter({ ...wanted, size: 100 });
        if (found.totalElements > 0) fruitful++;
        const expected = units
          .filter((unit) => meets(unit, wanted, null))
          .toSorted(orders[wanted.sort]);
        expect(found.totalElements).toBe(expected.length);
        expect(found.content.map(({ id }) => place(wanted.sort, id))).toEqual(
          expected.slice(0, 100).map(({ id }) => place(wanted.sort, id)),
        );
        for (const field of facetFields) {
          const counts = new Map<string, number>();
          for (const unit of units.filter((each) => meets(each, wanted, field))) {
            const value = unit[field];
            if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
          }
          expect(
            Object.fromEntries(
              (found.facets[field] ?? []).map(({ value, count }) => [value, count]),
            ),
          ).toEqual(Object.fromEntries(counts));
        }
      }),
      { numRuns: runs(100) },
    );
    expect(fruitful).toBeGreaterThan(0.1 * runs(100));
  });

  it("counts models within the selected make and still offers other makes", async () => {
    const found = await filter({ manufacturer: ["Ford"], model: ["F-150"], size: 100 });
    expect(new Set(found.content.map(({ model }) => model))).toEqual(new Set(["F-150"]));
    expect(found.facets.manufacturer?.length).toBeGreaterThan(10);
  });

  it("finds the nearest first from a ZIP code, and says how far they are", async () => {
    const amarillo = { lat: 35.2055, lng: -101.844 };
    const found = await filter({ zip: "79101", sort: "NEAREST", withinMiles: 700, size: 100 });
    const far = units
      .map((unit) => milesFrom(amarillo.lat, amarillo.lng, unit))
      .filter((miles) => miles <= 700)
      .toSorted((one, other) => one - other);
    expect(far.length).toBeGreaterThan(20);
    expect(far.length).toBeLessThan(units.length);
    expect(Math.abs(found.totalElements - far.length)).toBeLessThan(3);
    for (const [index, card] of found.content.slice(0, 15).entries()) {
      expect(Math.abs((card.distanceMiles ?? Infinity) - (far[index] ?? 0))).toBeLessThan(6);
    }
    const state = units.find(({ id }) => id === found.content[0]?.id)?.state;
    expect(state).toBe("TX");
    const everywhere = await filter({ zip: "79101", size: 1 });
    expect(everywhere.totalElements).toBe(units.length);
    expect(everywhere.content[0]?.distanceMiles).toBeGreaterThanOrEqual(0);
    expect((await filter({ size: 1 })).content[0]).not.toHaveProperty("distanceMiles");
  });

  it.each([
    [{ zip: "00000" }, "zip"],
    [{ sort: "NEAREST" }, "sort"],
    [{ withinMiles: 100 }, "withinMiles"],
    [{ lat: 35 }, "lng"],
    [{ lng: -100 }, "lat"],
    [{ zip: "79101", lat: 35, lng: -100 }, "zip"],
  ])("refuses the place of %j", async (wanted, path) => {
    const { status, body } = await browse.post("/inventories/filter", wanted);
    expect(status).toBe(400);
    expect(body).toMatchObject({ issues: [{ path }] });
  });

  it.each([
    ["f-150", "F-150"],
    ["F150", "F-150"],
    ["peterb 579", "579"],
    ["silver 2500", "Silverado 2500HD"],
    ["  kenworth   t680 ", "T680"],
    ["GREAT dane ever", "Everest"],
  ])("finds %j", async (q, model) => {
    const { content } = await filter({ q, size: 100 });
    expect(content.length).toBeGreaterThan(0);
    expect(new Set(content.map((card) => card.model))).toEqual(new Set([model]));
  });

  it("finds a unit by its VIN, the last 8 or 6 of it, and its stock number", async () => {
    const { rows } = await browse.pool.query<{ id: number; vin: string; stock_number: string }>(
      "SELECT id, vin, stock_number FROM inventory WHERE identifier_type = 'VIN' AND status = 'AVAILABLE' LIMIT 1",
    );
    const [unit] = rows;
    for (const q of [
      unit?.vin,
      unit?.vin.slice(-8),
      unit?.vin.slice(-6),
      unit?.stock_number,
      unit?.stock_number.toLowerCase(),
    ]) {
      expect((await filter({ q })).content.map(({ id }) => id)).toContain(unit?.id);
    }
  });

  it("accepts any storable text as a search, never as SQL", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 100, unit: "binary" }), async (q) => {
        const { status } = await browse.post("/inventories/filter", { q, size: 1 });
        expect(status).toBe(q.includes("\0") ? 400 : 200);
      }),
      { numRuns: runs(150) },
    );
    for (const q of ["'", "''", "a' | 'b", "\\", "a:*", "!a", "& |", "<->", "%", "2019 -- x"]) {
      expect((await browse.post("/inventories/filter", { q })).status).toBe(200);
    }
    expect((await browse.post("/inventories/filter", { q: "a\0b" })).status).toBe(400);
  });

  it("finds lots by their number, with one letter or with any", async () => {
    const numbered = async (lotNumber: string) => {
      const { content } = await filter({ lotNumber, size: 100 });
      return content.map(({ lot }) => lot?.lotNumber ?? null);
    };
    const second = await numbered("2");
    expect(new Set(second)).toEqual(new Set(["2", "2A"]));
    const { rows } = await browse.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM inventory i JOIN lots l ON l.id = i.current_lot_id
        WHERE l.lot_number = 2 AND i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED')`,
    );
    expect(second).toHaveLength(rows[0]?.count ?? 0);
    expect(await numbered("2A")).toEqual(["2A"]);
    expect(await numbered("9999")).toEqual([]);
  });

  it.each([
    { size: 101 },
    { lotNumber: "0" },
    { lotNumber: "2AB" },
    { inventoryType: ["SHIP"] },
    { sort: "RANDOM" },
    { surprise: 1 },
    { yearFrom: "2019" },
    { state: ["Texas"] },
  ])("refuses %j", async (wanted) => {
    expect((await browse.post("/inventories/filter", wanted)).status).toBe(400);
  });
});

describe("GET /inventories/featured", () => {
  it("shows featured units only, closing next first", async () => {
    const { body } = await browse.get("/inventories/featured");
    const ids = (body as InventoryCard[]).map(({ id }) => id);
    const expected = units
      .filter(({ featured }) => featured)
      .toSorted(orders.CLOSING_SOON)
      .slice(0, 24);
    expect(ids.map((id) => place("CLOSING_SOON", id))).toEqual(
      expected.map(({ id }) => place("CLOSING_SOON", id)),
    );
    expect(ids.length).toBeGreaterThan(10);
  });
});

describe("GET /inventories/types", () => {
  it("counts the published units of each type, most first, with a picture of one of them", async () => {
    const { body } = await browse.get("/inventories/types");
    const types = body as { inventoryType: string; count: number; image: unknown }[];
    const counts = new Map<string, number>();
    for (const { inventoryType } of units) {
      const type = String(inventoryType);
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    expect(new Map(types.map((type) => [type.inventoryType, type.count]))).toEqual(counts);
    expect(types.map(({ count }) => count)).toEqual(
      [...counts.values()].toSorted((one, other) => other - one),
    );
    for (const { inventoryType, image } of types) {
      const { body: found } = await browse.post("/inventories/filter", {
        inventoryType: [inventoryType],
        size: 100,
      });
      const shown = (found as { content: InventoryCard[] }).content.flatMap(({ images }) =>
        images.slice(0, 1),
      );
      expect(image === null ? shown.length : shown).toEqual(
        image === null ? 0 : expect.arrayContaining([image]),
      );
    }
  });
});

describe("GET /api/auction-previews", () => {
  it("shows units and places of each auction with open lots", async () => {
    const { body } = await browse.get("/api/auction-previews");
    const previews = body as AuctionPreview[];
    const open = units.filter(({ closed, auctionId }) => !closed && auctionId !== null);
    expect(previews.map(({ auctionId }) => auctionId).toSorted()).toEqual(
      [...new Set(open.map(({ auctionId }) => Number(auctionId)))].toSorted(),
    );
    for (const { auctionId, thumbUrls, places } of previews) {
      const { body: auction } = await browse.get(`/auctions/${auctionId}`);
      const lots = (auction as { runList: InventoryCard[] }).runList.filter(
        ({ lot }) => lot?.status !== "CLOSED",
      );
      expect(new Set(places)).toEqual(new Set(lots.map(({ location }) => location)));
      expect(thumbUrls).toHaveLength(4);
      expect(lots.flatMap(({ images }) => images.map(({ thumbUrl }) => thumbUrl))).toEqual(
        expect.arrayContaining(thumbUrls),
      );
    }
  });
});

describe("GET /inventory/fitter/details", () => {
  it("returns values, models and bounds of published units", async () => {
    const { body } = await browse.get("/inventory/fitter/details");
    const prices = units.map(({ price }) => price);
    expect(body).toMatchObject({
      ranges: {
        year: {
          min: Math.min(...units.map(({ year }) => year)),
          max: Math.max(...units.map(({ year }) => year)),
        },
        price: { min: Math.min(...prices), max: Math.max(...prices) },
      },
      sorts: searchSorts,
    });
    const { models } = body as { models: { count: number }[] };
    expect(models.reduce((sum, { count }) => sum + count, 0)).toBe(units.length);
  });
});

describe("GET /inventory/{id}", () => {
  it("shows a unit with all that the public may know, and nothing that it may not", async () => {
    await browse.pool.query(
      'UPDATE inventory SET specs = specs || \'{"lienHolder": "First Bank of Amarillo"}\'',
    );
    const { rows } = await browse.pool.query<{
      id: number;
      reserve_cents: number;
      leader_max_cents: number;
    }>(
      `SELECT i.id, l.reserve_cents, l.leader_max_cents FROM inventory i JOIN lots l ON l.id = i.current_lot_id
        WHERE l.reserve_cents > l.price_cents AND l.leader_max_cents > l.price_cents OR l.closed_at IS NULL LIMIT 20`,
    );
    for (const { id } of rows) {
      const { body, text } = await browse.get(`/inventory/${id}`);
      inventoryDetail.parse(body);
      expect(text).not.toMatch(
        /lienHolder|First Bank|reserveCents|reserve_cents|reservePrice|leader|maxAmount|userId/i,
      );
    }
    const listed = await browse.get("/inventories?size=100");
    expect(listed.text).not.toMatch(/reserveCents|reservePrice|leader|maxAmount|userId|vin"/i);
  });

  it("is not found for drafts, withdrawn units and invalid numbers", async () => {
    const { rows } = await browse.pool.query<{ id: number }>(
      "SELECT id FROM inventory WHERE status IN ('DRAFT', 'WITHDRAWN')",
    );
    expect(rows).toHaveLength(14);
    for (const { id } of rows) expect((await browse.get(`/inventory/${id}`)).status).toBe(404);
    expect((await browse.get("/inventory/9007199254740991")).status).toBe(404);
    expect((await browse.get("/inventory/0")).status).toBe(400);
    expect((await browse.get("/inventory/abc")).status).toBe(404);
  });

  it("shows the lot's state by the database's clock", async () => {
    const lotOf = async (set: string, id: number) => {
      await browse.pool.query(
        `UPDATE lots SET ${set} WHERE id = (SELECT current_lot_id FROM inventory WHERE id = $1)`,
        [id],
      );
      return inventoryDetail.parse((await browse.get(`/inventory/${id}`)).body).lot;
    };
    const id = units.find(({ closed, opensAt }) => !closed && (opensAt ?? 0) < nowMs)?.id ?? 0;
    expect(
      await lotOf(
        "opens_at = clock_ms() - interval '1 minute', closes_at = clock_ms() + interval '1 minute'",
        id,
      ),
    ).toMatchObject({ status: "OPEN" });
    expect(await lotOf("opens_at = clock_ms() + interval '30 seconds'", id)).toMatchObject({
      status: "UPCOMING",
    });
    // It is past its close although nothing has closed it yet.
    expect(
      await lotOf(
        "opens_at = clock_ms() - interval '2 minutes', closes_at = clock_ms() - interval '1 millisecond'",
        id,
      ),
    ).toMatchObject({ status: "CLOSED", outcome: null });
  });
});
