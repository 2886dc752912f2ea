import type { CertificateKind } from "@gavelyard/domain/sales/certificates";
import type { Db } from "../db/pool.ts";
import { lineCents } from "../sales/invoices-sql.ts";

/** A fact about tax that was recorded: an invoice, its voiding, or a credit (D94, D95). */
export interface TaxFactRow {
  readonly day: string;
  readonly kind: "INVOICED" | "VOIDED" | "TAX_CREDITED";
  readonly number: string;
  readonly buyer: string;
  readonly state: string;
  readonly zip: string;
  readonly sold_on: string;
  readonly milli_percent: number;
  /** Price, premium and document fee. */
  readonly sales_cents: number;
  readonly taxable_cents: number;
  readonly exempt_cents: number;
  readonly tax_cents: number;
  readonly certificate_kind: CertificateKind | null;
  readonly certificate_number: string | null;
}

const sales = `(${lineCents("HAMMER")} + ${lineCents("BUYER_PREMIUM")} + ${lineCents("DOC_FEE")})`;
const taxed = lineCents("TAX");
const credited = lineCents("TAX_CREDIT");
/** What the rate applied to; of invoices of earlier versions, price and premium. */
const base = `coalesce(s.taxable_cents, ${lineCents("HAMMER")} + ${lineCents("BUYER_PREMIUM")})`;
const when = (at: string) => `${at} >= $1 AND ${at} < $2`;

/** SQL of the facts between the times $1 and $2; days are in the time zone $3. */
const facts = `
  SELECT v.issued_at AS at, 'INVOICED' AS kind, v.id, ${sales} AS sales_cents,
      CASE WHEN ${taxed} > 0 THEN ${base} ELSE 0 END AS taxable_cents,
      CASE WHEN s.exempt_cents > 0 THEN ${base} ELSE 0 END AS exempt_cents, ${taxed} AS tax_cents,
      s.certificate_id
    FROM invoices v LEFT JOIN sale_taxes s ON s.invoice_id = v.id WHERE ${when("v.issued_at")}
  UNION ALL
  SELECT a.ended_at, 'VOIDED', v.id, -${sales},
      CASE WHEN ${taxed} + ${credited} > 0 THEN -${base} ELSE 0 END,
      CASE WHEN s.exempt_cents > 0 OR ${credited} < 0 THEN -${base} ELSE 0 END, -(${taxed} + ${credited}),
      coalesce(c.certificate_id, s.certificate_id)
    FROM awards a JOIN invoices v ON v.award_id = a.id LEFT JOIN sale_taxes s ON s.invoice_id = v.id
    LEFT JOIN tax_credits c ON c.invoice_id = v.id WHERE v.status = 'VOID' AND ${when("a.ended_at")}
  UNION ALL
  SELECT c.credited_at, 'TAX_CREDITED', v.id, 0, -${base}, ${base}, -c.cents, c.certificate_id
    FROM tax_credits c JOIN invoices v ON v.id = c.invoice_id LEFT JOIN sale_taxes s ON s.invoice_id = v.id
    WHERE ${when("c.credited_at")}`;

const stated = `(${facts}) f JOIN invoices v ON v.id = f.id JOIN awards a ON a.id = v.award_id
  JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id JOIN yards y ON y.id = i.yard_id
  LEFT JOIN sale_taxes s ON s.invoice_id = v.id`;
const state = "coalesce(s.state, y.state)";

export interface Period {
  readonly from: Date;
  readonly until: Date;
}

/** Returns what was recorded about tax in a period, in order. */
export async function taxFacts(db: Db, { from, until }: Period, zone: string) {
  const { rows } = await db.query<TaxFactRow>(
    `SELECT (f.at AT TIME ZONE $3)::date::text AS day, f.kind, v.number, coalesce(nullif(v.bill_to ->> 'companyName', ''),
        v.bill_to ->> 'name', '') AS buyer, ${state} AS state, coalesce(s.zip, left(y.zip, 5)) AS zip,
        coalesce(s.sold_on, (a.created_at AT TIME ZONE y.time_zone)::date)::text AS sold_on,
        coalesce(s.milli_percent, 0) AS milli_percent, f.sales_cents, f.taxable_cents, f.exempt_cents, f.tax_cents,
        x.kind AS certificate_kind, x.number AS certificate_number
      FROM ${stated} LEFT JOIN tax_certificates x ON x.id = f.certificate_id ORDER BY f.at, f.kind, v.id`,
    [from.toISOString(), until.toISOString(), zone],
  );
  return rows;
}

export interface StateTaxRow {
  readonly state: string;
  readonly sales_cents: number;
  readonly taxable_cents: number;
  readonly exempt_cents: number;
  readonly tax_cents: number;
}

/** Returns the sums of a period by state. */
export async function taxByState(db: Db, { from, until }: Period): Promise<StateTaxRow[]> {
  const sum = (column: string) => `sum(f.${column})::bigint AS ${column}`;
  const { rows } = await db.query<StateTaxRow>(
    `SELECT ${state} AS state, ${sum("sales_cents")}, ${sum("taxable_cents")}, ${sum("exempt_cents")},
        ${sum("tax_cents")} FROM ${stated} GROUP BY 1 ORDER BY 1`,
    [from.toISOString(), until.toISOString()],
  );
  return rows;
}
