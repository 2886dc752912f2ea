import { filteredInventories, publicUnit } from "@gavelyard/contract/inventory/inventory";
import {
  inventoryFilter,
  inventorySorts,
  type InventoryFilter,
} from "@gavelyard/contract/inventory/inventory-filter";
import { defaultFees } from "@gavelyard/domain/sales/fees";
import fc from "fast-check";
import type { Pool, PoolClient } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPool } from "../../db/pool.ts";
import { openDatabase, type TestDatabase } from "../../testing/database.ts";
import { cardsByIds } from "../sql.ts";
import { Catalogue } from "./catalogue.ts";
import { seedStillDemo } from "../../testing/still-demo.ts";
import { runs } from "../../testing/runs.ts";

let database: TestDatabase;
let pool: Pool;
/** Two catalogs, as in two processes on one database. */
let catalogues: [Catalogue, Catalogue];

const open = () =>
  new Catalogue({ databaseUrl: database.url, servers: null, pool, log: pino({ level: "silent" }) });

beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.url, 8);
  await seedStillDemo(pool);
  catalogues = [open(), open()];
});
afterAll(async () => {
  await Promise.all(catalogues.map((catalogue) => catalogue.stop()));
  await pool.end();
  await database.drop();
});

/** Independent implementation of the filter: the unit IDs that it finds, in order. */
async function oracle(filter: InventoryFilter): Promise<number[]> {
  const now = "clock_ms()";
  const price = "coalesce(l.price_cents, l.starting_cents, i.starting_cents)";
  const stage = `CASE WHEN l.id IS NULL THEN NULL WHEN l.closed_at IS NOT NULL OR l.closes_at < ${now} THEN 'EXPIRED'
    WHEN l.opens_at > ${now} THEN 'UPCOMING' ELSE 'LIVE' END`;
  const rank = `CASE WHEN l.closed_at IS NOT NULL OR l.id IS NULL THEN 3 WHEN l.closes_at < ${now} THEN 2
    WHEN l.opens_at > ${now} THEN 1 ELSE 0 END`;
  const miles =
    "(CASE i.odometer_unit WHEN 'KM' THEN i.odometer * 0.621371192 ELSE i.odometer END)::real";
  const texts = `concat_ws(' ', i.model_year, i.manufacturer, i.model, i.trim, i.body_style, i.engine_type, i.stock_number,
    i.vin, right(i.vin, 8), right(i.vin, 6))`;
  const named = `lower(replace(${texts}, '-', ' ') || ' ' || replace(${texts}, '-', ''))`;
  const orders: Record<InventoryFilter["sort"], string> = {
    CLOSING_SOON: `${rank}, CASE WHEN ${rank} < 3 THEN l.closes_at END, CASE WHEN ${rank} = 3 THEN i.created_at END DESC, i.id DESC`,
    NEWEST: "i.created_at DESC, i.id DESC",
    PRICE_LOW: `${price}, i.id`,
    PRICE_HIGH: `${price} DESC, i.id DESC`,
    YEAR_NEW: "i.model_year DESC, i.id DESC",
    YEAR_OLD: "i.model_year, i.id",
    ODOMETER_LOW: `${miles} NULLS LAST, i.id`,
    MAX_BIDS: "coalesce(l.bid_count, 0) DESC, i.id DESC",
    NEAREST: "i.id",
  };
  const { rows } = await pool.query<{ id: number }>(
    `SELECT i.id FROM inventory i JOIN yards y ON y.id = i.yard_id LEFT JOIN lots l ON l.id = i.current_lot_id
      WHERE i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED')
        AND ($1::text[] IS NULL OR i.fuel_type = ANY($1)) AND ($2::text[] IS NULL OR y.state = ANY($2))
        AND ($3::text[] IS NULL OR ${stage} = ANY($3)) AND ($4::numeric IS NULL OR ${price} <= $4 * 100)
        AND ($5::boolean IS NULL OR i.featured = $5) AND ($6::int IS NULL OR ${miles} >= $6)
        AND (SELECT coalesce(bool_and(' ' || ${named} LIKE '% ' || word || '%'), true)
          FROM unnest($7::text[]) AS word)
      ORDER BY ${orders[filter.sort]}`,
    [
      filter.fuelType ?? null,
      filter.state ?? null,
      filter.auctionStatus ?? null,
      filter.priceTo ?? null,
      filter.featured ?? null,
      filter.odometerFrom ?? null,
      // The words of `searches`: hyphens don't count.
      filter.q?.toLowerCase().replaceAll("-", "").split(" ") ?? [],
    ],
  );
  return rows.map(({ id }) => id);
}

