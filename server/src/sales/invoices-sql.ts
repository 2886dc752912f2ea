import type { InvoiceLineKind } from "@gavelyard/domain/sales/invoice";
import type { Invoice } from "@gavelyard/contract/sales/payments";
import type { PaymentMethod } from "@gavelyard/domain/sales/payment-methods";
import type { OwedInvoice } from "@gavelyard/domain/sales/payments";
import type { SaleOfBuyer } from "@gavelyard/domain/sales/statement";
import type { TitleState } from "@gavelyard/domain/titles/title";
import type { PoolClient } from "pg";
import { isUnpaid } from "../auctions/staff-sql.ts";
import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { newestDelivery, type DeliveryRow } from "./deliveries-sql.ts";
import { yardPlace } from "./payments-sql.ts";

export interface StoredLine {
  readonly kind: InvoiceLineKind;
  readonly label: string;
  readonly cents: number;
}

export interface NewInvoice {
  readonly awardId: number;
  readonly userId: number;
  readonly lines: readonly StoredLine[];
  readonly totalCents: number;
  readonly dueAtMs: number;
  readonly timeZone: string;
}

/** Inserts the invoice of an award, billed to the winner's current profile. */
export async function insertInvoice(
  tx: PoolClient,
  invoice: NewInvoice,
): Promise<{ id: number; number: string }> {
  const { rows } = await tx.query<{ id: number; number: string }>(
    `INSERT INTO invoices (award_id, user_id, number, lines, total_cents, due_at, bill_to)
      SELECT $1, u.id,
        'GY-' || to_char(clock_ms() AT TIME ZONE $6, 'YYYY') || '-' || lpad(n::text, greatest(6, length(n::text)), '0'),
        $3::jsonb, $4, $5,
        jsonb_build_object('name', u.name, 'companyName', u.company_name, 'email', u.email, 'address', u.address)
      FROM users u, nextval('invoice_numbers') AS n WHERE u.id = $2 RETURNING id, number`,
    [
      invoice.awardId,
      invoice.userId,
      JSON.stringify(invoice.lines),
      invoice.totalCents,
      new Date(invoice.dueAtMs).toISOString(),
      invoice.timeZone,
    ],
  );
  const row = rows[0];
  if (row === undefined) throw new Error("an invoice was not written");
  return row;
}

export interface PaymentRow {
  readonly id: number;
  readonly cents: number;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly receivedAt: string;
  readonly recordedAt: string;
  readonly receiptId: number;
  /** Null unless it is voided. */
  readonly voidedAt: string | null;
  readonly voidReason: string | null;
}

/** Where a unit's title is, and how it left for this sale; null until then. */
export interface StoredTitle {
  readonly state: TitleState;
  readonly expectedOn: string | null;
  readonly left: {
    readonly how: "SENT" | "HANDED_OVER";
    /** As the database writes it. */
    readonly at: string;
    readonly carrier: string;
    readonly tracking: string;
    readonly recipient: string;
  } | null;
  /** The house's business days, null by default, and where they are counted. */
  readonly days: number | null;
  readonly zone: string | null;
}

const unitsTitle = `(SELECT json_build_object('state', t.state, 'expectedOn', t.expected_on,
    'left', (SELECT json_build_object('how', e.kind, 'at', e.recorded_at, 'carrier', e.carrier,
        'tracking', e.tracking, 'recipient', e.recipient)
      FROM title_events e WHERE e.award_id = a.id ORDER BY e.seq DESC LIMIT 1),
    'days', (SELECT s.value -> 'days' FROM operating_settings s WHERE s.name = 'titles'),
    'zone', (SELECT s.value -> 'hoursZone' FROM operating_settings s WHERE s.name = 'contact'))
  FROM title_states t WHERE t.inventory_id = i.id)`;

export interface InvoiceRow {
  readonly id: number;
  readonly number: string;
  readonly status: "ISSUED" | "PAID" | "VOID";
  readonly award_id: number;
  readonly user_id: number;
  readonly bill_to: Invoice["billTo"];
  readonly auction_id: number;
  readonly auction_name: string;
  readonly time_zone: string;
  readonly lot_label: string;
  readonly inventory_id: number;
  readonly title: string;
  readonly stock_number: string;
  readonly vin: string | null;
  readonly lines: readonly StoredLine[];
  readonly total_cents: number;
  readonly issued_at: Date;
  readonly due_at: Date;
  /** In the order of their IDs. */
  readonly payments: readonly PaymentRow[];
  /** The newest file attached to a payment. */
  readonly document_id: string | null;
  readonly yard: string;
  readonly yard_time_zone: string;
  readonly opens_hour: number;
  readonly closes_hour: number;
  /** Date such as `2026-11-24`. Null without an appointment; the hours are null too. */
  readonly pickup_on: string | null;
  readonly pickup_from_hour: number | null;
  readonly pickup_until_hour: number | null;
  /** Null until the invoice is paid, and so are the fields below. */
  readonly gate_pin: Buffer | null;
  /** When all money for it is cleared (D76); null without payments. */
  readonly clears_at: Date | null;
  readonly release_issued_at: Date;
  readonly pickup_due_at: Date;
  readonly released_at: Date | null;
  readonly carrier_name: string | null;
  readonly driver_name: string | null;
  readonly plate: string | null;
  readonly exit_pictures: readonly string[];
  readonly delivery: DeliveryRow | null;
  /** Null for a unit whose title the house doesn't keep. */
  readonly unit_title: StoredTitle | null;
  readonly now: Date;
}

