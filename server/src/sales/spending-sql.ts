import type { SpendingTrend, SpentInMonth } from "@gavelyard/contract/sales/spending";
import { trendMonths } from "@gavelyard/domain/figures";
import { centsToDollars } from "@gavelyard/domain/money";
import type { Db } from "../db/pool.ts";

/**
 * SQL for the month in which an invoice was issued, and for the current month, in the auction's
 * zone.
 */
const month = "date_trunc('month', v.issued_at AT TIME ZONE c.time_zone)";
const thisMonth = "date_trunc('month', clock_ms() AT TIME ZONE c.time_zone)";
const age = `age(${thisMonth}, ${month})`;

/** SQL for the invoices `v` of the last 12 months with their auctions `c`, without void ones. */
const recentInvoices = `invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
  JOIN auctions c ON c.id = l.auction_id
  WHERE v.status <> 'VOID' AND ${month} > ${thisMonth} - interval '${trendMonths} months'`;

/** Returns users' invoice totals for each of the last 12 months, oldest first. */
export async function spendingTrends(db: Db, ids: readonly number[]): Promise<SpendingTrend[]> {
  const { rows } = await db.query<{ readonly id: number; readonly cents: number[] }>(
    `WITH spent AS (
        SELECT v.user_id, extract(year FROM ${age}) * 12 + extract(month FROM ${age}) AS ago,
          sum(v.total_cents)::bigint AS cents
        FROM ${recentInvoices} AND v.user_id = ANY($1::bigint[]) GROUP BY 1, 2)
      SELECT u.id, array_agg(coalesce(s.cents, 0) ORDER BY m.ago DESC) AS cents
      FROM users u CROSS JOIN generate_series(0, $2::int - 1) AS m(ago)
        LEFT JOIN spent s ON s.user_id = u.id AND s.ago = m.ago
      WHERE u.id = ANY($1::bigint[]) GROUP BY u.id ORDER BY u.id`,
    [ids, trendMonths],
  );
  return rows.map(({ id, cents }) => ({ id, spent: cents.map(centsToDollars) }));
}

/**
 * Returns a user's invoice totals by month, for the last 12 months. Months without invoices between
 * the first and the last have totals of 0.
 */
export async function spendingByMonth(db: Db, userId: number): Promise<SpentInMonth[]> {
  const { rows } = await db.query<{
    readonly month: string;
    readonly lots: number;
    readonly totalCents: number;
    readonly paidCents: number;
  }>(
    `WITH spent AS (
        SELECT ${month} AS month, v.total_cents,
          (SELECT coalesce(sum(p.cents), 0) FROM standing_payments p WHERE p.invoice_id = v.id)
            AS paid_cents
        FROM ${recentInvoices} AND v.user_id = $1)
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