const searches = [
  "ford",
  "peterb",
  "2019",
  "F-150",
  "150 f",
  "Sport 20",
  "1",
  "gy0001",
  "1fuj",
  "n10",
];

const filters = fc
  .record(
    {
      fuelType: fc.constantFrom(["DIESEL"], ["GAS"], ["DIESEL", "GAS"]),
      state: fc.constantFrom(["TX"], ["TX", "OK"]),
      auctionStatus: fc.constantFrom(["LIVE"], ["UPCOMING", "LIVE"], ["EXPIRED"]),
      priceTo: fc.integer({ min: 5_000, max: 90_000 }),
      odometerFrom: fc.integer({ min: 0, max: 300_000 }),
      featured: fc.boolean(),
      q: fc.constantFrom(...searches),
    },
    { requiredKeys: [] },
  )
  .chain((narrowed) =>
    fc
      .record({
        sort: fc.constantFrom(...inventorySorts),
        page: fc.nat(2),
        size: fc.constantFrom(7, 24, 100),
      })
      .map((order) => inventoryFilter.parse({ ...narrowed, ...order })),
  );

/** Statements that change units, or data shown with them, whose IDs modulo 2 are `$1`. */
const lotsOf = "inventory_id % 2 = $1 AND closed_at IS NULL AND inventory_id % 7 = 0";
const edits = [
  "UPDATE inventory SET fuel_type = CASE fuel_type WHEN 'GAS' THEN 'DIESEL' ELSE 'GAS' END WHERE id % 2 = $1 AND id % 11 = 0",
  "UPDATE inventory SET odometer_unit = 'KM' WHERE id % 7 = $1",
  "UPDATE inventory SET featured = NOT featured, odometer = odometer + 1000, trim = 'Sport' WHERE id % 2 = $1 AND id % 13 = 0",
  "UPDATE inventory SET starting_cents = starting_cents + 100 WHERE id % 2 = $1 AND id % 5 = 0 AND reserve_cents IS NULL",
  "UPDATE inventory SET status = 'WITHDRAWN' WHERE status = 'AVAILABLE' AND id % 2 = $1 AND id % 7 = 0",
  "UPDATE inventory SET status = 'AVAILABLE' WHERE status IN ('WITHDRAWN', 'DRAFT') AND id % 2 = $1",
  "UPDATE yards SET state = CASE state WHEN 'TX' THEN 'OK' ELSE 'TX' END, city = city || 'x' WHERE id % 2 = $1 AND id % 3 = 0",
  "UPDATE auctions SET name = left(name, 100) || '!', start_time = start_time - interval '1 minute' WHERE id % 2 = $1",
  "DELETE FROM inventory_images WHERE inventory_id % 2 = $1 AND inventory_id % 17 = 0 AND position = 0",
  "UPDATE inventory_images SET alt = left(alt, 50) || '!' WHERE inventory_id % 2 = $1 AND inventory_id % 19 = 0",
  `UPDATE lots SET price_cents = coalesce(price_cents, starting_cents) + 500, bid_count = bid_count + 1,
    leader_id = coalesce(leader_id, (SELECT min(user_id) FROM bidders)),
    leader_max_cents = coalesce(greatest(leader_max_cents, price_cents + 500), starting_cents + 500) WHERE ${lotsOf}`,
  `UPDATE lots SET opens_at = clock_ms() - interval '2 hours', closes_at = clock_ms() + interval '3 days' + id * interval '1 second',
    extensions = extensions + 1 WHERE ${lotsOf}`,
  `UPDATE lots SET opens_at = clock_ms() + interval '1 day', closes_at = clock_ms() + interval '2 days' + id * interval '1 second' WHERE ${lotsOf}`,
  `UPDATE lots SET opens_at = clock_ms() - interval '2 days', closes_at = clock_ms() - interval '1 hour' - id * interval '1 second' WHERE ${lotsOf}`,
  `UPDATE lots SET lot_suffix = CASE lot_suffix WHEN '' THEN 'C' ELSE '' END, lot_number = lot_number + 2000 WHERE ${lotsOf}`,
  `WITH closed AS (
      UPDATE lots SET closed_at = clock_ms(), outcome = 'NO_BIDS'
      WHERE closed_at IS NULL AND inventory_id % 2 = $1 AND inventory_id % 23 = 0 RETURNING inventory_id)
    UPDATE inventory SET status = 'UNSOLD' WHERE id IN (SELECT inventory_id FROM closed)`,
  "UPDATE inventory SET stock_number = 'F-150-' || id, vin = NULL WHERE id % 2 = $1 AND id % 23 = 0",
  "UPDATE inventory SET vin = '1FUJ-' || id || repeat('9', 12) WHERE id % 2 = $1 AND id % 31 = 0",
  `INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer, model,
      title_brand, yard_id, specs, starting_cents, status)
    SELECT 'new-' || nextval('stock_numbers'), 'N' || nextval('stock_numbers'), 'PICKUP', 'NONE', 2019, 'Ford', 'New ' || $1::int, 'CLEAN', yard_id, specs, 500, 'AVAILABLE'
    FROM inventory WHERE id % 2 = $1 ORDER BY id LIMIT 2`,
] as const;