/** SQL for when all money on an invoice `v` is cleared (D76). */
export const clearsAt = `(SELECT max(b.clears_at) FROM standing_payments s
    JOIN receipts b ON b.id = s.receipt_id WHERE s.invoice_id = v.id)`;

/** Returns when all money on an invoice is cleared, in ms (D76); 0 without payments. */
export async function clearsAtOf(db: Db, invoiceId: number): Promise<number> {
  const { rows } = await db.query<{ clears: Date | null }>(
    `SELECT ${clearsAt} AS clears FROM invoices v WHERE v.id = $1`,
    [invoiceId],
  );
  return rows[0]?.clears?.getTime() ?? 0;
}

const invoiceColumns = `v.id, v.number, v.status, v.award_id, v.user_id, v.bill_to, l.auction_id,
  c.name AS auction_name, c.time_zone, l.lot_number || l.lot_suffix AS lot_label, l.inventory_id,
  ${unitTitle} AS title, i.stock_number, i.vin,
  v.lines, v.total_cents, v.issued_at, v.due_at,
  (SELECT coalesce(json_agg(json_build_object('id', p.id, 'cents', p.cents, 'method', b.method,
      'reference', b.reference, 'receivedAt', b.received_at, 'recordedAt', p.recorded_at,
      'receiptId', b.id, 'voidedAt', w.voided_at, 'voidReason', w.reason) ORDER BY p.id), '[]')
    FROM payments p JOIN receipts b ON b.id = p.receipt_id LEFT JOIN payment_voids w ON w.payment_id = p.id
    WHERE p.invoice_id = v.id) AS payments,
  (SELECT p.document_id FROM payments p WHERE p.invoice_id = v.id AND p.document_id IS NOT NULL
    ORDER BY p.id DESC LIMIT 1) AS document_id,
  ${yardPlace} AS yard, y.time_zone AS yard_time_zone, y.opens_hour, y.closes_hour,
  r.pickup_on::text AS pickup_on, r.pickup_from_hour, r.pickup_until_hour, r.gate_pin, ${clearsAt} AS clears_at, r.issued_at AS release_issued_at,
  r.pickup_due_at, r.released_at, r.carrier_name, r.driver_name, r.plate,
  ARRAY(SELECT x.document_id::text FROM exit_pictures x WHERE x.award_id = a.id ORDER BY x.taken_at) AS exit_pictures,
  ${newestDelivery} AS delivery, ${unitsTitle} AS unit_title, clock_ms() AS now`;

const invoiceTables = `invoices v JOIN awards a ON a.id = v.award_id JOIN lots l ON l.id = a.lot_id
  JOIN auctions c ON c.id = l.auction_id JOIN inventory i ON i.id = l.inventory_id
  JOIN yards y ON y.id = i.yard_id LEFT JOIN releases r ON r.award_id = a.id`;

