import type { Pool } from "pg";
import { inTransaction } from "../server/src/db/transaction.ts";
import { seedDemo } from "../server/src/demo/seed.ts";
import { startProduct } from "../tests/product.ts";
import { startLimit } from "./limit.ts";
import { bidsByTheClock, load, type Ask } from "./load.ts";
import { judge, median, say, shown, type Claim } from "./report.ts";
import { makeBidders, openYard, type BenchBidder, type Yard } from "./yard.ts";

export const PLAIN_ROWS = 10_000;
const CLIENTS = 32;
const SECONDS = Number(process.env["SECONDS"] ?? 3);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const BIDS_A_SECOND = 50;
const CHANGE_EVERY_MS = 200;

interface Pair {
  readonly what: string;
  readonly ours: readonly Ask[];
  readonly bare: readonly Ask[];
  readonly target: number;
}

/**
 * Measures browsing the demo against a bare Fastify route over a plain table of 10,000 rows that
 * shares no statement with ours. Alternates runs and takes medians, once quiet and once during bids
 * and changes.
 */
export async function inventoryPages(): Promise<boolean> {
  const yard = await openYard();
  try {
    await makePlainUnits(yard.pool);
    await inTransaction(yard.pool, (tx) => seedDemo(tx));
    const product = await startProduct({ ...yard.env, WARM_PICTURES: "0" });
    const bidders = await makeBidders(yard, 1);
    const limit = await startLimit({ kind: "units", databaseUrl: yard.url });
    try {
      const claims: Claim[] = [];
      for (const { what, ours, bare, target } of await pairs(yard.pool)) {
        const figures = { ours: [] as number[], bare: [] as number[], busy: [] as number[] };
        const bytes = {
          ours: await sizeOf(product.url, ours[0]),
          bare: await sizeOf(limit.url, bare[0]),
        };
        for (let round = 0; round < ROUNDS; round += 1) {
          figures.ours.push(await rate(product.url, ours));
          figures.bare.push(await rate(limit.url, bare));
          const endDisturbance = await disturb(yard, product.url, bidders);
          figures.busy.push(await rate(product.url, ours));
          await endDisturbance();
        }
        say(
          `${what}: ${shown(median(figures.ours))} a second (${bytes.ours} bytes), bare ${shown(median(figures.bare))} (${bytes.bare} bytes), with bids and changes ${shown(median(figures.busy))}`,
        );
        const claim = { sense: "at least", unit: " times" } as const;
        claims.push(
          {
            ...claim,
            what: `${what} against bare`,
            actual: median(figures.ours) / median(figures.bare),
            target,
          },
          {
            ...claim,
            what: `${what}, busy against quiet`,
            actual: median(figures.busy) / median(figures.ours),
            target: 0.8,
          },
        );
      }
      return judge(claims);
    } finally {
      await limit.stop();
      await product.stop();
    }
  } finally {
    await yard.close();
  }
}

async function pairs(pool: Pool): Promise<Pair[]> {
  const filters = await manyFilters(pool);
  const post = (filter: object): Ask => ({
    method: "POST",
    path: "/inventories/filter",
    body: JSON.stringify(filter),
    headers: { "content-type": "application/json" },
  });
  const { rows } = await pool.query<{ id: number }>(
    "SELECT id FROM inventory WHERE status = 'IN_AUCTION' ORDER BY id LIMIT 100",
  );
  const bareFilter: Ask = { ...post({ make: "Make 7" }), path: "/filter" };
  return [
    {
      what: "24 units by price",
      ours: [{ path: "/inventories?size=24&sort=PRICE_LOW" }],
      bare: [{ path: "/list" }],
      target: 1.5,
    },
    {
      what: "a make with facets",
      ours: [post({ manufacturer: ["Freightliner"], size: 12 })],
      bare: [bareFilter],
      target: 2,
    },
    {
      what: "200 filters in turn with facets",
      ours: filters.map(post),
      bare: [bareFilter],
      target: 2,
    },
    {
      what: "one unit",
      ours: rows.map(({ id }) => ({ path: `/inventory/${id}` })),
      bare: rows.map((_row, n) => ({ path: `/unit/${n + 1}` })),
      target: 1,
    },
  ];
}

async function manyFilters(pool: Pool): Promise<object[]> {
  const { rows } = await pool.query<{ manufacturer: string; state: string; year: number }>(
    `SELECT DISTINCT i.manufacturer, y.state, i.model_year AS year FROM inventory i JOIN yards y ON y.id = i.yard_id
      WHERE i.status = 'IN_AUCTION' OR i.status = 'AVAILABLE' ORDER BY 1, 2, 3 LIMIT 200`,
  );
  return rows.map(({ manufacturer, state, year }, n) => ({
    manufacturer: [manufacturer],
    ...(n % 2 === 0 ? { state: [state] } : { yearFrom: year }),
    size: 12,
  }));
}

export async function makePlainUnits(pool: Pool): Promise<void> {
  await pool.query(
    `CREATE TABLE plain_units (id bigint PRIMARY KEY, make text NOT NULL, model text NOT NULL, year int NOT NULL,
      price bigint NOT NULL, state text NOT NULL, body text NOT NULL)`,
  );
  await pool.query(
    `INSERT INTO plain_units SELECT n, 'Make ' || n % 40, 'Model ' || n % 400, 1990 + n % 35,
      (n * 7919::bigint) % 1000003, 'S' || n % 50, repeat('x', 200) FROM generate_series(1, $1::int) AS n`,
    [PLAIN_ROWS],
  );
  await pool.query("CREATE INDEX ON plain_units (price)");
  await pool.query("CREATE INDEX ON plain_units (make)");
  await pool.query("ANALYZE plain_units");
}

async function sizeOf(url: string, ask: Ask | undefined): Promise<number> {
  const { path, ...init } = ask ?? { path: "/" };
  return (await (await fetch(url + path, init)).arrayBuffer()).byteLength;
}

async function rate(url: string, asks: readonly Ask[]): Promise<number> {
  let turn = 0;
  const next = () => asks[++turn % asks.length] ?? { path: "/" };
  const { acceptedPerSec, faults } = await load({ url, next, clients: CLIENTS, seconds: SECONDS });
  // On a busy machine load is shed; only accepted requests count.
  if (acceptedPerSec === 0) throw new Error(`${url} failed ${faults} times`);
  return acceptedPerSec;
}

/** Places bids and changes units until the returned function is called. */
async function disturb(
  { pool }: Yard,
  url: string,
  bidders: readonly BenchBidder[],
): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ id: number }>(
    "SELECT inventory_id AS id FROM lots WHERE closed_at IS NULL AND opens_at < clock_ms() LIMIT 100",
  );
  const lots = rows.map(({ id }) => id);
  const bids = load({
    url,
    next: bidsByTheClock(lots, bidders, performance.timeOrigin),
    method: "POST",
    clients: 4,
    seconds: SECONDS,
    rate: BIDS_A_SECOND,
  });
  let turn = 0;
  const changes = setInterval(() => {
    const id = lots[++turn % lots.length];
    pool
      .query("UPDATE inventory SET odometer = coalesce(odometer, 0) + 1 WHERE id = $1", [id])
      .catch(() => {});
  }, CHANGE_EVERY_MS);
  return async () => {
    clearInterval(changes);
    await bids;
  };
}
