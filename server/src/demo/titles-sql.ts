import type { PoolClient } from "pg";

export interface TitledUnit {
  readonly id: number;
  readonly vin: string;
  readonly title_brand: string;
  readonly odometer: number | null;
  readonly state: string;
  readonly time_zone: string;
  /** Of the paid sale; null for a unit on sale. */
  readonly award_id: number | null;
  readonly paid_at: Date | null;
  readonly now: Date;
}

const columns = `i.id, i.vin, i.title_brand, i.odometer, y.state, y.time_zone, a.id AS award_id,
  greatest(r.issued_at, (SELECT max(b.clears_at) FROM standing_payments s JOIN receipts b ON b.id = s.receipt_id
    WHERE s.award_id = a.id)) AS paid_at, clock_ms() AS now`;
const isTitled = "i.vin IS NOT NULL AND i.title_brand NOT IN ('BILL_OF_SALE', 'NOT_TITLED')";

/**
 * Returns titled units of open lots, the latest closes first, and of cleared sales, these customers'
 * before others; none once the demo has titles.
 */
export async function unitsToTitle(
  tx: PoolClient,
  emails: readonly string[],
  { onSale, sold }: { readonly onSale: number; readonly sold: number },
): Promise<TitledUnit[]> {
  const { rows } = await tx.query<TitledUnit>(
    `(SELECT ${columns} FROM inventory i JOIN yards y ON y.id = i.yard_id JOIN lots l ON l.id = i.current_lot_id
          LEFT JOIN awards a ON false LEFT JOIN releases r ON r.award_id = a.id
        WHERE i.status = 'IN_AUCTION' AND l.closed_at IS NULL AND ${isTitled} AND NOT EXISTS (SELECT FROM titles)
        ORDER BY l.closes_at DESC, i.id LIMIT $2)
      UNION ALL
      (SELECT ${columns} FROM releases r JOIN awards a ON a.id = r.award_id JOIN invoices v ON v.award_id = a.id
          JOIN users u ON u.id = a.user_id JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.current_lot_id = l.id
          JOIN yards y ON y.id = i.yard_id
        WHERE v.status = 'PAID' AND ${isTitled} AND NOT EXISTS (SELECT FROM titles)
          AND NOT EXISTS (SELECT FROM standing_payments s JOIN receipts b ON b.id = s.receipt_id
            WHERE s.award_id = a.id AND b.clears_at > clock_ms())
        ORDER BY (u.email = ANY ($1)) DESC, r.issued_at DESC LIMIT $3)`,
    [emails, onSale, sold],
  );
  return rows;
}