/** A change, and whether parts of its transaction, or all of it, are rolled back or committed. */
type Step = {
  readonly edit: number;
  readonly how: "commit" | "rollback" | "savepoints" | "hold" | "release";
};
const steps = fc.array(
  fc.record({
    edit: fc.nat(edits.length - 1),
    how: fc.constantFrom("commit", "rollback", "savepoints", "hold", "release"),
  }),
  { minLength: 4, maxLength: 8 },
);

const [HELD, FREE] = [0, 1];

/** Runs statements on one connection, which is destroyed if one of them fails. */
async function onOne(work: (tx: PoolClient) => Promise<unknown>): Promise<void> {
  const tx = await pool.connect();
  let isDone = false;
  try {
    await work(tx);
    isDone = true;
  } finally {
    tx.release(!isDone);
  }
}

/** Runs a step. The transaction of `held` stays open from `hold` to `release`, on its own units. */
async function take({ edit, how }: Step, held: PoolClient): Promise<void> {
  const text = edits[edit] ?? "";
  if (how === "commit") await pool.query(text, [FREE]);
  else if (how === "hold") await held.query(text, [HELD]);
  else if (how === "release") await held.query("COMMIT; BEGIN");
  else {
    await onOne(async (tx) => {
      await tx.query("BEGIN; SAVEPOINT one");
      await tx.query(text, [FREE]);
      if (how === "rollback") return tx.query("ROLLBACK");
      await tx.query("RELEASE one; SAVEPOINT two");
      await tx.query(edits[0], [FREE]);
      return tx.query("ROLLBACK TO two; COMMIT");
    });
  }
}

const read = async (catalogue: Catalogue, filter: InventoryFilter) =>
  filteredInventories.parse(JSON.parse(await catalogue.list(filter, true)));

