import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../db/transaction.ts";
import { LocalFiles } from "../files/local-files.ts";
import { releaseStaleHolds } from "../sales/award/clean-up-sql.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { openDatabase, openPool, type TestDatabase } from "../testing/database.ts";
import { verifyHouse } from "./verify-house.ts";

const BIDDERS = 5_000;
const LOTS = 50_000;
const UNITS = 10_000;

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openDatabase();
  pool = openPool(database.ownerUrl, 2);
  const write = (statement: string) => behindTriggers(database.ownerUrl, statement, []);
  await write(`INSERT INTO users (email, name, role, password_hash)
    SELECT n || '@large.example', 'Bidder ' || n, 'ROLE_CUSTOMER', '-' FROM generate_series(1, ${BIDDERS}) n`);
  await write("INSERT INTO bidders (user_id, limit_cents) SELECT id, 100000000 FROM users");
  // Their auctions and yards don't matter. Each unit was sold in several lots.
  await write(`INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year,
      manufacturer, model, title_brand, yard_id, specs, starting_cents, status)
    SELECT n, n, 'CAR', 'VIN', 2020, 'Ford', 'F-150', 'CLEAN', 1, '{}', 100, 'UNSOLD'
    FROM generate_series(1, ${UNITS}) n`);
  await write(`INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at,
      closed_at, starting_cents, price_cents, leader_id, leader_max_cents, lot_number,
      soft_close_window_sec, soft_close_extend_sec, outcome, decision)
    SELECT 1 + n % ${UNITS}, n / 5000, now() - '2 days'::interval, now() - '1 day'::interval, now() - '1 day'::interval,
      now() - '1 day'::interval, 100, 100, u.ids[1 + n % cardinality(u.ids)], 100, 1 + n % 5000, 0, 0,
      'RESERVE_NOT_MET', 'DECLINED'
    FROM generate_series(1, ${LOTS}) n, (SELECT array_agg(id) AS ids FROM users) u`);
  await write("ANALYZE");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A statement of the product may take 15 s. */
test(`${BIDDERS} bidders and ${LOTS} lots are verified`, async () => {
  const verdict = await verifyHouse(pool, new LocalFiles("/nonexistent"));
  expect(verdict.problems).toEqual([]);
});

test("stale holds are released among as many", async () => {
  const { rows } = await pool.query<{ ids: number[] }>(
    "SELECT array_agg(user_id ORDER BY user_id) AS ids FROM bidders",
  );
  const ids = rows[0]?.ids ?? [];
  const [first = 0] = ids;
  await pool.query("UPDATE bidders SET leading_cents = 500 WHERE user_id = $1", [first]);
  expect(await inTransaction(pool, (tx) => releaseStaleHolds(tx, ids))).toEqual([
    { userId: first, cents: 500 },
  ]);
});
