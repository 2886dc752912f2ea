import type { Cents } from "./money.ts";

/** An invoice as far as payments on it are judged. */
export interface OwedInvoice {
  readonly status: "ISSUED" | "PAID" | "VOID";
  readonly totalCents: Cents;
  /** The sum of the payments that count. */
  readonly paidCents: Cents;
}

/** Why a payment is not taken. */
export type PaymentRefusal =
  | "INVOICE_PAID"
  | "INVOICE_VOID"
  | "NOTHING"
  | "MORE_THAN_DUE"
  | "IN_THE_FUTURE";

/** What is left to pay of an invoice; nothing is owed on a void one. */
export function balanceCents({ status, totalCents, paidCents }: OwedInvoice): Cents {
  return status === "VOID" ? 0 : totalCents - paidCents;
}

/**
 * Judges a payment on an invoice, in full or in part (D29): above 0, at most the balance, received by
 * now, and only while the invoice is open. Answers what is left to pay after it.
 */
export function judgePayment(
  nowMs: number,
  invoice: OwedInvoice,
  payment: { readonly cents: Cents; readonly receivedAtMs: number },
):
  | { readonly accepted: true; readonly balanceCents: Cents }
  | { readonly accepted: false; readonly refusal: PaymentRefusal } {
  const refused = (refusal: PaymentRefusal) => ({ accepted: false, refusal }) as const;
  if (invoice.status === "PAID") return refused("INVOICE_PAID");
  if (invoice.status === "VOID") return refused("INVOICE_VOID");
  if (payment.cents <= 0) return refused("NOTHING");
  if (payment.receivedAtMs > nowMs) return refused("IN_THE_FUTURE");
  const left = balanceCents(invoice) - payment.cents;
  return left < 0 ? refused("MORE_THAN_DUE") : { accepted: true, balanceCents: left };
}

/**
 * Whether a payment may be taken off its invoice, because it was recorded by mistake or given back: as
 * long as the invoice is open. Once it is paid the unit may have left.
 */
export function mayVoidPayment(
  invoice: Pick<OwedInvoice, "status">,
  payment: { readonly voided: boolean },
): boolean {
  return invoice.status === "ISSUED" && !payment.voided;
}