const readUnit = async (catalogue: Catalogue, unit: number) =>
  publicUnit.parse(JSON.parse((await catalogue.detail(unit)) ?? "null"));

/** Expects each catalog to know the lots right before and after the lots of some units. */
async function expectNeighbors(): Promise<void> {
  const { rows } = await pool.query<{ id: number; before: number | null; after: number | null }>(
    `SELECT id, before, after FROM (
        SELECT i.id, lag(i.id) OVER run AS before, lead(i.id) OVER run AS after
        FROM inventory i JOIN lots l ON l.id = i.current_lot_id
        WHERE i.status NOT IN ('DRAFT', 'WITHDRAWN', 'ARCHIVED')
        WINDOW run AS (PARTITION BY l.auction_id ORDER BY l.lot_number, l.lot_suffix)) n
      WHERE id % 29 = 0 OR before IS NULL OR after IS NULL`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { id, before, after } of rows) {
    for (const catalogue of catalogues) {
      const { previousLot, nextLot } = await readUnit(catalogue, id);
      expect([previousLot?.inventoryId ?? null, nextLot?.inventoryId ?? null]).toEqual([
        before,
        after,
      ]);
    }
  }
}

/** Expects each catalog to return the cards of the units that the oracle finds. */
async function expectTruth(filter: InventoryFilter): Promise<void> {
  const ids = await oracle(filter);
  const from = filter.page * filter.size;
  const shown = ids.slice(from, from + filter.size);
  const cards = await cardsByIds(pool, shown);
  for (const catalogue of catalogues) {
    const { totalElements, content } = await read(catalogue, filter);
    expect(totalElements).toBe(ids.length);
    expect(content.map(({ id }) => id)).toEqual(shown);
    expect(content).toEqual([...cards.values()]);
  }
}

