import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Pool } from "pg";
import { pino } from "pino";
import { Sessions } from "../server/src/sign-in/sessions.ts";
import { startEmbeddedPostgres } from "../server/src/db/embedded/embedded-postgres.ts";
import { migrateFor } from "../server/src/db/migrate.ts";
import { createPool } from "../server/src/db/pool.ts";
import { Bus } from "../server/src/events/bus.ts";
import { openDataDir } from "../server/src/testing/data-dir.ts";
import { openPlainSecrets } from "../server/src/testing/secrets.ts";
import { readSettings } from "../server/src/settings.ts";

/** JWT secret shared by the bench and the server. */
const JWT_SECRET = randomBytes(32).toString("base64url");

/** A bench database, with the environment that servers need. */
export interface Yard {
  /** As the server's role. */
  readonly url: string;
  /** As the owner of the tables. */
  readonly pool: Pool;
  /** Environment variables for a server process on this database. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface BenchBidder {
  readonly userId: number;
  readonly jwt: string;
}

/** Opens an empty marketplace on an embedded PostgreSQL with default, durable settings. */
export async function openYard(): Promise<Yard> {
  const dataDir = await openDataDir("bench");
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { url, ownerUrl } = postgres;
  await migrateFor(ownerUrl, url);
  const pool = createPool(ownerUrl, 4);
  return {
    url,
    pool,
    env: { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "0", RATE_LIMITS: "0", JWT_SECRET },
    close: async () => {
      await pool.end();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function makeBidders(yard: Yard, count: number): Promise<BenchBidder[]> {
  const { pool } = yard;
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      SELECT 'bidder' || n || '@bench.example', 'Bench Bidder', 'none', 'ROLE_CUSTOMER', clock_ms()
      FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  );
  await pool.query(
    `INSERT INTO bidders (user_id, limit_cents) SELECT id, 4000000000000000 FROM users
      ON CONFLICT DO NOTHING`,
  );
  return signInAs(
    yard,
    rows.map(({ id }) => id),
  );
}

export async function signInAs(
  { pool, url }: Yard,
  userIds: readonly number[],
): Promise<BenchBidder[]> {
  const settings = readSettings({ DATABASE_URL: url, JWT_SECRET });
  const bus = new Bus(url, pino({ level: "silent" }));
  const sessions = new Sessions({ pool, bus, settings, secrets: await openPlainSecrets(pool) });
  const signedIn: BenchBidder[] = [];
  for (const userId of userIds) {
    const jwt = await sessions.issue(pool, userId, { ip: null, userAgent: null });
    signedIn.push({ userId, jwt });
  }
  return signedIn;
}

/** Creates open lots with an increment of one dollar. Returns their units' ids. */
export async function makeLots(pool: Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ inventory_id: number }>(
    `WITH yard AS (
        INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id
      ), auction AS (
        INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        VALUES ('Bench sale', 'America/Chicago', clock_ms(), clock_ms() + interval '1 day', 'PUBLISHED')
        RETURNING id
      ), units AS (
        INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year,
          manufacturer, model, title_brand, yard_id, specs, starting_cents, status)
        SELECT 'bench-' || m, 'B' || m, 'PICKUP', 'NONE', 2019, 'Ford', 'F-150', 'CLEAN', yard.id,
          '{}', 100, 'IN_AUCTION'
        FROM yard, generate_series(1, $1::int) AS n,
          LATERAL (SELECT n + (SELECT count(*) FROM inventory) AS m) numbered RETURNING id
      )
      INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
        starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec, increments)
      SELECT units.id, auction.id, clock_ms() - interval '1 minute', t.at, t.at, 100,
        row_number() OVER (), 0, 0, '[{"fromCents":0,"stepCents":100}]'
      FROM auction, units, LATERAL (SELECT clock_ms() + interval '1 day' AS at) t
      RETURNING inventory_id`,
    [count],
  );
  await pool.query(
    "UPDATE inventory i SET current_lot_id = l.id FROM lots l WHERE l.inventory_id = i.id",
  );
  await pool.query("ANALYZE");
  return rows.map((row) => row.inventory_id);
}
