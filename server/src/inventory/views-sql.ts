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

export interface ViewsByDay {
  readonly id: number;
  /** Oldest day first. */
  readonly views: number[];
}

/** Returns the views of units on each of the last days (UTC), today included. */
export async function viewsByDay(
  db: Db,
  ids: readonly number[],
  days: number,
): Promise<ViewsByDay[]> {
  const { rows } = await db.query<ViewsByDay>(
    `SELECT i.id, array_agg(coalesce(v.views, 0) ORDER BY d.day) AS views
      FROM inventory i
        CROSS JOIN (SELECT clock_ms()::date - ago AS day FROM generate_series(0, $2::int - 1) AS ago) d
        LEFT JOIN unit_views v ON v.unit_id = i.id AND v.day = d.day
      WHERE i.id = ANY($1::bigint[]) GROUP BY i.id ORDER BY i.id`,
    [ids, days],
  );
  return rows;
}