describe("the catalogue of each process", () => {
  it("matches the database after any changes, in any order of commits", async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.array(filters, { minLength: 2, maxLength: 3 }),
        async (changes, asked) => {
          await onOne(async (held) => {
            await held.query("BEGIN");
            for (const change of changes) {
              await take(change, held);
              for (const filter of asked) await expectTruth(filter);
              await expectNeighbors();
            }
            await held.query("COMMIT");
          });
          const again = open();
          try {
            for (const filter of asked) {
              const { serverTime: _then, ...kept } = await read(catalogues[0], filter);
              const { serverTime: _now, ...loaded } = await read(again, filter);
              expect(kept).toEqual(loaded);
            }
            const price = async (catalogue: Catalogue) =>
              JSON.parse(await catalogue.filters()) as unknown;
            expect(await price(catalogues[0])).toEqual(await price(again));
          } finally {
            await again.stop();
          }
        },
      ),
      { numRuns: runs(12) },
    );
  });

  it("hides a withdrawn unit, while a transaction stays open and many read", async () => {
    const [, other] = catalogues;
    const { rows } = await pool.query<{ id: number }>(
      "SELECT id FROM inventory WHERE status = 'AVAILABLE' AND id % 2 = $1 ORDER BY id LIMIT 40",
      [FREE],
    );
    const all = inventoryFilter.parse({ sort: "YEAR_OLD", size: 100 });
    const withdrawn: number[] = [];
    let isReading = true;
    let reads = 0;
    const reader = async () => {
      while (isReading) {
        const gone = [...withdrawn];
        const [{ content, totalElements, facets }, detail] = await Promise.all([
          read(other, all),
          other.detail(gone.at(-1) ?? 0),
        ]);
        expect(content.filter(({ id }) => gone.includes(id))).toEqual([]);
        expect(totalElements).toBeLessThanOrEqual(total - gone.length);
        // Every unit has a title brand.
        const brands = facets.titleBrand?.reduce((sum, { count }) => sum + count, 0);
        expect(brands).toBe(totalElements);
        expect(detail).toBeNull();
        reads += 1;
      }
    };
    const { totalElements: total } = await read(other, all);
    await onOne(async (held) => {
      await held.query("BEGIN");
      await held.query(edits[1], [HELD]);
      const readers = Promise.all(Array.from({ length: 4 }, reader));
      for (const { id } of rows) {
        expect(await other.detail(id)).not.toBeNull();
        await pool.query("UPDATE inventory SET status = 'WITHDRAWN' WHERE id = $1", [id]);
        withdrawn.push(id);
      }
      isReading = false;
      await readers;
      await held.query("ROLLBACK");
    });
    expect(reads).toBeGreaterThan(4);
  });

  it("shows each bid immediately while a transaction stays open on the server", async () => {
    const { rows } = await pool.query<{ unit: number }>(
      `SELECT inventory_id AS unit FROM lots l JOIN inventory i ON i.current_lot_id = l.id
        WHERE l.closed_at IS NULL AND i.status = 'IN_AUCTION' ORDER BY l.id LIMIT 5`,
    );
    const [first, ...others] = rows.map(({ unit }) => unit);
    if (first === undefined) throw new Error("the demo has no open lots");
    const mostBids = inventoryFilter.parse({ sort: "MAX_BIDS", size: 1 });
    const bidOn = (unit: number, bids: number) =>
      pool.query("UPDATE lots SET bid_count = $2 WHERE inventory_id = $1 AND closed_at IS NULL", [
        unit,
        bids,
      ]);
    const firstUnit = async () => (await read(catalogues[0], mostBids)).content[0]?.id;
    await onOne(async (held) => {
      await held.query("BEGIN; SELECT pg_current_xact_id()");
      // Bids on so many lots are shown with a delay.
      await pool.query("UPDATE lots SET bid_count = bid_count + 1 WHERE closed_at IS NULL");
      await read(catalogues[0], mostBids);
      await bidOn(first, 1_000);
      await expect.poll(firstUnit).toBe(first);
      for (const [n, unit] of others.entries()) {
        await bidOn(unit, 1_001 + n);
        expect(await firstUnit()).toBe(unit);
      }
      await held.query("ROLLBACK");
    });
  });

  it("lists the neighbors of a lot by number and suffix", async () => {
    const { rows } = await pool.query<{ id: number; number: string }>(
      `SELECT l.inventory_id AS id, l.lot_number || l.lot_suffix AS number
        FROM lots l JOIN inventory i ON i.current_lot_id = l.id
        WHERE i.status = 'IN_AUCTION' ORDER BY l.auction_id, l.lot_number, l.lot_suffix LIMIT 2`,
    );
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error("the demo has no run list");
    await pool.query("UPDATE lots SET lot_suffix = 'Z' WHERE inventory_id = $1", [first.id]);
    expect((await readUnit(catalogues[0], second.id)).previousLot).toEqual({
      inventoryId: first.id,
      lotNumber: `${Number.parseInt(first.number, 10)}Z`,
    });
    expect((await readUnit(catalogues[0], first.id)).nextLot).toEqual({
      inventoryId: second.id,
      lotNumber: second.number,
    });
  });

  it("counts the watchers and views of open lots, from two on", async () => {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT l.inventory_id AS id FROM lots l JOIN inventory i ON i.current_lot_id = l.id
        WHERE l.closed_at IS NULL AND i.status = 'IN_AUCTION' ORDER BY l.id LIMIT 2`,
    );
    const [many = 0, one = 0] = rows.map(({ id }) => id);
    await pool.query("DELETE FROM wishlist_items WHERE inventory_id = ANY ($1)", [[many, one]]);
    await pool.query("DELETE FROM unit_views WHERE unit_id = ANY ($1)", [[many, one]]);
    await pool.query(
      `INSERT INTO wishlist_items (user_id, inventory_id)
        SELECT b.user_id, u.id FROM unnest($1::bigint[], $2::int[]) AS u(id, people)
          CROSS JOIN LATERAL (SELECT user_id FROM bidders ORDER BY user_id LIMIT u.people) b`,
      [
        [many, one],
        [2, 1],
      ],
    );
    await pool.query(
      "INSERT INTO unit_views (unit_id, day, views) VALUES ($1, '2026-11-01', 1), ($1, '2026-11-02', 3), ($2, '2026-11-02', 1)",
      [many, one],
    );
    const again = open();
    try {
      await again.start();
      expect(await readUnit(again, many)).toMatchObject({ watchers: 2, views: 4 });
      const { watchers, views } = await readUnit(again, one);
      expect({ watchers, views }).toEqual({});
      const { content } = await read(again, inventoryFilter.parse({ size: 100 }));
      const card = content.find(({ id }) => id === many);
      expect(card).toMatchObject({ watchers: 2, views: 4 });
    } finally {
      await again.stop();
    }
  });

  it("shows a unit's current bids, fees and times in its details", async () => {
    const { rows } = await pool.query<{ id: number; lot: number; plain: number }>(
      `SELECT i.id, l.id AS lot, (SELECT min(id) FROM inventory WHERE status = 'AVAILABLE' AND current_lot_id IS NULL) AS plain
        FROM inventory i JOIN lots l ON l.id = i.current_lot_id
        WHERE l.closed_at IS NULL AND i.status = 'IN_AUCTION' LIMIT 1`,
    );
    const { id = 0, lot = 0, plain = 0 } = rows[0] ?? {};
    const detail = (unit: number) => readUnit(catalogues[0], unit);
    for (const seq of [1_001, 1_002]) {
      await pool.query("UPDATE lots SET seq = $2 WHERE id = $1", [lot, seq]);
      expect((await detail(id)).lot?.seq).toBe(seq);
    }
    expect((await detail(plain)).fees.docFee).not.toBe(123);
    await pool.query(
      `INSERT INTO operating_settings (name, value, updated_at, updated_by)
        SELECT 'fees', $1, clock_ms(), min(id) FROM users`,
      [JSON.stringify({ ...defaultFees, docFeeCents: 12_300 })],
    );
    expect((await detail(plain)).fees.docFee).toBe(123);

    await pool.query(
      `UPDATE lots SET opens_at = clock_ms() - interval '1 minute', closes_at = clock_ms() + interval '1 second'
        WHERE id = $1`,
      [lot],
    );
    await detail(id);
    await pool.query(
      `SELECT pg_sleep(extract(epoch FROM greatest(interval '0', closes_at - clock_timestamp()))::float8 + 0.002)
        FROM lots WHERE id = $1`,
      [lot],
    );
    expect((await detail(id)).lot?.status).toBe("CLOSED");
    const live = inventoryFilter.parse({ auctionStatus: ["LIVE"], size: 100 });
    const { content } = await read(catalogues[0], live);
    expect(content.map((card) => card.id)).not.toContain(id);
  });

  it("shows each bid immediately after a start while an older transaction stays open", async () => {
    const mostBids = inventoryFilter.parse({ sort: "MAX_BIDS", size: 1 });
    await onOne(async (held) => {
      await held.query("BEGIN; SELECT pg_current_xact_id()");
      await pool.query("UPDATE lots SET bid_count = bid_count + 1 WHERE closed_at IS NULL");
      const started = open();
      try {
        await started.start();
        await read(started, mostBids);
        const { rows } = await pool.query<{ id: number }>(
          `UPDATE lots SET bid_count = 2000 WHERE id = (SELECT min(l.id) FROM lots l
              JOIN inventory i ON i.current_lot_id = l.id WHERE l.closed_at IS NULL AND i.status = 'IN_AUCTION')
            RETURNING inventory_id AS id`,
        );
        const { content } = await read(started, mostBids);
        expect(content[0]?.id).toBe(rows[0]?.id);
      } finally {
        await started.stop();
      }
      await held.query("ROLLBACK");
    });
  });
});
