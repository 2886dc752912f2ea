import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { pino } from "pino";
import { z } from "zod";
import { createApp, type App } from "../app.ts";
import { moveOpenLots, type Times } from "../auctions/move-lots.ts";
import { Sessions } from "../sign-in/sessions.ts";
import type { Context } from "../context.ts";
import { act } from "../events/act.ts";
import { Bus } from "../events/bus.ts";
import type { Carrier } from "../events/carrier.ts";
import { LocalFiles } from "../files/local-files.ts";
import { Pushes } from "../push/pushes.ts";
import { PictureStore } from "../media/picture-store.ts";
import { sourceOf } from "../media/sql.ts";
import { readSettings } from "../settings.ts";
import { openDatabase, openPool, type TestDatabase } from "./database.ts";
import { openPlainSecrets } from "./secrets.ts";
import { takeSerials } from "./serial.ts";
import { waitFor } from "./wait-for.ts";

export interface TestBidder {
  readonly userId: number;
  readonly jwt: string;
}

/** One listening server process, on a database that others can share. */
export interface Marketplace {
  readonly database: TestDatabase;
  readonly context: Context;
  readonly app: App;
  readonly url: string;
  bidder(limitCents?: number): Promise<TestBidder>;
  /** Creates a unit with an open lot and returns the unit's id. */
  lot(options?: LotOptions): Promise<number>;
  /** Bids like the client: a bid that isn't answered in time is sent again under its key. */
  bid(
    who: TestBidder,
    inventoryId: number,
    amount: number,
    options?: BidOptions,
  ): Promise<BidAnswer>;
  /** Moves a lot's close to this moment, so that its bids need not race a short time. */
  end(inventoryId: number): Promise<void>;
  close(): Promise<void>;
}

export interface LotOptions {
  readonly startingCents?: number;
  readonly reserveCents?: number;
  readonly closesInMs?: number;
  readonly softCloseSec?: number;
}
export interface BidOptions {
  readonly maxAmount?: number;
  readonly key?: string;
}
export interface BidAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface MarketplaceOptions {
  /** Creates the event carrier. By default events go through the database. */
  readonly carrier?: (pool: Pool) => Promise<Carrier | null>;
  /** Database URL for the bus, if it differs from the database's own. */
  readonly listenUrl?: string;
  readonly rateLimits?: number;
  /** The day from which staff need a second factor. By default it is far in the future. */
  readonly staffFactorFrom?: string;
  /** Addresses of proxies, as in `TRUST_PROXY`. */
  readonly trustProxy?: string;
}

