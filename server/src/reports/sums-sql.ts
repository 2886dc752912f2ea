import type { Db } from "../db/pool.ts";
import type { Period } from "./stats-sql.ts";

/** Stored sums of a past day. Its sets stay in the database. */
export interface SummedDay {
  /** `2026-11-20`, UTC. */
  readonly day: string;
  readonly startMs: number;
  /** Bids in each UTC hour, starting at midnight. */
  readonly bidsByHour: readonly number[];
  readonly views: number;
}

/** Sets whose distinct members are counted. */
export type CountedSet = "bidder" | "lot" | "unit" | "viewed";

/** Maximum days per statement; each takes milliseconds on a busy site. */
const DAYS_AT_ONCE = 14;

/**
 * Sums a period's past days that are not summed yet. A day counts as past one hour after it ends,
 * so that transactions begun on it have committed.
 */
export async function sumDays(db: Db, { from, to }: Period): Promise<void> {
  const { rows } = await db.query<{ day: string }>(
    `SELECT to_char(d, 'YYYY-MM-DD') AS day
      FROM generate_series($1::timestamptz::date, least($2::timestamptz, clock_ms() - interval '1 hour')::date - 1,
        interval '1 day') AS d
      WHERE NOT EXISTS (SELECT FROM figure_days f WHERE f.day = d::date) ORDER BY 1`,
    [from, to],
  );
  for (let index = 0; index < rows.length; index += DAYS_AT_ONCE)
    await writeSums(
      db,
      rows.slice(index, index + DAYS_AT_ONCE).map(({ day }) => day),
    );
}

/** Sums all past days since the first bid or view. */
export async function sumAllDays(db: Db): Promise<void> {
  const { rows } = await db.query<Period>(
    `SELECT coalesce(least((SELECT min(placed_at) FROM ledger), (SELECT min(day) FROM unit_views)), clock_ms())
        AS from, clock_ms() AS to`,
  );
  if (rows[0] !== undefined) await sumDays(db, rows[0]);
}

/** Writes the sums of days. Concurrent calls for the same day write it once. */
async function writeSums(db: Db, days: readonly string[]): Promise<void> {
  await db.query(
    `WITH days AS (SELECT unnest($1::date[]) AS day
      ), bids AS MATERIALIZED (
        SELECT g.placed_at::date AS day, extract(hour FROM g.placed_at)::int AS hour, g.lot_id, g.user_id
        FROM ledger g WHERE g.kind IN ('BID', 'RAISE') AND g.placed_at >= $2::date
          AND g.placed_at < $3::date + 1 AND g.placed_at::date = ANY($1::date[])
      ), hours AS (SELECT day, hour, count(*) AS bids FROM bids GROUP BY 1, 2
      ), made AS (
        INSERT INTO figure_days (day, bids_by_hour, views)
        SELECT d.day, ARRAY(SELECT coalesce(h.bids, 0) FROM generate_series(0, 23) AS n(hour)
            LEFT JOIN hours h ON h.day = d.day AND h.hour = n.hour ORDER BY n.hour),
          (SELECT coalesce(sum(v.views), 0) FROM unit_views v WHERE v.day = d.day)
        FROM days d ON CONFLICT DO NOTHING RETURNING day
      ), members AS (
        SELECT b.day, 'bidder' AS of, b.user_id AS id FROM bids b
        UNION SELECT b.day, 'lot', b.lot_id FROM bids b
        UNION SELECT b.day, 'unit', l.inventory_id FROM (SELECT DISTINCT day, lot_id FROM bids) b
          JOIN lots l ON l.id = b.lot_id
        UNION SELECT v.day, 'viewed', v.unit_id FROM unit_views v WHERE v.day = ANY($1::date[])
      )
      INSERT INTO figure_day_sets (day, of, chunk, ids)
      SELECT day, of, (id / 30000)::int, bits_at(array_agg((id % 30000)::int))
      FROM members JOIN made USING (day) GROUP BY 1, 2, 3`,
    [days, days[0], days.at(-1)],
  );
}

/** Drops the sums from an instant's day on, for code that inserts past rows. */
export async function forgetSums(tx: Db, from: Date): Promise<void> {
  await tx.query("DELETE FROM figure_days WHERE day >= $1::timestamptz::date", [from]);
}

/** Returns the sums of the days that overlap a period, in order. */
export async function summedDays(db: Db, { from, to }: Period): Promise<SummedDay[]> {
  const { rows } = await db.query<{ day: string; hours: number[]; views: number }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, bids_by_hour AS hours, views FROM figure_days
      WHERE day >= $1::timestamptz::date AND day < $2::timestamptz ORDER BY figure_days.day`,
    [from, to],
  );
  return rows.map(({ day, hours, views }) => ({
    day,
    startMs: Date.parse(day),
    bidsByHour: hours,
    views,
  }));
}

/**
 * Returns SQL that counts distinct members of each set over summed days and the rows of `rest`, a
 * table in the same statement with columns `of` and `id`. `days` is the placeholder of the days
 * parameter.
 */
export const unionCounts = (days: string, rest: string, sets: readonly CountedSet[]): string =>
  `SELECT of, sum(bit_count(ids))::bigint AS count FROM (
    SELECT of, chunk, bit_or(ids) AS ids FROM (
      SELECT of, chunk, ids FROM figure_day_sets
        WHERE day = ANY(${days}::date[]) AND of IN (${sets.map((set) => `'${set}'`).join(", ")})
      UNION ALL
      SELECT of, (id / 30000)::int, bits_at(array_agg(DISTINCT (id % 30000)::int)) FROM ${rest} GROUP BY 1, 2
    ) parts GROUP BY of, chunk) chunks GROUP BY of`;
