import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../../db/pool.ts";
import { openDatabase, type TestDatabase } from "../../testing/database.ts";
import { seedStillDemo } from "../../testing/still-demo.ts";
import { published } from "../sql.ts";
import { LiveUnits } from "./live-units.ts";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.url, 4);
  await seedStillDemo(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("an extension of an auction's last lot changes the texts of that auction's units only", async () => {
  const changes: (readonly number[])[] = [];
  const live = new LiveUnits(pool, (units) => changes.push(units));
  await live.current();
  // The first poll after a load returns what was written since the server's oldest open transaction.
  await live.current();
  changes.length = 0;
  const { rows } = await pool.query<{ unit: number; run: number[]; others: number }>(
    `SELECT (array_agg(l.inventory_id ORDER BY l.closes_at DESC) FILTER (WHERE l.closed_at IS NULL))[1] AS unit,
        array_agg(l.inventory_id ORDER BY l.inventory_id)::int[] AS run,
        ((SELECT count(*) FROM inventory) - count(*))::int AS others
      FROM lots l JOIN inventory i ON i.current_lot_id = l.id AND ${published}
      GROUP BY l.auction_id HAVING bool_or(l.closed_at IS NULL) AND count(*) > 1 ORDER BY l.auction_id LIMIT 1`,
  );
  const [auction] = rows;
  expect(auction?.others).toBeGreaterThan(0);
  await pool.query(
    "UPDATE lots SET closes_at = closes_at + interval '1 day' WHERE inventory_id = $1 AND closed_at IS NULL",
    [auction?.unit],
  );
  await live.current();
  expect([...new Set(changes.flat())].sort((a, b) => a - b)).toEqual(auction?.run);
});
