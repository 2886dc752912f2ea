import type { PoolClient } from "pg";

interface SaleToDeliver {
  readonly awardId: number;
  readonly inventoryId: number;
  readonly timeZone: string;
  readonly nowMs: number;
}

/**
 * Returns sales without a delivery request, newest first, these customers' sales before others;
 * none once the demo has deliveries.
 */
export async function salesToDeliver(
  tx: PoolClient,
  emails: readonly string[],
  limit: number,
): Promise<SaleToDeliver[]> {
  const { rows } = await tx.query<Omit<SaleToDeliver, "nowMs"> & { readonly now: Date }>(
    `SELECT a.id AS "awardId", i.id AS "inventoryId", c.time_zone AS "timeZone", clock_ms() AS now
      FROM invoices v JOIN awards a ON a.id = v.award_id JOIN users u ON u.id = a.user_id
      JOIN lots l ON l.id = a.lot_id JOIN auctions c ON c.id = l.auction_id
      JOIN inventory i ON i.current_lot_id = l.id
      WHERE v.status <> 'VOID' AND a.status IN ('DECLARED', 'PAID') AND i.status IN ('SOLD', 'PAID')
        AND NOT EXISTS (SELECT FROM deliveries)
      ORDER BY (u.email = ANY ($1)) DESC, v.id DESC LIMIT $2`,
    [emails, limit],
  );
  return rows.map(({ now, ...row }) => ({ ...row, nowMs: now.getTime() }));
}
