import type { Stats } from "@gavelyard/contract/reports";
import { centsToDollars } from "@gavelyard/domain/money";
import { hourIn } from "@gavelyard/domain/wall-time";
import type { Db } from "../db/pool.ts";
import type { Bidding } from "./bids-sql.ts";
import type { Period } from "./stats-sql.ts";
import { unionCounts, type SummedDay } from "./sums-sql.ts";

const HOURS = 24;
const DAY_MS = 86_400_000;

/** Returns the figures of each UTC day of a period, and its bids by hour of day in a time zone. */
export async function daySeries(
  db: Db,
  { from, to }: Period,
  hours: Bidding["hours"],
  zone: string,
  sums: readonly SummedDay[],
): Promise<Pick<Stats, "series" | "bidHours">> {
  const bidHours = Array.from({ length: HOURS }, () => 0);
  const bidsOf = new Map<string, number>();
  for (const { atMs, bids } of hours) {
    const [day, hour] = [new Date(atMs).toISOString().slice(0, 10), hourIn(atMs, zone)];
    bidsOf.set(day, (bidsOf.get(day) ?? 0) + bids);
    bidHours[hour] = (bidHours[hour] ?? 0) + bids;
  }
  const { rows } = await db.query<{
    day: string;
    signups: number;
    cents: number;
    offered: number;
    sold: number;
    views: number;
  }>(
    `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(u.signups, 0) AS signups,
        coalesce(w.cents, 0) AS cents, coalesce(l.offered, 0) AS offered, coalesce(l.sold, 0) AS sold,
        coalesce(v.views, 0) AS views
      FROM (SELECT day::date FROM generate_series($1::timestamptz::date,
        ($2::timestamptz - interval '1 ms')::date, interval '1 day') AS day) d
      LEFT JOIN (SELECT created_at::date AS day, count(*) AS signups FROM users
        WHERE created_at >= $1 AND created_at < $2 GROUP BY 1) u USING (day)
      LEFT JOIN (SELECT created_at::date AS day, sum(hammer_cents)::bigint AS cents FROM awards
        WHERE created_at >= $1 AND created_at < $2 AND status NOT IN ('VOID', 'DEFAULTED')
        GROUP BY 1) w USING (day)
      LEFT JOIN (SELECT closed_at::date AS day, count(*) AS offered,
          count(*) FILTER (WHERE outcome = 'SOLD') AS sold FROM lots
        WHERE closed_at >= $1 AND closed_at < $2 GROUP BY 1) l USING (day)
      LEFT JOIN (SELECT day, sum(views)::bigint AS views FROM unit_views
        WHERE day = ANY($3::date[]) GROUP BY 1) v USING (day)
      ORDER BY 1`,
    [from, to, otherDays({ from, to }, sums)],
  );
  const viewsOf = new Map(sums.map(({ day, views }) => [day, views]));
  const series = rows.map(({ day, signups, cents, offered, sold, views }) => ({
    day,
    bids: bidsOf.get(day) ?? 0,
    signups,
    hammer: centsToDollars(cents),
    offered,
    sold,
    views: viewsOf.get(day) ?? views,
  }));
  return { series, bidHours };
}

/** Returns the UTC days that overlap a period and have no sums. */
function otherDays({ from, to }: Period, sums: readonly SummedDay[]): string[] {
  const summed = new Set(sums.map(({ day }) => day));
  const days: string[] = [];
  const first = Date.parse(from.toISOString().slice(0, 10));
  for (let ms = first; ms < to.getTime(); ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    if (!summed.has(day)) days.push(day);
  }
  return days;
}

/** Counts hammer prices below, within and above the estimates, by inventory type. */
export async function estimateCounts(
  db: Db,
  { from, to }: Period,
): Promise<Stats["estimates"][number][]> {
  const { rows } = await db.query<Stats["estimates"][number]>(
    `SELECT i.inventory_type AS "inventoryType",
        count(*) FILTER (WHERE w.hammer_cents < i.estimate_low_cents) AS below,
        count(*) FILTER (WHERE w.hammer_cents BETWEEN i.estimate_low_cents AND i.estimate_high_cents) AS within,
        count(*) FILTER (WHERE w.hammer_cents > i.estimate_high_cents) AS above
      FROM awards w JOIN lots l ON l.id = w.lot_id JOIN inventory i ON i.id = l.inventory_id
      WHERE w.created_at >= $1 AND w.created_at < $2 AND w.status NOT IN ('VOID', 'DEFAULTED')
        AND i.estimate_low_cents IS NOT NULL AND i.estimate_high_cents IS NOT NULL
      GROUP BY 1 ORDER BY count(*) DESC, 1`,
    [from, to],
  );
  return rows;
}

/** Returns the unit page views of a period's UTC days, without the day on which it ends. */
export async function viewsIn(
  db: Db,
  { from, to }: Period,
  sums: readonly SummedDay[],
): Promise<number> {
  const end = to.toISOString().slice(0, 10);
  const first = from.toISOString().slice(0, 10);
  const { rows } = await db.query<{ views: number }>(
    "SELECT coalesce(sum(views), 0)::bigint AS views FROM unit_views WHERE day = ANY($1::date[])",
    [otherDays({ from, to: new Date(end) }, sums)],
  );
  const summed = sums.filter(({ day }) => day >= first && day < end);
  return summed.reduce((sum, { views }) => sum + views, rows[0]?.views ?? 0);
}

export async function funnelCounts(
  db: Db,
  { from, to }: Period,
  sums: readonly SummedDay[],
): Promise<Omit<Stats["funnel"], "views" | "unitsBidOn">> {
  const first = from.toISOString().slice(0, 10);
  const summed = sums.filter(({ day, startMs }) => day >= first && startMs < to.getTime());
  const { rows } = await db.query<{
    viewed: number;
    won: number;
    since: string | null;
  }>(
    `WITH members AS (
        SELECT DISTINCT 'viewed' AS of, unit_id AS id FROM unit_views WHERE day = ANY($3::date[]))
      SELECT coalesce((SELECT c.count FROM (${unionCounts("$4", "members", ["viewed"])}) c), 0) AS viewed,
        (SELECT count(DISTINCT l.inventory_id) FROM awards w JOIN lots l ON l.id = w.lot_id
          WHERE w.created_at >= $1 AND w.created_at < $2 AND w.status NOT IN ('VOID', 'DEFAULTED')) AS won,
        (SELECT to_char(min(day), 'YYYY-MM-DD') FROM unit_views) AS since`,
    [from, to, otherDays({ from, to }, sums), summed.map(({ day }) => day)],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a count has no row");
  return {
    unitsViewed: row.viewed,
    unitsWon: row.won,
    viewsSince: row.since,
  };
}
