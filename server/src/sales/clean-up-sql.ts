import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";

/**
 * Marks the bids of closed lots as archived. Returns how many lots and bids were newly marked. No
 * bid waits for it, because the lots are closed.
 */
export async function archiveBids(
  tx: PoolClient,
  lotIds: readonly number[],
): Promise<{ lots: number; bids: number }> {
  const { rows } = await tx.query<{ lots: number; bids: number }>(
    `WITH due AS (
        SELECT id FROM lots
        WHERE id = ANY($1::bigint[]) AND closed_at IS NOT NULL AND bids_archived_at IS NULL
        ORDER BY id FOR NO KEY UPDATE),
      archived AS (
        UPDATE lots l SET bids_archived_at = clock_ms() FROM due WHERE l.id = due.id
        RETURNING l.bid_count)
      SELECT count(*) AS lots, coalesce(sum(bid_count), 0) AS bids FROM archived`,
    [lotIds],
  );
  return rows[0] ?? { lots: 0, bids: 0 };
}

/**
 * SQL condition: lot `l` of unit `i` holds its leader's maximum, because it is open or the unit's
 * newest lot and pending a decision (D25).
 */
const isHeldByLot = `(l.closed_at IS NULL
  OR l.outcome = 'RESERVE_NOT_MET' AND l.decision IS NULL
    AND i.current_lot_id = l.id AND i.status = 'PENDING_DECISION')`;

/** SQL condition: award `a` holds its hammer price, because it is unpaid (D25). */
const isHeldByAward = "a.status IN ('PENDING', 'DECLARED')";

/** SQL for the cents that bidder `b` holds as leader. */
export const heldByLots = `(SELECT coalesce(sum(l.leader_max_cents), 0) FROM lots l
  JOIN inventory i ON i.id = l.inventory_id WHERE l.leader_id = b.user_id AND ${isHeldByLot})`;

/** SQL for the cents that unpaid awards of bidder `b` hold. */
export const heldByAwards = `(SELECT coalesce(sum(a.hammer_cents - a.forgiven_cents), 0) FROM awards a
  WHERE a.user_id = b.user_id AND ${isHeldByAward})`;

/** SQL for the holds of bidders $1 by their lots and awards, each table read once. */
const holds = `WITH led AS (
    SELECT l.leader_id AS user_id, sum(l.leader_max_cents) AS cents
    FROM lots l JOIN inventory i ON i.id = l.inventory_id
    WHERE l.leader_id = ANY($1::bigint[]) AND ${isHeldByLot} GROUP BY 1),
  won AS (
    SELECT a.user_id, sum(a.hammer_cents - a.forgiven_cents) AS cents
    FROM awards a WHERE a.user_id = ANY($1::bigint[]) AND ${isHeldByAward} GROUP BY 1),
  held AS (
    SELECT b.user_id, b.leading_cents + b.awarded_cents AS cents,
      coalesce(l.cents, 0) AS led_cents, coalesce(w.cents, 0) AS won_cents
    FROM bidders b LEFT JOIN led l USING (user_id) LEFT JOIN won w USING (user_id)
    WHERE b.user_id = ANY($1::bigint[]))`;

/**
 * Returns the bidders who seem to hold more than their lots and awards say. A bid meanwhile can
 * make it look so; `releaseStaleHolds` decides once they are locked.
 */
export async function staleHolders(db: Db, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await db.query<{ user_id: number }>(
    `${holds} SELECT user_id FROM held WHERE led_cents + won_cents < cents ORDER BY user_id`,
    [userIds],
  );
  return rows.map((row) => row.user_id);
}

/**
 * Recalculates the holds of locked bidders from lots and awards, where that lowers them. Returns
 * the cents released per bidder.
 */
export async function releaseStaleHolds(
  tx: PoolClient,
  userIds: readonly number[],
): Promise<{ userId: number; cents: number }[]> {
  const { rows } = await tx.query<{ userId: number; cents: number }>(
    `${holds},
      freed AS (
        UPDATE bidders b SET leading_cents = h.led_cents, awarded_cents = h.won_cents
        FROM held h WHERE h.user_id = b.user_id AND h.led_cents + h.won_cents < h.cents
        RETURNING b.user_id, h.cents - h.led_cents - h.won_cents AS cents)
      SELECT user_id AS "userId", cents FROM freed ORDER BY user_id`,
    [userIds],
  );
  return rows;
}
