import { say, t } from "@gavelyard/messages/text";
import { allInCost, type FeeSchedule } from "./fees.ts";
import { shareOfCents, type Cents } from "../money.ts";

export const invoiceLineKinds = ["HAMMER", "BUYER_PREMIUM", "DOC_FEE", "TAX", "DELIVERY"] as const;
export type InvoiceLineKind = (typeof invoiceLineKinds)[number];
/** Lines of the sale itself. A delivery is added when the buyer accepts its quote (D62). */
export type SaleLineKind = Exclude<InvoiceLineKind, "DELIVERY">;

export interface SaleLine {
  readonly kind: SaleLineKind;
  readonly amountCents: Cents;
}

/**
 * Returns the lines of a lot's invoice at a hammer price. Lines of $0 are left out, except the
 * hammer price.
 */
export function invoiceLines(schedule: FeeSchedule, hammerCents: Cents): SaleLine[] {
  const { premiumCents, docFeeCents } = allInCost(schedule, hammerCents);
  const lines: SaleLine[] = [
    { kind: "HAMMER", amountCents: hammerCents },
    { kind: "BUYER_PREMIUM", amountCents: premiumCents },
    { kind: "DOC_FEE", amountCents: docFeeCents },
    { kind: "TAX", amountCents: shareOfCents(hammerCents + premiumCents, schedule.taxBasisPoints) },
  ];
  return lines.filter(({ kind, amountCents }) => kind === "HAMMER" || amountCents > 0);
}

export function invoiceTotalCents(lines: readonly SaleLine[]): Cents {
  return lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Statuses of an invoice. OVERDUE depends on the clock; PARTIAL is partly paid and not overdue. */
export const invoiceStatuses = ["ISSUED", "PARTIAL", "PAID", "OVERDUE", "VOID"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Returns the status of an invoice at `nowMs` (D29). */
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

/** Translates a stored line's label. */
export function sayLabel(label: string): string {
  const [, percent] = /^Sales tax (.+)%$/.exec(label) ?? [];
  return percent === undefined ? say(label) : t("Sales tax {percent}%", { percent });
}
