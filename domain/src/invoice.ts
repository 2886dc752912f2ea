import { allInCost, type FeeSchedule } from "./fees.ts";
import { shareOfCents, type Cents } from "./money.ts";

/** What a line of an invoice is for. */
export const invoiceLineKinds = ["HAMMER", "BUYER_PREMIUM", "DOC_FEE", "TAX"] as const;
export type InvoiceLineKind = (typeof invoiceLineKinds)[number];

export interface InvoiceLine {
  readonly kind: InvoiceLineKind;
  readonly amountCents: Cents;
}

/**
 * The lines of a lot's invoice at a hammer price: hammer, buyer's premium, document fee and sales tax,
 * which is on hammer and premium. Lines of nothing are left out, but for the hammer price.
 */
export function invoiceLines(schedule: FeeSchedule, hammerCents: Cents): InvoiceLine[] {
  const { premiumCents, docFeeCents } = allInCost(schedule, hammerCents);
  const lines: InvoiceLine[] = [
    { kind: "HAMMER", amountCents: hammerCents },
    { kind: "BUYER_PREMIUM", amountCents: premiumCents },
    { kind: "DOC_FEE", amountCents: docFeeCents },
    { kind: "TAX", amountCents: shareOfCents(hammerCents + premiumCents, schedule.taxBasisPoints) },
  ];
  return lines.filter(({ kind, amountCents }) => kind === "HAMMER" || amountCents > 0);
}

/** What an invoice comes to. */
export function invoiceTotalCents(lines: readonly InvoiceLine[]): Cents {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Where an invoice stands; OVERDUE is told by the clock, PARTIAL by what was paid of it in time. */
export const invoiceStatuses = ["ISSUED", "PARTIAL", "PAID", "OVERDUE", "VOID"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/**
 * The status of an invoice at `nowMs`: one that is not paid in full after its due time is OVERDUE (D29),
 * before it PARTIAL once something is paid.
 */
export function invoiceStatusAt(
  nowMs: number,
  invoice: {
    readonly status: "ISSUED" | "PAID" | "VOID";
    readonly dueAtMs: number;
    readonly paidCents: Cents;
  },
): InvoiceStatus {
  if (invoice.status !== "ISSUED") return invoice.status;
  if (nowMs > invoice.dueAtMs) return "OVERDUE";
  return invoice.paidCents > 0 ? "PARTIAL" : "ISSUED";
}
