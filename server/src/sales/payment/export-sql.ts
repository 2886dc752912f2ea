import type { Pool } from "pg";
import type { Db } from "../../db/pool.ts";
import { unitTitle } from "../../inventory/sql.ts";
import { lineCents } from "../invoices-sql.ts";

/** An invoice in the export. Money is in cents. */
export interface ExportRow {
  readonly id: number;
  readonly issued_at: Date;
  readonly number: string;
  /** Date in the auction's time zone, such as `2026-11-24`. */
  readonly issued_on: string;
  readonly buyer: string;
  readonly buyer_id: number;
  readonly auction_name: string;
  readonly lot_label: string;
  readonly title: string;
  readonly stock_number: string;
  readonly hammer_cents: number;
  readonly premium_cents: number;
  readonly doc_fee_cents: number;
  readonly tax_cents: number;
  readonly delivery_cents: number;
  readonly total_cents: number;
  readonly paid_cents: number;
  readonly methods: string | null;
  readonly references: string | null;
  /** Date of the newest payment that isn't voided; null without one. */
  readonly paid_on: string | null;
  readonly status: "ISSUED" | "PAID" | "VOID";
  readonly due_at: Date;
  readonly now: Date;
}

const AT_ONCE = 500;

const invoicesOfAuctions = `invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
        JOIN auctions c ON c.id = l.auction_id`;

// The first line uses the index. Its extra days cover every time zone.
const inPeriod = `v.issued_at >= $1::date - 1 AND v.issued_at < $2::date + 2
          AND (v.issued_at AT TIME ZONE c.time_zone)::date BETWEEN $1::date AND $2::date`;

interface Period {
  readonly from: string;
  readonly to: string;
}

export async function countExported(db: Db, { from, to }: Period): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${invoicesOfAuctions} WHERE ${inPeriod}`,
    [from, to],
  );
  return rows[0]?.total ?? 0;
}

/**
 * Generates the invoices issued in a range of dates, in their auction's time zone, by time of
 * issue. Reads in batches, so that a year needs no more memory than a day.
 */
export async function* exportedInvoices(db: Pool, { from, to }: Period): AsyncGenerator<ExportRow> {
  let after: { readonly at: string; readonly id: number } = { at: "-infinity", id: 0 };
  for (;;) {
    const { rows } = await db.query<ExportRow>(
      `SELECT v.id, v.issued_at, v.number, (v.issued_at AT TIME ZONE c.time_zone)::date::text AS issued_on,
          coalesce(v.bill_to->>'companyName', v.bill_to->>'name') AS buyer, v.user_id AS buyer_id,
          c.name AS auction_name, l.lot_number || l.lot_suffix AS lot_label, ${unitTitle} AS title,
          i.stock_number, ${lineCents("HAMMER")} AS hammer_cents,
          ${lineCents("BUYER_PREMIUM")} AS premium_cents, ${lineCents("DOC_FEE")} AS doc_fee_cents,
          ${lineCents("TAX")} + ${lineCents("TAX_CREDIT")} AS tax_cents, ${lineCents("DELIVERY")} AS delivery_cents, v.total_cents, coalesce(p.paid, 0) AS paid_cents, p.methods,
          p.references, (p.last_at AT TIME ZONE c.time_zone)::date::text AS paid_on, v.status, v.due_at,
          clock_ms() AS now
        FROM ${invoicesOfAuctions} JOIN inventory i ON i.id = l.inventory_id
        LEFT JOIN LATERAL (
          SELECT sum(s.cents) AS paid, string_agg(b.method, ' + ' ORDER BY s.id) AS methods,
            string_agg(nullif(b.reference, ''), ' + ' ORDER BY s.id) AS references,
            max(b.received_at) AS last_at
          FROM standing_payments s JOIN receipts b ON b.id = s.receipt_id WHERE s.invoice_id = v.id) p ON true
        WHERE (v.issued_at, v.id) > ($3::timestamptz, $4::bigint)
          AND ${inPeriod}
        ORDER BY v.issued_at, v.id LIMIT ${AT_ONCE}`,
      [from, to, after.at, after.id],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = { at: last.issued_at.toISOString(), id: last.id };
  }
}
