import type { AuctionTrend } from "@gavelyard/contract/auctions/auctions-staff";
import { trendParts } from "@gavelyard/domain/figures";
import type { Db } from "../db/pool.ts";

/** A trend that can't change once all lots of its auction have closed. */
export interface BidTrend extends AuctionTrend {
  readonly over: boolean;
}

/**
 * Counts the bids in each part of an auction's time, from the start to the last close or now.
 * Includes bids that were retracted later.
 */
export async function bidTrends(db: Db, ids: readonly number[]): Promise<BidTrend[]> {
  const { rows } = await db.query<BidTrend>(
    `WITH spans AS (
        SELECT c.id, extract(epoch FROM c.start_time)::float8 AS start,
          extract(epoch FROM least(max(l.closes_at), clock_ms()) - c.start_time)::float8 AS seconds,
          bool_and(l.closed_at IS NOT NULL) AS over
        FROM auctions c JOIN lots l ON l.auction_id = c.id
        WHERE c.id = ANY($1::bigint[]) AND c.start_time < clock_ms() GROUP BY c.id),
      placed AS (
        SELECT s.id, greatest(1, least($2::int,
            ceil($2::int * (extract(epoch FROM g.placed_at)::float8 - s.start) / s.seconds)::int)) AS part,
          count(*) AS bids
        FROM spans s JOIN lots l ON l.auction_id = s.id
          JOIN ledger g ON g.lot_id = l.id AND g.kind IN ('BID', 'RAISE')
        WHERE s.seconds > 0 GROUP BY 1, 2)
      SELECT c.id, array_agg(coalesce(p.bids, 0) ORDER BY t.part) AS bids,
        coalesce((SELECT s.over FROM spans s WHERE s.id = c.id), false) AS over
      FROM auctions c CROSS JOIN generate_series(1, $2::int) AS t(part)
        LEFT JOIN placed p ON p.id = c.id AND p.part = t.part
      WHERE c.id = ANY($1::bigint[]) GROUP BY c.id ORDER BY c.id`,
    [ids, trendParts],
  );
  return rows;
}
