import type { PoolClient } from "pg";

export interface MissedLot {
  readonly lotId: number;
  readonly inventoryId: number;
  readonly priceDollars: number;
  readonly reserveDollars: number;
}

/**
 * Returns the two lots on which a bidder missed the reserve last, with enough between bid and
 * reserve to negotiate. Their auctions are not settled yet.
 */
export async function missedLotsOf(tx: PoolClient, userId: number): Promise<MissedLot[]> {
  const { rows } = await tx.query<MissedLot>(
    `SELECT l.id AS "lotId", l.inventory_id AS "inventoryId", l.price_cents / 100 AS "priceDollars",
        l.reserve_cents / 100 AS "reserveDollars"
      FROM lots l JOIN auctions c ON c.id = l.auction_id
      WHERE l.leader_id = $1 AND l.outcome = 'RESERVE_NOT_MET' AND c.lifecycle = 'PUBLISHED'
        AND l.reserve_cents >= l.price_cents + 20000
      ORDER BY l.closed_at DESC LIMIT 2`,
    [userId],
  );
  return rows;
}