/** Opens a server on a new database, or another one on a shared database. */
export async function openMarketplace(
  shared?: TestDatabase,
  {
    carrier = async () => null,
    listenUrl,
    rateLimits = 0,
    trustProxy = "",
    staffFactorFrom = "2999-01-01",
  }: MarketplaceOptions = {},
): Promise<Marketplace> {
  const database = shared ?? (await openDatabase());
  const settings = readSettings({
    DATABASE_URL: database.url,
    RATE_LIMITS: String(rateLimits),
    TRUST_PROXY: trustProxy,
    STAFF_FACTOR_FROM: staffFactorFrom,
  });
  const log = pino({ level: "silent" });
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-files-"));
  const pool = openPool(database.url);
  const bus = new Bus(listenUrl ?? database.url, log, await carrier(pool));
  await bus.start();
  const context: Context = {
    settings,
    databaseUrl: database.url,
    servers: null,
    pool,
    secrets: await openPlainSecrets(pool),
    bus,
    files: new LocalFiles(folder),
    log,
    publicUrl: "http://localhost",
  };
  const app = await createApp(context, {
    pushes: new Pushes(context),
    pictures: new PictureStore(context.files, (id) => sourceOf(pool, id)),
    checkResponses: true,
    pages: false,
    isReady: () => true,
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const sessions = new Sessions(context);
  const one = async (text: string, values: readonly unknown[]) => {
    const { rows } = await pool.query<{ id: number }>(text, [...values]);
    const id = rows[0]?.id;
    if (id === undefined) throw new Error("nothing was inserted");
    return id;
  };
  return {
    database,
    context,
    app,
    url,
    async bidder(limitCents = 100_000_000_00) {
      const userId = await one(
        `INSERT INTO users (email, name, password_hash, role, email_verified_at)
          VALUES ($1, 'Test Bidder', 'none', 'ROLE_CUSTOMER', clock_ms()) RETURNING id`,
        [`bidder-${process.pid}-${takeSerials()}-${Date.now()}@people.example`],
      );
      await pool.query("INSERT INTO bidders (user_id, limit_cents) VALUES ($1, $2)", [
        userId,
        limitCents,
      ]);
      const jwt = await sessions.issue(pool, userId, { ip: null, userAgent: null });
      return { userId, jwt };
    },
    async lot({
      startingCents = 100_000,
      reserveCents,
      closesInMs = 3_600_000,
      softCloseSec = 120,
    } = {}) {
      const number = takeSerials();
      const yard = await one(
        "INSERT INTO yards (name, city, state, zip, time_zone) VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id",
        [],
      );
      const auction = await one(
        `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
          VALUES ('Test sale', 'America/Chicago', clock_ms() - interval '1 day', clock_ms() + interval '1 day', 'PUBLISHED') RETURNING id`,
        [],
      );
      const inventory = await one(
        `INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
            model, title_brand, yard_id, specs, starting_cents, status)
          VALUES ($1, $1, 'TRUCK_TRACTOR', 'NONE', 2019, 'Peterbilt', '579', 'CLEAN', $2, '{}', $3, 'IN_AUCTION') RETURNING id`,
        [`t-${number}-${Date.now()}`.slice(-20), yard, startingCents],
      );
      const lot = await one(
        `INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, starting_cents,
            reserve_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
          SELECT $1::bigint, $2::bigint, t.closes_at - make_interval(secs => $3 / 1000.0) - interval '1 hour',
            t.closes_at, t.closes_at, $4, $5, 1, $6, $6
          FROM (SELECT clock_ms() + make_interval(secs => $3 / 1000.0) AS closes_at) t
          RETURNING id`,
        [inventory, auction, closesInMs, startingCents, reserveCents ?? null, softCloseSec],
      );
      await pool.query("UPDATE inventory SET current_lot_id = $2 WHERE id = $1", [inventory, lot]);
      bus.deliver([{ type: "lots-rescheduled" }]);
      return inventory;
    },
    bid(who, inventoryId, amount, { maxAmount, key = randomUUID() } = {}) {
      const max = maxAmount === undefined ? "" : `&maxAmount=${maxAmount}`;
      const call = `${url}/api/bids/inventory/${inventoryId}/user/${who.userId}?amount=${amount}${max}`;
      const headers = { authorization: `Bearer ${who.jwt}`, "idempotency-key": key };
      return waitFor(async () => {
        const response = await fetch(call, { method: "POST", headers });
        const body = z.record(z.string(), z.unknown()).parse(await response.json());
        return response.status === 503 ? undefined : { status: response.status, body };
      }, "an answer to a bid");
    },
    end: (inventoryId) =>
      act(context, async (tx, record) => {
        const { rows } = await tx.query<{ auctionId: number; now: Date }>(
          `SELECT auction_id AS "auctionId", clock_ms() AS now FROM lots
            WHERE inventory_id = $1 AND closed_at IS NULL FOR UPDATE`,
          [inventoryId],
        );
        if (rows[0] === undefined) throw new Error("the unit has no open lot");
        const { auctionId, now } = rows[0];
        const nowMs = now.getTime();
        const times = ({ opensAtMs }: Times) => ({ opensAtMs, closesAtMs: nowMs + 1 });
        await moveOpenLots(tx, record, auctionId, times, { userId: null, nowMs, ip: null });
      }),
    async close() {
      await app.stop();
      await bus.stop();
      await pool.end();
      await rm(folder, { recursive: true, force: true });
      if (shared === undefined) await database.drop();
    },
  };
}
