import type { PoolClient } from "pg";
import type { Db } from "../../db/pool.ts";

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
 * SQL for the cents that each bidder holds (D25): as leader, on open lots and on units whose newest
 * lot is pending a decision, and for unpaid awards. Reads each table once, however many bidders there
 * are. Bidders who hold nothing are absent.
 */
export const heldSums = `(SELECT user_id, sum(led) AS led, sum(won) AS won FROM (
    SELECT l.leader_id AS user_id, l.leader_max_cents AS led, 0 AS won
    FROM lots l JOIN inventory i ON i.id = l.inventory_id
    WHERE l.leader_id IS NOT NULL AND (l.closed_at IS NULL
      OR l.outcome = 'RESERVE_NOT_MET' AND l.decision IS NULL
        AND i.current_lot_id = l.id AND i.status = 'PENDING_DECISION')
    UNION ALL
    SELECT a.user_id, 0, a.hammer_cents - a.forgiven_cents FROM awards a
    WHERE a.status IN ('PENDING', 'DECLARED')) held GROUP BY user_id)`;

/** SQL for the holds of bidders $1 by their lots and awards. */
const holds = `WITH held AS (
    SELECT b.user_id, b.leading_cents + b.awarded_cents AS cents,
      coalesce(h.led, 0) AS led_cents, coalesce(h.won, 0) AS won_cents
    FROM bidders b LEFT JOIN ${heldSums} h USING (user_id) WHERE b.user_id = ANY($1::bigint[]))`;

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
