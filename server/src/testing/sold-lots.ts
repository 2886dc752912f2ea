import type { QueryResultRow } from "pg";
import { takeSerials } from "./serial.ts";

export interface SoldLots {
  readonly auctionId: number;
  /** By lot number, as `declareWinners` takes them. */
  readonly winners: readonly {
    readonly inventoryId: number;
    readonly bidId: number;
    readonly userId: number;
  }[];
}

/** What the statements need of a database. */
interface Db {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/**
 * Inserts an ended auction whose lots are sold and not declared, ten minutes ago, with one bid each of `bids`
 * bidders on every lot. The bidders take turns in winning, and their awards hold their limits. The
 * first `below` lots missed their reserve instead, by 2 to 30 percent.
 */
export async function insertSoldLots(
  db: Db,
  bidderIds: readonly number[],
  {
    lots,
    bids,
    below = 0,
  }: { readonly lots: number; readonly bids: number; readonly below?: number },
): Promise<SoldLots> {
  const first = takeSerials(lots);
  const { rows: auctions } = await db.query<{ id: number }>(
    `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
      VALUES ('Fall clearance', 'America/Chicago', clock_ms() - interval '2 days', clock_ms() - interval '10 minutes',
        'PUBLISHED') RETURNING id`,
  );
  const auctionId = auctions[0]?.id;
  if (auctionId === undefined) throw new Error("no auction was inserted");
  await db.query(
    `WITH yard AS (INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id),
      unit AS (
        INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
          model, title_brand, yard_id, specs, starting_cents, status)
        SELECT 'sold-' || n, 'SOLD' || n, 'TRUCK_TRACTOR', 'NONE', 2019, 'Peterbilt', '579', 'CLEAN', yard.id,
          '{}', 100000, CASE WHEN n - $2 < $6 THEN 'PENDING_DECISION' ELSE 'SOLD' END FROM yard, generate_series($2::int, $2 + $3 - 1) AS n
        RETURNING id)
      INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, closed_at, outcome,
        starting_cents, price_cents, leader_id, leader_max_cents, seq, bid_count, alias_count, lot_number,
        reserve_cents, soft_close_window_sec, soft_close_extend_sec, proof_secret)
      SELECT id, $1, clock_ms() - interval '2 days', clock_ms() - interval '10 minutes',
        clock_ms() - interval '10 minutes', clock_ms() - interval '10 minutes',
        CASE WHEN nr <= $6 THEN 'RESERVE_NOT_MET' ELSE 'SOLD' END, 100000, $4 * 100000,
        ($5::bigint[])[(nr + $4) % cardinality($5::bigint[]) + 1], $4 * 100000, $4, $4, $4, nr,
        CASE WHEN nr <= $6 THEN $4 * 10000000 / (70 + nr % 29) END, 120, 120, NULL
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS nr FROM unit) u`,
    [auctionId, first, lots, bids, bidderIds, below],
  );
  await db.query(
    `UPDATE inventory i SET current_lot_id = l.id FROM lots l
      WHERE l.auction_id = $1 AND i.id = l.inventory_id`,
    [auctionId],
  );
  const bidders = `SELECT l.id AS lot_id, l.closes_at, b.seq,
      ($2::bigint[])[(l.lot_number + b.seq) % cardinality($2::bigint[]) + 1] AS user_id
    FROM lots l, generate_series(1, $3::int) AS b (seq) WHERE l.auction_id = $1`;
  await db.query(
    `INSERT INTO lot_bidders (lot_id, user_id, alias_no) SELECT lot_id, user_id, seq FROM (${bidders}) b`,
    [auctionId, bidderIds, bids],
  );
  await db.query(
    `INSERT INTO ledger (lot_id, user_id, placed_at, closes_at, amount_cents, requested_cents, max_cents, seq,
        bid_count, alias_no, extended, kind)
      SELECT lot_id, user_id, closes_at - interval '1 hour', closes_at, seq * 100000, seq * 100000,
        seq * 100000, seq, seq, seq, false, 'BID' FROM (${bidders}) b`,
    [auctionId, bidderIds, bids],
  );
  await db.query(
    `WITH won AS (
        INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents)
        SELECT l.id, g.id, l.leader_id, l.price_cents FROM lots l JOIN ledger g ON g.lot_id = l.id AND g.seq = l.seq
        WHERE l.auction_id = $1 AND l.outcome = 'SOLD' RETURNING user_id, hammer_cents)
      UPDATE bidders b SET awarded_cents = b.awarded_cents + w.cents
      FROM (SELECT user_id, sum(hammer_cents) AS cents FROM won GROUP BY user_id) w
      WHERE b.user_id = w.user_id`,
    [auctionId],
  );
  await db.query(
    `UPDATE bidders b SET leading_cents = b.leading_cents + w.cents
      FROM (SELECT leader_id, sum(leader_max_cents) AS cents FROM lots
        WHERE auction_id = $1 AND outcome = 'RESERVE_NOT_MET' GROUP BY leader_id) w
      WHERE b.user_id = w.leader_id`,
    [auctionId],
  );
  const { rows: winners } = await db.query<SoldLots["winners"][number]>(
    `SELECT l.inventory_id AS "inventoryId", a.bid_id AS "bidId", a.user_id AS "userId"
      FROM awards a JOIN lots l ON l.id = a.lot_id WHERE l.auction_id = $1 ORDER BY l.lot_number`,
    [auctionId],
  );
  return { auctionId, winners };
}
