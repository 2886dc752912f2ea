import type { Cents } from "../money.ts";

export interface OwedInvoice {
  readonly status: "ISSUED" | "PAID" | "VOID";
  readonly totalCents: Cents;
  /** Sum of the payments that are not voided. */
  readonly paidCents: Cents;
}

export type PaymentRefusal =
  | "INVOICE_PAID"
  | "INVOICE_VOID"
  | "BALANCE_CHANGED"
  | "NOTHING"
  | "MORE_THAN_DUE"
  | "IN_THE_FUTURE";

/** Returns the unpaid balance of an invoice; 0 for a void one. */
export function balanceCents({ status, totalCents, paidCents }: OwedInvoice): Cents {
  return status === "VOID" ? 0 : totalCents - paidCents;
}

/** Returns whether an invoice still has the balance that was shown; true if none is stated. */
export const isShownBalance = (invoice: OwedInvoice, shownCents: Cents | undefined): boolean =>
  shownCents === undefined || shownCents === balanceCents(invoice);

/**
 * Returns why a payment, in full or in part, can't be recorded, or null (D29): above 0, at most the
 * balance, not received in the future, and only while the invoice is open, with the balance that was
 * shown to the person who records it.
 */
export function refusePayment(
  nowMs: number,
  invoice: OwedInvoice,
  payment: {
    readonly cents: Cents;
    readonly receivedAtMs: number;
    /** Undefined if the caller didn't state it. */
    readonly shownBalanceCents?: Cents | undefined;
  },
): PaymentRefusal | null {
  if (invoice.status === "PAID") return "INVOICE_PAID";
  if (invoice.status === "VOID") return "INVOICE_VOID";
  if (!isShownBalance(invoice, payment.shownBalanceCents)) return "BALANCE_CHANGED";
  if (payment.cents <= 0) return "NOTHING";
  if (payment.receivedAtMs > nowMs) return "IN_THE_FUTURE";
  return payment.cents > balanceCents(invoice) ? "MORE_THAN_DUE" : null;
}

/**
 * What removing a payment from an invoice does: REMOVE it from one that is still open, or from a
 * void one; REOPEN a paid invoice whose sale stays paid without it, since only a delivery was left;
 * or REVERSE a paid sale, which is then owed again. The last two need a second person (D38).
 */
export type PaymentRemoval = "REMOVE" | "REOPEN" | "REVERSE";

/**
 * Returns what removing a payment, recorded by mistake or refunded, does (D29), or why it can't be
 * removed: it was already, or the unit has left the yard.
 */
export function judgeRemoval(
  invoice: OwedInvoice,
  payment: { readonly cents: Cents; readonly voided: boolean },
  sale: {
    readonly isPaid: boolean;
    readonly hasLeft: boolean;
    /** The invoice's total without delivery. */
    readonly saleCents: Cents;
    /** Whether the bank returned the money, which counts even after the unit has left (D75). */
    readonly isReturned?: boolean;
  },
): PaymentRemoval | "REMOVED_ALREADY" | "UNIT_LEFT" {
  if (payment.voided) return "REMOVED_ALREADY";
  if (!sale.isPaid || invoice.status === "VOID") return "REMOVE";
  if (sale.hasLeft && sale.isReturned !== true) return "UNIT_LEFT";
  if (!sale.hasLeft && invoice.paidCents - payment.cents < sale.saleCents) return "REVERSE";
  return invoice.status === "PAID" ? "REOPEN" : "REMOVE";
}