export async function invoiceById(db: Db, id: number): Promise<InvoiceRow | null> {
  const { rows } = await db.query<InvoiceRow>(
    `SELECT ${invoiceColumns} FROM ${invoiceTables} WHERE v.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Returns a user's invoices except void ones, newest first, at most 200. */
export async function invoicesOf(db: Db, userId: number): Promise<InvoiceRow[]> {
  const { rows } = await db.query<InvoiceRow>(
    `SELECT ${invoiceColumns} FROM ${invoiceTables}
      WHERE v.user_id = $1 AND v.status <> 'VOID' ORDER BY v.id DESC LIMIT 200`,
    [userId],
  );
  return rows;
}

/** Returns a user's invoices of one auction except void ones, by lot. */
export async function invoicesOfSale(
  db: Db,
  { userId, auctionId }: SaleOfBuyer,
): Promise<InvoiceRow[]> {
  const { rows } = await db.query<InvoiceRow>(
    `SELECT ${invoiceColumns} FROM ${invoiceTables}
      WHERE v.user_id = $1 AND l.auction_id = $2 AND v.status <> 'VOID'
      ORDER BY l.lot_number, l.lot_suffix, v.id`,
    [userId, auctionId],
  );
  return rows;
}

export interface ShortInvoice {
  readonly id: number;
  readonly number: string;
  readonly totalCents: number;
  /** The part of the total for delivery (D62). */
  readonly deliveryCents: number;
  readonly status: InvoiceRow["status"];
  readonly dueAt: Date;
}

/** SQL for the sum of the lines of one kind on an invoice `v`, in cents. */
export const lineCents = (kind: InvoiceLineKind) =>
  `(SELECT coalesce(sum((e->>'cents')::bigint), 0) FROM jsonb_array_elements(v.lines) e
    WHERE e->>'kind' = '${kind}')`;

export async function invoiceOfAward(
  db: Db,
  awardId: number,
): Promise<(ShortInvoice & { readonly lines: readonly StoredLine[] }) | null> {
  const { rows } = await db.query<ShortInvoice & { lines: readonly StoredLine[] }>(
    `SELECT v.id, v.number, v.total_cents AS "totalCents", ${lineCents("DELIVERY")} AS "deliveryCents",
        v.lines, v.status, v.due_at AS "dueAt" FROM invoices v WHERE v.award_id = $1`,
    [awardId],
  );
  return rows[0] ?? null;
}

/** Returns what is owed on an invoice, and by whom; null if there is no such invoice. */
export async function owedInvoice(
  db: Db,
  id: number,
): Promise<(OwedInvoice & { readonly number: string; readonly userId: number }) | null> {
  const { rows } = await db.query<OwedInvoice & { number: string; userId: number }>(
    `SELECT v.number, v.user_id AS "userId", v.status, v.total_cents AS "totalCents",
        (SELECT coalesce(sum(cents), 0) FROM standing_payments WHERE invoice_id = v.id) AS "paidCents"
      FROM invoices v WHERE v.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

export async function saleOfInvoice(
  db: Db,
  id: number,
): Promise<{ readonly awardId: number; readonly lotId: number } | null> {
  const { rows } = await db.query<{ awardId: number; lotId: number }>(
    `SELECT a.id AS "awardId", a.lot_id AS "lotId"
      FROM invoices v JOIN awards a ON a.id = v.award_id WHERE v.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** An award that isn't declared or paid yet. */
export interface UnpaidRow {
  readonly award_id: number;
  /** PAID when only the delivery is left to pay (D62). */
  readonly status: "PENDING" | "DECLARED" | "PAID";
  readonly inventory_id: number;
  readonly lot_label: string;
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly hammer_cents: number;
  readonly invoice_id: number | null;
  readonly invoice_number: string | null;
  readonly total_cents: number | null;
  readonly paid_cents: number;
  readonly payment_due_at: Date | null;
  readonly now: Date;
}

export async function unpaidOf(db: Db, auctionId: number): Promise<UnpaidRow[]> {
  const { rows } = await db.query<UnpaidRow>(
    `SELECT a.id AS award_id, a.status, l.inventory_id, l.lot_number || l.lot_suffix AS lot_label,
        a.user_id, u.name, u.email, a.hammer_cents, v.id AS invoice_id, v.number AS invoice_number,
        v.total_cents, (SELECT coalesce(sum(p.cents), 0) FROM standing_payments p
          WHERE p.invoice_id = v.id) AS paid_cents,
        CASE a.status WHEN 'PAID' THEN v.due_at ELSE a.payment_due_at END AS payment_due_at,
        clock_ms() AS now
      FROM lots l JOIN awards a ON a.lot_id = l.id JOIN users u ON u.id = a.user_id
      LEFT JOIN invoices v ON v.award_id = a.id
      WHERE l.auction_id = $1
        AND ${isUnpaid("a", "v")}
      ORDER BY l.lot_number, l.lot_suffix`,
    [auctionId],
  );
  return rows;
}

/** Returns a user's purchases that aren't paid, or not picked up yet, oldest first. */
export async function openPurchases(
  db: Db,
  userId: number,
): Promise<{ readonly title: string; readonly invoice: string | null }[]> {
  const { rows } = await db.query<{ title: string; invoice: string | null }>(
    `SELECT ${unitTitle} AS title, v.number AS invoice
      FROM awards a JOIN lots l ON l.id = a.lot_id JOIN inventory i ON i.id = l.inventory_id
      LEFT JOIN invoices v ON v.award_id = a.id LEFT JOIN releases r ON r.award_id = a.id
      WHERE a.user_id = $1 AND (${isUnpaid("a", "v")} OR a.status = 'PAID' AND r.released_at IS NULL)
      ORDER BY a.id`,
    [userId],
  );
  return rows;
}
