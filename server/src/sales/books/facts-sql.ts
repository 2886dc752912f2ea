import type { Fact } from "@gavelyard/domain/sales/journal";
import type { PaymentMethod } from "@gavelyard/domain/sales/payment-methods";
import type { Db } from "../../db/pool.ts";
import type { StoredLine } from "../invoices-sql.ts";

/** A fact with what an export says about it. */
export interface DatedFact {
  readonly fact: Fact;
  readonly at: Date;
  /** Of the invoice, or `R` and the ID of the receipt. */
  readonly number: string;
  readonly buyer: string;
  readonly reference: string;
}

interface FactRow {
  readonly at: Date;
  readonly kind: Fact["kind"];
  readonly number: string;
  readonly buyer: string;
  readonly reference: string;
  readonly method: PaymentMethod | null;
  readonly cents: number | null;
  readonly lines: readonly StoredLine[] | null;
}

const ofInvoice = "v.number, v.user_id, '' AS reference";
const ofReceipt = "'R' || r.id AS number, r.user_id, r.reference";
const when = (at: string) => `${at} >= $1 AND ${at} < $2`;
// A canceled delivery was on the invoice only if the buyer had accepted it.
const wasAccepted =
  "(d.status IN ('ACCEPTED', 'IN_TRANSIT', 'DELIVERED') OR d.status = 'CANCELED' AND d.answered_at IS NOT NULL)";
const invoiceOfDelivery = "deliveries d JOIN invoices v ON v.award_id = d.award_id";
const paymentOnInvoice =
  "payments p JOIN invoices v ON v.id = p.invoice_id JOIN receipts r ON r.id = p.receipt_id";

/** SQL for all facts of the books between the times $1 and $2, by when they were recorded. */
const facts = `
  SELECT v.issued_at AS at, 1 AS rank, v.id, 'INVOICED' AS kind, ${ofInvoice}, NULL::text AS method,
      NULL::bigint AS cents, v.lines FROM invoices v WHERE ${when("v.issued_at")}
  UNION ALL SELECT a.ended_at, 9, v.id, 'VOIDED', ${ofInvoice}, NULL, NULL, v.lines
    FROM awards a JOIN invoices v ON v.award_id = a.id WHERE v.status = 'VOID' AND ${when("a.ended_at")}
  UNION ALL SELECT d.answered_at, 2, d.id, 'DELIVERY_ADDED', ${ofInvoice}, NULL, d.quote_cents, NULL
    FROM ${invoiceOfDelivery} WHERE ${wasAccepted} AND ${when("d.answered_at")}
  UNION ALL SELECT d.ended_at, 8, d.id, 'DELIVERY_REMOVED', ${ofInvoice}, NULL, d.quote_cents, NULL
    FROM ${invoiceOfDelivery} WHERE ${wasAccepted} AND ${when("d.ended_at")}
  UNION ALL SELECT t.credited_at, 8, v.id, 'TAX_CREDITED', ${ofInvoice}, NULL, t.cents, NULL
    FROM tax_credits t JOIN invoices v ON v.id = t.invoice_id WHERE ${when("t.credited_at")}
  UNION ALL SELECT r.recorded_at, 3, r.id, 'RECEIVED', ${ofReceipt}, r.method, r.cents, NULL
    FROM receipts r WHERE ${when("r.recorded_at")}
  UNION ALL SELECT p.recorded_at, 4, p.id, 'PAID', v.number, v.user_id, r.reference, NULL, p.cents, NULL
    FROM ${paymentOnInvoice} WHERE ${when("p.recorded_at")}
  UNION ALL SELECT x.voided_at, 5, p.id, CASE WHEN x.keeps_credit THEN 'UNPAID' ELSE 'GONE' END, v.number,
      v.user_id, r.reference, r.method, p.cents, NULL
    FROM payment_voids x JOIN ${paymentOnInvoice} ON p.id = x.payment_id WHERE ${when("x.voided_at")}
  UNION ALL SELECT e.ended_at, 6, r.id, CASE e.kind WHEN 'MISTAKE' THEN 'REVERSED' ELSE 'RETURNED' END,
      ${ofReceipt}, r.method, r.cents, NULL
    FROM receipt_ends e JOIN receipts r ON r.id = e.receipt_id WHERE ${when("e.ended_at")}
  UNION ALL SELECT f.refunded_at, 7, f.id, 'REFUNDED', 'R' || r.id, r.user_id, f.reference, r.method, f.cents, NULL
    FROM refunds f JOIN receipts r ON r.id = f.receipt_id WHERE ${when("f.refunded_at")}`;

/** Returns the facts that were recorded from a time until another, in that order (D85). */
export async function factsBetween(db: Db, from: Date, until: Date): Promise<DatedFact[]> {
  const { rows } = await db.query<FactRow>(
    `SELECT b.at, b.kind, b.number, u.name AS buyer, b.reference, b.method, b.cents, b.lines
      FROM (${facts}) b JOIN users u ON u.id = b.user_id ORDER BY b.at, b.rank, b.id`,
    [from.toISOString(), until.toISOString()],
  );
  return rows.map(({ at, number, buyer, reference, ...row }) => ({
    fact: factOf(row),
    at,
    number,
    buyer,
    reference,
  }));
}

/** Counts them. */
export async function countFacts(db: Db, from: Date, until: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${facts}) b`,
    [from.toISOString(), until.toISOString()],
  );
  return rows[0]?.count ?? 0;
}

function factOf({
  kind,
  method,
  cents: stored,
  lines,
}: Pick<FactRow, "kind" | "method" | "cents" | "lines">): Fact {
  const cents = stored ?? 0;
  switch (kind) {
    case "INVOICED":
      return {
        kind,
        lines: (lines ?? []).filter((one) => one.kind !== "DELIVERY" && one.kind !== "TAX_CREDIT"),
      };
    case "VOIDED":
      return { kind, lines: (lines ?? []).filter((line) => line.kind !== "DELIVERY") };
    case "DELIVERY_ADDED":
    case "DELIVERY_REMOVED":
    case "TAX_CREDITED":
    case "PAID":
    case "UNPAID":
      return { kind, cents };
    default:
      return { kind, method: method ?? "WIRE", cents };
  }
}
