import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { refusalCode, type RefusalCode } from "@gavelyard/contract/refusals";
import { z } from "zod";
import { rowsOf } from "../database.ts";

export const JWT_SECRET = "a secret of the tests of faults, long enough";

const PASSWORD = "the faults of this market 7";
/** Hash of the password, by the server's own function. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$xPoSnScvXVgH86SDocbFMA$7fvFl4A0zq8W4Czq/wcnN2QMot68tyqeQ4pO1NAFtkA";

export interface Bidder {
  readonly userId: number;
  readonly jwt: string;
}

/** The response to a bid, and its duration. */
export interface Answer {
  readonly status: number;
  readonly message: string;
  /** Null when the bid was placed. */
  readonly code: RefusalCode | null;
  readonly bidId: number | null;
  readonly retryAfter: number | null;
  readonly tookMs: number;
}

/** A small marketplace whose database the test disrupts. */
export interface Market {
  readonly bidders: readonly Bidder[];
  /** Opens a lot with a starting price of $100. Returns its unit's ID. */
  lot(closesInSec: number): Promise<number>;
  bid(inventoryId: number, bidder: Bidder, amount: number, key?: string): Promise<Answer>;
  /** Moves a lot's close, so that bids before it need not race a short time. */
  moveClose(inventoryId: number, closesInSec: number): Promise<void>;
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Returns inconsistencies: ledgers with gaps, bids after the close, units that don't match their
   * lot's outcome.
   */
  broken(): Promise<object[]>;
}

export async function embeddedUrl(dataDir: string): Promise<string> {
  const { port, password } = z
    .object({ port: z.int(), password: z.string() })
    .parse(JSON.parse(await readFile(path.join(dataDir, "postgres.json"), "utf8")));
  return `postgres://gavelyard:${password}@127.0.0.1:${port}/gavelyard`;
}

/**
 * Creates bidders on a migrated database. `database` returns its current URL, if that can change.
 */
export async function openMarket(
  productUrl: string,
  database: string | (() => string),
  bidderCount = 4,
): Promise<Market> {
  const databaseUrl = () => (typeof database === "string" ? database : database());
  const rows: Market["rows"] = (text, values) => rowsOf(databaseUrl(), text, values);
  await rows(
    `WITH yard AS (
        INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id
      )
      INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
      SELECT 'Sale of faults', 'America/Chicago', clock_ms(), clock_ms() + interval '1 day', 'PUBLISHED' FROM yard`,
  );
  let units = 0;
  return {
    bidders: await signInBidders(productUrl, rows, bidderCount),
    rows,
    async lot(closesInSec) {
      const [made] = await rows<{ inventory_id: string }>(
        `WITH unit AS (
            INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year,
              manufacturer, model, title_brand, yard_id, specs, starting_cents, status)
            SELECT 'fault-' || $2, 'F' || $2, 'PICKUP', 'NONE', 2019, 'Ford', 'F-150', 'CLEAN',
              (SELECT min(id) FROM yards), '{}', 10000, 'IN_AUCTION' RETURNING id
          )
          INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
            starting_cents, lot_number, soft_close_window_sec, soft_close_extend_sec)
          SELECT unit.id, (SELECT min(id) FROM auctions), clock_ms() - interval '1 hour', t.at, t.at,
            10000, $2::int, 0, 0
          FROM unit, LATERAL (SELECT clock_ms() + make_interval(secs => $1) AS at) t
          RETURNING inventory_id`,
        [closesInSec, String((units += 1))],
      );
      await rows(
        "UPDATE inventory i SET current_lot_id = l.id FROM lots l WHERE l.inventory_id = i.id",
      );
      return Number(made?.inventory_id);
    },
    bid: (inventoryId, bidder, amount, key = randomUUID()) =>
      placeBid(productUrl, { inventoryId, bidder, amount, key }),
    async moveClose(inventoryId, closesInSec) {
      await rows(
        "UPDATE lots SET closes_at = clock_ms() + make_interval(secs => $2) WHERE inventory_id = $1",
        [inventoryId, closesInSec],
      );
    },
    broken: () =>
      rows(
        `SELECT 'gap' AS fault, lot_id FROM ledger GROUP BY lot_id
            HAVING min(seq) <> 1 OR max(seq) <> count(*)
          UNION ALL SELECT 'late', lot_id FROM ledger
            WHERE kind IN ('BID', 'RAISE') AND placed_at > closes_at
          UNION ALL SELECT 'early close', id FROM lots WHERE closed_at <= closes_at
          UNION ALL SELECT 'award', l.id FROM lots l WHERE outcome = 'SOLD' AND 1 <> (
            SELECT count(*) FROM awards a WHERE a.lot_id = l.id AND a.user_id = l.leader_id
              AND a.hammer_cents = l.price_cents)
          UNION ALL SELECT 'held', b.user_id FROM bidders b WHERE leading_cents <> (
            SELECT coalesce(sum(leader_max_cents), 0) FROM lots l
            WHERE l.leader_id = b.user_id AND l.closed_at IS NULL)`,
      ),
  };
}

export async function placeBid(
  productUrl: string,
  order: { inventoryId: number; bidder: Bidder; amount: number; key?: string },
): Promise<Answer> {
  const { inventoryId, bidder, amount, key = randomUUID() } = order;
  const askedAt = performance.now();
  const response = await fetch(
    `${productUrl}/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${bidder.jwt}`, "idempotency-key": key },
    },
  );
  const body = z
    .object({ message: z.string(), code: refusalCode.optional(), bidId: z.int().optional() })
    .parse(await response.json());
  const retryAfter = response.headers.get("retry-after");
  return {
    status: response.status,
    message: body.message,
    code: body.code ?? null,
    bidId: body.bidId ?? null,
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    tookMs: performance.now() - askedAt,
  };
}

/** Steps the database function that the server gets its times from (D16). */
export async function stepDatabase(rows: Market["rows"], seconds: number): Promise<void> {
  await rows(
    `CREATE OR REPLACE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT date_trunc(''milliseconds'', clock_timestamp()) + interval ''${seconds} seconds'''`,
  );
}

async function signInBidders(
  productUrl: string,
  rows: Market["rows"],
  count: number,
): Promise<Bidder[]> {
  const people = await rows<{ id: string }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      SELECT 'fault' || n || '@people.example', 'Fault Bidder', $2, 'ROLE_CUSTOMER', clock_ms()
      FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count, PASSWORD_HASH],
  );
  await rows("INSERT INTO bidders (user_id, limit_cents) SELECT id, 900000000000 FROM users");
  return Promise.all(people.map((_, index) => signIn(productUrl, index + 1)));
}

/** Signs in a bidder by number, from 1. */
export async function signIn(productUrl: string, number: number): Promise<Bidder> {
  const response = await fetch(`${productUrl}/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `fault${number}@people.example`, password: PASSWORD }),
  });
  return z.object({ userId: z.int(), jwt: z.string() }).parse(await response.json());
}
