import type { PaymentMethod } from "@gavelyard/domain/sales/payment-methods";
import type { ReceiptEnd, ReceiptState } from "@gavelyard/domain/sales/receipts";
import type { PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";

export interface NewReceipt {
  readonly userId: number;
  readonly cents: number;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly payer: string;
  readonly documentId: string | null;
  readonly receivedAtMs: number;
  readonly clearsAtMs: number;
  readonly recordedBy: number;
}

export async function insertReceipt(tx: PoolClient, receipt: NewReceipt): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO receipts (user_id, cents, method, reference, payer, document_id, received_at, clears_at,
        recorded_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      receipt.userId,
      receipt.cents,
      receipt.method,
      receipt.reference,
      receipt.payer,
      receipt.documentId,
      new Date(receipt.receivedAtMs).toISOString(),
      new Date(receipt.clearsAtMs).toISOString(),
      receipt.recordedBy,
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a receipt was not written");
  return id;
}

/** What a repeated receipt has in common with the first. */
interface ReceiptMarks {
  readonly userId: number;
  readonly method: PaymentMethod;
  readonly cents: number;
  /** From `referenceKey`. */
  readonly key: string;
}

export interface EarlierReceipt {
  readonly id: number;
  /** One of its invoices; null if it is only credit. */
  readonly invoiceNumber: string | null;
  readonly buyer: string;
  readonly reference: string;
  readonly receivedAt: Date;
  readonly recordedBy: string;
}

/**
 * Returns the newest standing receipt with the same method, amount and reference, from any buyer, or
 * null. Without a reference, only one for the same invoices, or of the same buyer if there are none.
 * Until the transaction ends, nobody else can look for the same receipt.
 */
export async function earlierReceipt(
  tx: PoolClient,
  invoiceIds: readonly number[],
  { userId, method, cents, key }: ReceiptMarks,
): Promise<EarlierReceipt | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 29))", [
    `${method} ${cents} ${key}`,
  ]);
  const { rows } = await tx.query<EarlierReceipt>(
    `SELECT r.id, (SELECT v.number FROM payments p JOIN invoices v ON v.id = p.invoice_id
          WHERE p.receipt_id = r.id ORDER BY p.id LIMIT 1) AS "invoiceNumber",
        b.name AS buyer, r.reference, r.received_at AS "receivedAt", u.name AS "recordedBy"
      FROM receipts r JOIN users u ON u.id = r.recorded_by JOIN users b ON b.id = r.user_id
      WHERE r.method = $1 AND r.cents = $2 AND upper(regexp_replace(r.reference, '[^A-Za-z0-9]', '', 'g')) = $3
        AND ($3 <> '' OR r.user_id = $5 AND (cardinality($4::bigint[]) = 0
          OR EXISTS (SELECT FROM payments p WHERE p.receipt_id = r.id AND p.invoice_id = ANY($4::bigint[]))))
        AND NOT EXISTS (SELECT FROM receipt_ends e WHERE e.receipt_id = r.id)
        AND NOT EXISTS (SELECT FROM payments p JOIN payment_voids x ON x.payment_id = p.id
          WHERE p.receipt_id = r.id AND NOT x.keeps_credit)
      ORDER BY r.id DESC LIMIT 1`,
    [method, cents, key, invoiceIds, userId],
  );
  return rows[0] ?? null;
}

export interface StoredReceipt extends ReceiptState {
  readonly id: number;
  readonly userId: number;
  readonly reference: string;
  readonly buyer: string;
  readonly nowMs: number;
}

export async function receiptById(db: Db, id: number): Promise<StoredReceipt | null> {
  const { rows } = await db.query<
    Omit<StoredReceipt, "clearsAtMs" | "nowMs"> & { clears: Date; now: Date }
  >(
    `SELECT r.id, r.user_id AS "userId", r.method, r.cents, r.reference, u.name AS buyer,
        r.spent_cents AS "spentCents", r.refunded_cents AS "refundedCents",
        r.ended_as IS NOT NULL AS "isEnded", r.clears_at AS clears, clock_ms() AS now
      FROM receipt_states r JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
    [id],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { clears, now, ...receipt } = row;
  return { ...receipt, clearsAtMs: clears.getTime(), nowMs: now.getTime() };
}

/** A standing payment of a receipt, with the lot of its invoice. */
export interface ReceiptPayment {
  readonly id: number;
  readonly lotId: number;
  readonly invoiceNumber: string;
  readonly cents: number;
  readonly hasLeft: boolean;
}

export async function paymentsOfReceipt(db: Db, receiptId: number): Promise<ReceiptPayment[]> {
  const { rows } = await db.query<ReceiptPayment>(
    `SELECT p.id, a.lot_id AS "lotId", v.number AS "invoiceNumber", p.cents,
        EXISTS (SELECT FROM releases x WHERE x.award_id = a.id AND x.released_at IS NOT NULL) AS "hasLeft"
      FROM standing_payments p JOIN awards a ON a.id = p.award_id JOIN invoices v ON v.id = p.invoice_id
      WHERE p.receipt_id = $1 ORDER BY p.id`,
    [receiptId],
  );
  return rows;
}

export async function insertReceiptEnd(
  tx: PoolClient,
  receiptId: number,
  end: { readonly kind: ReceiptEnd; readonly reason: string; readonly by: number },
): Promise<void> {
  await tx.query(
    "INSERT INTO receipt_ends (receipt_id, kind, reason, ended_by) VALUES ($1, $2, $3, $4)",
    [receiptId, end.kind, end.reason, end.by],
  );
}

export async function insertRefund(
  tx: PoolClient,
  receiptId: number,
  refund: {
    readonly cents: number;
    readonly reference: string;
    readonly reason: string;
    readonly by: number;
  },
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO refunds (receipt_id, cents, reference, reason, refunded_by)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [receiptId, refund.cents, refund.reference, refund.reason, refund.by],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("a refund was not written");
  return id;
}

export interface OpenInvoice {
  readonly id: number;
  readonly lotId: number;
  readonly number: string;
  readonly auctionId: number;
  readonly auctionName: string;
  readonly timeZone: string;
  readonly lotNumber: string;
  readonly name: string;
  readonly totalCents: number;
  readonly balanceCents: number;
  readonly dueAtMs: number;
}

/** Returns a buyer's invoices with a balance, oldest due first. */
export async function openInvoicesOf(db: Db, userId: number): Promise<OpenInvoice[]> {
  const { rows } = await db.query<Omit<OpenInvoice, "dueAtMs"> & { due: Date }>(
    `SELECT v.id, l.id AS "lotId", v.number, l.auction_id AS "auctionId", c.name AS "auctionName",
        c.time_zone AS "timeZone", l.lot_number || l.lot_suffix AS "lotNumber", ${unitTitle} AS name,
        v.total_cents AS "totalCents", v.total_cents - (SELECT coalesce(sum(p.cents), 0)::bigint
          FROM standing_payments p WHERE p.invoice_id = v.id) AS "balanceCents", v.due_at AS due
      FROM invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
      JOIN auctions c ON c.id = l.auction_id JOIN inventory i ON i.id = l.inventory_id
      WHERE v.user_id = $1 AND v.status = 'ISSUED' ORDER BY v.due_at, v.id`,
    [userId],
  );
  return rows.map(({ due, ...row }) => ({ ...row, dueAtMs: due.getTime() }));
}
