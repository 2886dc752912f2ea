import type { SpentInMonth } from "@gavelyard/contract/spending";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";

/**
 * Returns what a user's invoices of the last 12 months come to, by month. Months between the first
 * and the last one are included.
 */
export async function spendingByMonth(db: Db, userId: number): Promise<SpentInMonth[]> {
  const { rows } = await db.query<{
    readonly month: string;
    readonly lots: number;
    readonly totalCents: number;
    readonly paidCents: number;
  }>(
    `WITH spent AS (
        SELECT date_trunc('month', v.issued_at AT TIME ZONE c.time_zone) AS month, v.total_cents,
          (SELECT coalesce(sum(p.cents), 0) FROM standing_payments p WHERE p.invoice_id = v.id)
            AS paid_cents
        FROM invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
          JOIN auctions c ON c.id = l.auction_id
        WHERE v.user_id = $1 AND v.status <> 'VOID'
          AND date_trunc('month', v.issued_at AT TIME ZONE c.time_zone)
            > date_trunc('month', clock_ms() AT TIME ZONE c.time_zone) - interval '12 months')
      SELECT to_char(m, 'YYYY-MM') AS month, count(s.month)::int AS lots,
        coalesce(sum(s.total_cents), 0)::bigint AS "totalCents",
        coalesce(sum(s.paid_cents), 0)::bigint AS "paidCents"
      FROM generate_series((SELECT min(month) FROM spent), (SELECT max(month) FROM spent),
          interval '1 month') AS m LEFT JOIN spent s ON s.month = m
      GROUP BY m ORDER BY m`,
    [userId],
  );
  return rows.map(({ month, lots, totalCents, paidCents }) => ({
    month,
    lots,
    total: centsToDollars(totalCents),
    paid: centsToDollars(paidCents),
  }));
}
