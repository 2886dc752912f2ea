import type { PaymentMethod } from "@gavelyard/domain/sales/payment-methods";
import { ageingFrom, type ReceiptEnd } from "@gavelyard/domain/sales/receipts";
import { readStatementReference } from "@gavelyard/domain/sales/statement";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";

export async function isBuyer(db: Db, userId: number): Promise<boolean> {
  const { rowCount } = await db.query("SELECT FROM bidders WHERE user_id = $1", [userId]);
  return rowCount === 1;
}

export interface BuyerRow {
  readonly name: string;
  readonly companyName: string | null;
  readonly creditCents: number;
  readonly now: Date;
}

export async function buyerById(db: Db, userId: number): Promise<BuyerRow | null> {
  const { rows } = await db.query<BuyerRow>(
    `SELECT u.name, u.company_name AS "companyName", (SELECT coalesce(sum(r.credit_cents), 0)::bigint
          FROM receipt_states r WHERE r.user_id = u.id) AS "creditCents", clock_ms() AS now
      FROM users u JOIN bidders b ON b.user_id = u.id WHERE u.id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export interface ReceiptRow {
  readonly id: number;
  readonly cents: number;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly payer: string;
  readonly receivedAt: Date;
  readonly clearsAt: Date;
  readonly recordedAt: Date;
  readonly hasFile: boolean;
  readonly creditCents: number;
  readonly end: { readonly kind: ReceiptEnd; readonly at: string; readonly reason: string } | null;
  readonly payments: readonly {
    readonly id: number;
    readonly invoiceId: number;
    readonly invoiceNumber: string;
    readonly cents: number;
    readonly voided: boolean;
  }[];
  readonly refunds: readonly {
    readonly id: number;
    readonly cents: number;
    readonly reference: string;
    readonly reason: string;
    readonly at: string;
  }[];
}

/** Returns a buyer's receipts, newest first, at most 100. */
export async function receiptsOf(db: Db, userId: number): Promise<ReceiptRow[]> {
  const { rows } = await db.query<ReceiptRow>(
    `SELECT r.id, r.cents, r.method, r.reference, r.payer, r.received_at AS "receivedAt",
        r.clears_at AS "clearsAt", r.recorded_at AS "recordedAt", r.document_id IS NOT NULL AS "hasFile",
        r.credit_cents AS "creditCents",
        (SELECT json_build_object('kind', e.kind, 'at', e.ended_at, 'reason', e.reason)
          FROM receipt_ends e WHERE e.receipt_id = r.id) AS "end",
        (SELECT coalesce(json_agg(json_build_object('id', p.id, 'invoiceId', v.id, 'invoiceNumber', v.number,
            'cents', p.cents, 'voided', EXISTS (SELECT FROM payment_voids x WHERE x.payment_id = p.id))
            ORDER BY p.id), '[]')
          FROM payments p JOIN invoices v ON v.id = p.invoice_id WHERE p.receipt_id = r.id) AS payments,
        (SELECT coalesce(json_agg(json_build_object('id', f.id, 'cents', f.cents, 'reference', f.reference,
            'reason', f.reason, 'at', f.refunded_at) ORDER BY f.id), '[]')
          FROM refunds f WHERE f.receipt_id = r.id) AS refunds
      FROM receipt_states r WHERE r.user_id = $1 ORDER BY r.id DESC LIMIT 100`,
    [userId],
  );
  return rows;
}

export interface OwingRow {
  readonly userId: number;
  readonly name: string;
  readonly companyName: string | null;
  readonly invoices: number;
  readonly balanceCents: number;
  /** By days past due, as `ageingFrom`. */
  readonly ageing: readonly number[];
  readonly oldestDueAt: Date | null;
  /** Of the auction of the oldest due invoice. */
  readonly oldestDueZone: string | null;
  readonly creditCents: number;
}

/** SQL for the sum of open balances by their column in the ageing of buyers. */
const ageing = ageingFrom
  .map((from, index) => {
    const days = "ceil(extract(epoch FROM clock_ms() - due_at) / 86400)";
    const until = ageingFrom[index + 1];
    const after = index === 0 ? "true" : `${days} >= ${from}`;
    const before = until === undefined ? "true" : `${days} < ${until}`;
    return `coalesce(sum(balance) FILTER (WHERE ${after} AND ${before}), 0)::bigint`;
  })
  .join(", ");

/** SQL for the buyers with open invoices or credit whose name has $1 in it, or whose ID is $2. */
const owing = `WITH open AS (
    SELECT v.user_id, v.due_at, c.time_zone, v.total_cents - (SELECT coalesce(sum(p.cents), 0)::bigint
        FROM standing_payments p WHERE p.invoice_id = v.id) AS balance
      FROM invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
      JOIN auctions c ON c.id = l.auction_id WHERE v.status = 'ISSUED'),
  owed AS (
    SELECT user_id, count(*) AS invoices, sum(balance)::bigint AS balance, min(due_at) AS oldest,
        (array_agg(time_zone ORDER BY due_at))[1] AS zone, ARRAY[${ageing}] AS ageing
      FROM open GROUP BY user_id),
  credits AS (
    SELECT user_id, sum(credit_cents)::bigint AS credit FROM receipt_states
      WHERE credit_cents > 0 GROUP BY user_id),
  owing AS (
    SELECT u.id, u.name, u.company_name, coalesce(o.invoices, 0) AS invoices,
        coalesce(o.balance, 0) AS balance, o.oldest, o.zone, o.ageing, coalesce(k.credit, 0) AS credit
      FROM owed o FULL JOIN credits k USING (user_id) JOIN users u ON u.id = user_id
      WHERE $1 = '' OR u.id = $2 OR strpos(lower(concat_ws(' ', u.name, u.company_name)), lower($1)) > 0)`;

const noBalance = ageingFrom.map(() => 0);

/** Returns a page of the buyers with open invoices or credit, oldest due first, and their sums. */
export async function owingBuyersPage(
  db: Db,
  { q, page, size }: { readonly q: string; readonly page: number; readonly size: number },
): Promise<{
  rows: OwingRow[];
  total: number;
  balanceCents: number;
  ageing: readonly number[];
  creditCents: number;
}> {
  const { rows } = await db.query<{
    sums: { total: number; balance: number; credit: number; ageing: number[] };
    content: readonly {
      id: number;
      name: string;
      company_name: string | null;
      invoices: number;
      balance: number;
      ageing: number[] | null;
      oldest: string | null;
      zone: string | null;
      credit: number;
    }[];
  }>(
    `${owing} SELECT (SELECT json_build_object('total', count(*), 'balance', coalesce(sum(balance), 0)::bigint,
          'credit', coalesce(sum(credit), 0)::bigint,
          'ageing', ARRAY[${ageingFrom
            .map((_, index) => `coalesce(sum(ageing[${index + 1}]), 0)::bigint`)
            .join(", ")}]) FROM owing) AS sums,
        (SELECT coalesce(json_agg(o ORDER BY oldest NULLS LAST, id), '[]') FROM (
          SELECT * FROM owing ORDER BY oldest NULLS LAST, id LIMIT $3 OFFSET $4) o) AS content`,
    [q, readStatementReference(q)?.userId ?? null, size, page * size],
  );
  const [{ sums, content } = { sums: null, content: [] }] = rows;
  return {
    rows: content.map((row) => ({
      userId: row.id,
      name: row.name,
      companyName: row.company_name,
      invoices: row.invoices,
      balanceCents: row.balance,
      ageing: row.ageing ?? noBalance,
      oldestDueAt: row.oldest === null ? null : new Date(row.oldest),
      oldestDueZone: row.zone,
      creditCents: row.credit,
    })),
    total: sums?.total ?? 0,
    balanceCents: sums?.balance ?? 0,
    creditCents: sums?.credit ?? 0,
    ageing: sums?.ageing ?? noBalance,
  };
}

/** Returns whose receipt it is and its file; null if there is no such receipt. */
export async function fileOfReceipt(
  db: Db,
  id: number,
): Promise<{ readonly userId: number; readonly documentId: string | null } | null> {
  const { rows } = await db.query<{ userId: number; documentId: string | null }>(
    `SELECT user_id AS "userId", document_id AS "documentId" FROM receipts WHERE id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Cash about which the house has to file Form 8300 (D89). */
export interface CashToReport {
  readonly receiptId: number;
  readonly cents: number;
  readonly dueOn: string;
}

export async function cashToReportOf(db: Db, userId: number): Promise<CashToReport | null> {
  const { rows } = await db.query<CashToReport>(
    `SELECT receipt_id AS "receiptId", cents, due_on::text AS "dueOn"
      FROM cash_to_report WHERE user_id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

export async function insertCashReport(
  tx: PoolClient,
  receiptId: number,
  report: {
    readonly outcome: "FILED" | "NOT_REQUIRED";
    readonly note: string;
    readonly by: number;
  },
): Promise<void> {
  await tx.query(
    "INSERT INTO cash_reports (receipt_id, outcome, note, recorded_by) VALUES ($1, $2, $3, $4)",
    [receiptId, report.outcome, report.note, report.by],
  );
}
