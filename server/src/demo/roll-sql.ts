import type { PoolClient } from "pg";
import { lockBidders } from "../bidding/close-sql.ts";
import { releaseStaleHolds } from "../sales/award/clean-up-sql.ts";
import { holdersOf, lockLots } from "../sales/sale-sql.ts";

export interface ScheduleFacts {
  readonly now: Date;
  /** Closes of open lots, soonest first. */
  readonly closes: readonly Date[];
  readonly upcoming: number;
  readonly lastStart: Date | null;
  readonly auctions: number;
  readonly offerable: number;
}

export async function scheduleFacts(tx: PoolClient): Promise<ScheduleFacts> {
  const { rows } = await tx.query<Omit<ScheduleFacts, "closes"> & { closes: Date[] | null }>(
    `SELECT c.now,
        (SELECT array_agg(l.closes_at ORDER BY l.closes_at) FROM lots l
          WHERE l.closed_at IS NULL AND l.opens_at <= c.now AND l.closes_at >= c.now) AS closes,
        (SELECT count(*) FROM auctions a WHERE a.start_time > c.now AND a.lifecycle = 'PUBLISHED') AS upcoming,
        (SELECT max(a.start_time) FROM auctions a WHERE a.start_time > c.now AND a.lifecycle = 'PUBLISHED') AS "lastStart",
        (SELECT count(*) FROM auctions a) AS auctions,
        (SELECT count(*) FROM inventory i WHERE i.status IN ('AVAILABLE', 'UNSOLD')) AS offerable
      FROM (SELECT clock_ms() AS now) c`,
  );
  const facts = rows[0];
  if (facts === undefined) throw new Error("the database returned no schedule");
  return { ...facts, closes: facts.closes ?? [] };
}

/** Copies an auction's terms to its lots, none of which has a bid yet. */
export async function copyTermsToLots(tx: PoolClient, auctionId: number): Promise<void> {
  await tx.query(
    `UPDATE lots l SET increments = a.increments, soft_close_window_sec = a.soft_close_window_sec,
        soft_close_extend_sec = a.soft_close_extend_sec, max_extensions = a.max_extensions
      FROM auctions a WHERE a.id = l.auction_id AND a.id = $1`,
    [auctionId],
  );
}

export interface OfferableRow {
  readonly id: number;
  readonly starting_cents: number;
  readonly reserve_cents: number | null;
}

/**
 * Locks units to offer: first the ones of these types and this time zone, then the ones that were
 * never or least recently in an auction.
 */
export async function lockOfferable(
  tx: PoolClient,
  sale: { readonly count: number; readonly types: readonly string[]; readonly timeZone: string },
): Promise<OfferableRow[]> {
  const { rows } = await tx.query<OfferableRow>(
    `SELECT i.id, i.starting_cents, i.reserve_cents
      FROM inventory i JOIN yards y ON y.id = i.yard_id LEFT JOIN lots l ON l.id = i.current_lot_id
      WHERE i.status IN ('AVAILABLE', 'UNSOLD')
      ORDER BY i.inventory_type = ANY($2::text[]) DESC, y.time_zone = $3 DESC,
        l.closed_at NULLS FIRST, md5(i.stock_number)
      LIMIT $1 FOR UPDATE OF i SKIP LOCKED`,
    [sale.count, sale.types, sale.timeZone],
  );
  return rows;
}

/** SQL for lots undecided for an hour after the close, or after the last deadline of an offer. */
const undecided = `FROM lots l JOIN inventory i ON i.current_lot_id = l.id
  WHERE i.status = 'PENDING_DECISION' AND clock_ms() - interval '1 hour' > greatest(l.closed_at,
    (SELECT max(n.valid_until) FROM negotiation_steps n WHERE n.lot_id = l.id),
    (SELECT max(o.valid_until) FROM offers o WHERE o.lot_id = l.id))`;

/**
 * Pays what the demo's own bidders won more than an hour ago, which releases their holds. Skips the
 * newest award of the ended sales, so that one is always unpaid. Units that staff left undecided
 * become UNSOLD, which releases the high bidder's hold, and can be offered again.
 */
export async function settleDemoSales(tx: PoolClient, userIds: readonly number[]): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(`SELECT l.id ${undecided}`);
  const lotIds = rows.map(({ id }) => id);
  // In the bid desk's lock order.
  await lockLots(tx, lotIds);
  const holders = await holdersOf(tx, lotIds);
  await lockBidders(tx, [...userIds, ...holders]);
  await tx.query(
    `WITH paid AS (
      UPDATE awards a SET status = 'PAID', declared_at = coalesce(declared_at, clock_ms())
        WHERE a.user_id = ANY($1::bigint[]) AND a.status IN ('PENDING', 'DECLARED')
          AND a.created_at < clock_ms() - interval '1 hour'
          AND a.id IS DISTINCT FROM (SELECT max(o.id) FROM awards o JOIN lots s ON s.id = o.lot_id
            WHERE NOT EXISTS (SELECT FROM lots n
              WHERE n.auction_id = s.auction_id AND n.closed_at IS NULL))
        RETURNING a.user_id, a.lot_id, a.hammer_cents),
    freed AS (
      UPDATE bidders b SET awarded_cents = b.awarded_cents - p.cents
        FROM (SELECT user_id, sum(hammer_cents) AS cents FROM paid GROUP BY user_id) p
        WHERE b.user_id = p.user_id)
    UPDATE inventory i SET status = 'PAID', updated_at = clock_ms()
      FROM paid p WHERE i.current_lot_id = p.lot_id AND i.status = 'SOLD'`,
    [userIds],
  );
  await tx.query(
    `UPDATE inventory SET status = 'UNSOLD', updated_at = clock_ms()
      WHERE id IN (SELECT i.id ${undecided} AND l.id = ANY($1::bigint[]))`,
    [lotIds],
  );
  await releaseStaleHolds(tx, holders);
}

/** Returns the VINs in use, which a new delivery must avoid. */
export async function identifiersInUse(tx: PoolClient): Promise<Set<string>> {
  const { rows } = await tx.query<{ vin: string }>(
    "SELECT vin FROM inventory WHERE vin IS NOT NULL",
  );
  return new Set(rows.map((row) => row.vin));
}
