import type { PoolClient } from "pg";

/** Marks the bids of closed lots as archived. Returns how many lots and bids were newly marked. */
export async function archiveBids(
  tx: PoolClient,
  lotIds: readonly number[],
): Promise<{ lots: number; bids: number }> {
  const { rows } = await tx.query<{ lots: number; bids: number }>(
    `WITH archived AS (
        UPDATE lots SET bids_archived_at = clock_ms()
        WHERE id = ANY($1::bigint[]) AND closed_at IS NOT NULL AND bids_archived_at IS NULL
        RETURNING bid_count)
      SELECT count(*) AS lots, coalesce(sum(bid_count), 0) AS bids FROM archived`,
    [lotIds],
  );
  return rows[0] ?? { lots: 0, bids: 0 };
}

/**
 * SQL for the cents that bidder `b` holds as leader, on open lots and on units whose newest lot is
 * pending a decision (D25).
 */
export const heldByLots = `(SELECT coalesce(sum(l.leader_max_cents), 0) FROM lots l
  JOIN inventory i ON i.id = l.inventory_id
  WHERE l.leader_id = b.user_id AND (l.closed_at IS NULL
    OR l.outcome = 'RESERVE_NOT_MET' AND l.decision IS NULL
      AND i.current_lot_id = l.id AND i.status = 'PENDING_DECISION'))`;

/** SQL for the cents that unpaid awards of bidder `b` hold (D25). */
export const heldByAwards = `(SELECT coalesce(sum(a.hammer_cents - a.forgiven_cents), 0) FROM awards a
  WHERE a.user_id = b.user_id AND a.status IN ('PENDING', 'DECLARED'))`;

/**
 * Recalculates the holds of locked bidders from lots and awards, where that lowers them. Returns
 * the cents released per bidder.
 */
export async function releaseStaleHolds(
  tx: PoolClient,
  userIds: readonly number[],
): Promise<{ userId: number; cents: number }[]> {
  const { rows } = await tx.query<{ userId: number; cents: number }>(
    `WITH held AS (
        SELECT b.user_id, b.leading_cents + b.awarded_cents AS cents,
          ${heldByLots} AS leading, ${heldByAwards} AS awarded
        FROM bidders b WHERE b.user_id = ANY($1::bigint[])),
      freed AS (
        UPDATE bidders b SET leading_cents = h.leading, awarded_cents = h.awarded
        FROM held h WHERE h.user_id = b.user_id AND h.leading + h.awarded < h.cents
        RETURNING b.user_id, h.cents - h.leading - h.awarded AS cents)
      SELECT user_id AS "userId", cents FROM freed ORDER BY user_id`,
    [userIds],
  );
  return rows;
}
