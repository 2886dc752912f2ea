import type { BidLimitStatus } from "@gavelyard/contract/bidding/bid-limits";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface LimitRow {
  readonly user_id: number;
  readonly limit_cents: number;
  readonly leading_cents: number;
  readonly awarded_cents: number;
  readonly holds: readonly HoldRow[];
  /** Units in an auction whose seller they act for. */
  readonly own_units: readonly number[];
}

export interface HoldRow {
  readonly kind: BidLimitStatus["holds"][number]["kind"];
  readonly inventory_id: number;
  readonly name: string;
  readonly cents: number;
  /**
   * The part of `cents` above the visible price of an open lot, which reveals a private maximum
   * (D18).
   */
  readonly private_cents: number;
}

/**
 * Returns a bidder's limit and everything that holds it, in one snapshot (D25): open lots they
 * lead, lots they led that closed below the reserve and await a decision, and unpaid awards. Null
 * for staff.
 */
export async function limitWithHolds(db: Db, userId: number): Promise<LimitRow | null> {
  const { rows } = await db.query<LimitRow>(
    `SELECT b.user_id, b.limit_cents, b.leading_cents, b.awarded_cents,
        coalesce((SELECT json_agg(h ORDER BY h.cents DESC, h.inventory_id) FROM (
          SELECT CASE WHEN l.closed_at IS NULL THEN 'LEADING' ELSE 'AWAITING_DECISION' END AS kind,
              i.id AS inventory_id, ${unitTitle} AS name,
              l.leader_max_cents AS cents,
              CASE WHEN l.closed_at IS NULL THEN l.leader_max_cents - l.price_cents ELSE 0 END AS private_cents
            FROM lots l JOIN inventory i ON i.id = l.inventory_id
            WHERE l.leader_id = b.user_id
              AND (l.closed_at IS NULL OR (l.outcome = 'RESERVE_NOT_MET'
                AND i.current_lot_id = l.id AND i.status = 'PENDING_DECISION'))
          UNION ALL
          SELECT 'UNPAID_AWARD', i.id, ${unitTitle},
              a.hammer_cents - a.forgiven_cents, 0
            FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
            WHERE a.user_id = b.user_id AND a.status IN ('PENDING', 'DECLARED')
              AND a.hammer_cents > a.forgiven_cents
        ) h), '[]') AS holds,
        coalesce((SELECT json_agg(DISTINCT l.inventory_id) FROM seller_accounts a
          JOIN lots l ON l.seller_id = a.seller_id
          WHERE a.user_id = b.user_id AND l.closed_at IS NULL
            AND (a.left_at IS NULL OR a.left_at >= l.opens_at)), '[]') AS own_units
      FROM bidders b WHERE b.user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}
