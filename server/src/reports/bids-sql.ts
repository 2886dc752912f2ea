import type { Stats } from "@gavelyard/contract/reports";
import { otherParts } from "@gavelyard/domain/figures";
import type { Db } from "../db/pool.ts";
import { Values } from "../db/values.ts";
import type { Period } from "./stats-sql.ts";
import { unionCounts, type CountedSet, type SummedDay } from "./sums-sql.ts";

export interface Bidding {
  readonly figures: Stats["before"]["bids"];
  /** Number of units with bids. */
  readonly units: number;
  /** Bids per hour, without empty hours. */
  readonly hours: readonly { readonly atMs: number; readonly bids: number }[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns a period's bidding figures, from the daily sums for whole days and from the ledger for
 * the rest.
 */
export async function biddingIn(
  db: Db,
  { from, to }: Period,
  sums: readonly SummedDay[],
): Promise<Bidding> {
  const period = { fromMs: from.getTime(), toMs: to.getTime() };
  const whole = sums.filter(
    ({ startMs }) => startMs >= period.fromMs && startMs + DAY_MS <= period.toMs,
  );
  const values = new Values();
  const days = values.add(whole.map(({ day }) => day));
  const parts = otherParts(
    period,
    whole.map(({ startMs }) => startMs),
  ).map(
    ({ fromMs, toMs }) =>
      `placed_at >= ${values.add(new Date(fromMs))} AND placed_at < ${values.add(new Date(toMs))}`,
  );
  const { rows } = await db.query<{
    sets: Partial<Record<CountedSet, number>>;
    hours: { second: number; bids: number }[];
  }>(
    `WITH bids AS MATERIALIZED (
        SELECT lot_id, user_id, date_bin('1 hour', placed_at, 'epoch') AS hour FROM ledger
        WHERE kind IN ('BID', 'RAISE') AND (${parts.length === 0 ? "false" : parts.join(" OR ")})
      ), members AS (
        SELECT 'bidder' AS of, user_id AS id FROM bids
        UNION SELECT 'lot', lot_id FROM bids
        UNION SELECT 'unit', l.inventory_id FROM (SELECT DISTINCT lot_id FROM bids) b
          JOIN lots l ON l.id = b.lot_id)
      SELECT (SELECT coalesce(jsonb_object_agg(c.of, c.count), '{}')
          FROM (${unionCounts(days, "members", ["bidder", "lot", "unit"])}) c) AS sets,
        (SELECT coalesce(jsonb_agg(h), '[]') FROM (SELECT extract(epoch FROM hour)::bigint AS second, count(*) AS bids
          FROM bids GROUP BY hour) h) AS hours`,
    values.list,
  );
  const row = rows[0];
  if (row === undefined) throw new Error("a count has no row");
  const hours = [
    ...whole.flatMap(({ startMs, bidsByHour }) =>
      bidsByHour.map((bids, hour) => ({ atMs: startMs + hour * HOUR_MS, bids })),
    ),
    ...row.hours.map(({ second, bids }) => ({ atMs: second * 1_000, bids })),
  ].filter(({ bids }) => bids > 0);
  const total = hours.reduce((sum, { bids }) => sum + bids, 0);
  const { bidder = 0, lot = 0, unit = 0 } = row.sets;
  return {
    figures: {
      total,
      uniqueBidders: bidder,
      perLot: lot === 0 ? 0 : Math.round((10 * total) / lot) / 10,
    },
    units: unit,
    hours,
  };
}

export async function bidsOfLastHour(db: Db): Promise<number> {
  const { rows } = await db.query<{ bids: number }>(
    `SELECT count(*) AS bids FROM ledger
      WHERE kind IN ('BID', 'RAISE') AND placed_at > (SELECT clock_ms()) - interval '1 hour'`,
  );
  return rows[0]?.bids ?? 0;
}
