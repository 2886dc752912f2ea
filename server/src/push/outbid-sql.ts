import type { IncrementTable } from "@gavelyard/domain/bidding/bid-increments";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface OutbidNowRow {
  readonly user_id: number;
  readonly inventory_id: number;
  readonly title: string;
  readonly price_cents: number;
  readonly starting_cents: number;
  readonly increments: IncrementTable | null;
  readonly closes_at: Date;
}

/** Returns the outbid bidders who still don't lead an open lot, and have a device. */
export async function stillOutbid(
  db: Db,
  pairs: readonly { readonly inventoryId: number; readonly userId: number }[],
): Promise<OutbidNowRow[]> {
  const { rows } = await db.query<OutbidNowRow>(
    `SELECT p.user_id, i.id AS inventory_id, ${unitTitle} AS title, l.price_cents, l.starting_cents,
        l.increments, l.closes_at
      FROM unnest($1::bigint[], $2::bigint[]) AS p(inventory_id, user_id)
        JOIN inventory i ON i.id = p.inventory_id JOIN lots l ON l.id = i.current_lot_id
      WHERE l.closed_at IS NULL AND l.closes_at >= clock_ms() AND l.price_cents IS NOT NULL
        AND l.leader_id <> p.user_id
        AND EXISTS (SELECT FROM push_devices d WHERE d.user_id = p.user_id)`,
    [pairs.map(({ inventoryId }) => inventoryId), pairs.map(({ userId }) => userId)],
  );
  return rows;
}
