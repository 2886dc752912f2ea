import type { PoolClient } from "pg";

/**
 * Returns sales whose unit is still in the yard and can be delivered, newest first, with these
 * customers' sales before others.
 */
export async function salesToDeliver(
  tx: PoolClient,
  emails: readonly string[],
  limit: number,
): Promise<{ readonly awardId: number; readonly inventoryId: number; readonly nowMs: number }[]> {
  const { rows } = await tx.query<{ awardId: number; inventoryId: number; now: Date }>(
    `SELECT a.id AS "awardId", i.id AS "inventoryId", clock_ms() AS now
      FROM invoices v JOIN awards a ON a.id = v.award_id JOIN users u ON u.id = a.user_id
      JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.current_lot_id = l.id
      WHERE v.status <> 'VOID' AND a.status IN ('DECLARED', 'PAID') AND i.status IN ('SOLD', 'PAID')
      ORDER BY (u.email = ANY ($1)) DESC, v.id DESC LIMIT $2`,
    [emails, limit],
  );
  return rows.map(({ now, ...row }) => ({ ...row, nowMs: now.getTime() }));
}
