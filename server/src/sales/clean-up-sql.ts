import type { PoolClient } from "pg";

/** Marks the bids of closed lots as archived; answers how many lots and bids were not before. */
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

/** Sets what limits of locked bidders hold from lots and awards themselves; answers what was freed. */
export async function freeStaleHolds(
  tx: PoolClient,
  userIds: readonly number[],
): Promise<{ userId: number; cents: number }[]> {
  const { rows } = await tx.query<{ userId: number; cents: number }>(
    `WITH held AS (
        SELECT b.user_id, b.leading_cents + b.awarded_cents AS cents,
          -- Bids that may still win: of open lots, and of the newest lot of units that wait (D25).
          (SELECT coalesce(sum(l.leader_max_cents), 0) FROM lots l
            JOIN inventory i ON i.id = l.inventory_id
            WHERE l.leader_id = b.user_id AND (l.closed_at IS NULL
              OR l.outcome = 'RESERVE_NOT_MET' AND l.decision IS NULL
                AND i.current_lot_id = l.id AND i.status = 'PENDING_DECISION')) AS leading,
          (SELECT coalesce(sum(a.hammer_cents - a.forgiven_cents), 0) FROM awards a
            WHERE a.user_id = b.user_id AND a.status IN ('PENDING', 'DECLARED')) AS awarded
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
