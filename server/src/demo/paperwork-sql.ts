import type { PoolClient } from "pg";

export interface AwardWithoutPaperwork {
  readonly id: number;
  readonly lot_id: number;
  readonly auction_id: number;
  readonly user_id: number;
  readonly hammer_cents: number;
  readonly status: "DECLARED" | "PAID";
  readonly created_at: Date;
  readonly due_at: Date;
  readonly unit_status: string;
}

/** Returns up to 500 awards that lack an invoice or a payment. */
export async function awardsWithoutPaperwork(tx: PoolClient): Promise<AwardWithoutPaperwork[]> {
  const { rows } = await tx.query<AwardWithoutPaperwork>(
    `SELECT a.id, a.lot_id, l.auction_id, a.user_id, a.hammer_cents, a.status, a.created_at,
        coalesce(a.payment_due_at, a.created_at + interval '5 days') AS due_at, i.status AS unit_status
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      WHERE a.status IN ('DECLARED', 'PAID')
        AND NOT EXISTS (SELECT FROM payments p WHERE p.award_id = a.id)
        AND (a.status = 'PAID' OR NOT EXISTS (SELECT FROM invoices v WHERE v.award_id = a.id))
      ORDER BY a.id LIMIT 500`,
  );
  return rows;
}
