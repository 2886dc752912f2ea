import type { Db } from "../db/pool.ts";
import { published } from "./sql.ts";

/** Adds to today's views (UTC) of units; skips units that aren't public. */
export async function addViews(db: Db, views: ReadonlyMap<number, number>): Promise<void> {
  await db.query({
    name: "add-unit-views",
    // In ID order, so that two processes can't deadlock.
    text: `INSERT INTO unit_views AS v (unit_id, day, views)
      SELECT i.id, clock_ms()::date, n.views FROM unnest($1::bigint[], $2::int[]) AS n(id, views)
      JOIN inventory i ON i.id = n.id WHERE ${published} ORDER BY i.id
      ON CONFLICT (unit_id, day) DO UPDATE SET views = v.views + EXCLUDED.views`,
    values: [[...views.keys()], [...views.values()]],
  });
}
