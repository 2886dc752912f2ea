import { say, t } from "@gavelyard/messages/text";
import { allInCost, type FeeSchedule } from "./fees.ts";
import type { Cents } from "../money.ts";
import { taxOfSale } from "./tax.ts";

export const invoiceLineKinds = [
  "HAMMER",
  "BUYER_PREMIUM",
  "DOC_FEE",
  "TAX",
  "DELIVERY",
  "TAX_CREDIT",
] as const;
export type InvoiceLineKind = (typeof invoiceLineKinds)[number];
/**
 * Lines of the sale itself. A delivery is added when the buyer accepts its quote (D62), a credit when
 * a certificate comes after the sale (D95).
 */
export type SaleLineKind = Exclude<InvoiceLineKind, "DELIVERY" | "TAX_CREDIT">;

export interface SaleLine {
  readonly kind: SaleLineKind;
  readonly amountCents: Cents;
}

/**
 * Returns the lines of a lot's invoice at a hammer price. Lines of $0 are left out, except the
 * hammer price, and a tax from which a certificate exempts.
 */
export function invoiceLines(schedule: FeeSchedule, hammerCents: Cents): SaleLine[] {
  const cost = allInCost(schedule, hammerCents);
  const { premiumCents, docFeeCents } = cost;
  const { taxCents, exemptCents } = taxOfSale(schedule, cost);
  const lines: SaleLine[] = [
    { kind: "HAMMER", amountCents: hammerCents },
    { kind: "BUYER_PREMIUM", amountCents: premiumCents },
    { kind: "DOC_FEE", amountCents: docFeeCents },
    { kind: "TAX", amountCents: taxCents },
  ];
  return lines.filter(
    ({ kind, amountCents }) =>
      kind === "HAMMER" || amountCents > 0 || (kind === "TAX" && exemptCents > 0),
  );
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

/** Stored labels that have a value, in English. */
export const storedLabels = {
  tax: (percent: number): string => `Sales tax ${percent}%`,
  exempt: (number: string): string => `Tax exempt by certificate ${number}`,
  credit: (number: string): string => `Tax credit by certificate ${number}`,
};

/** Translates a stored line's label. */
export function sayLabel(label: string): string {
  const [, percent] = /^Sales tax (.+)%$/.exec(label) ?? [];
  if (percent !== undefined) return t("Sales tax {percent}%", { percent });
  const [, kind, number] = /^Tax (exempt|credit) by certificate (.+)$/.exec(label) ?? [];
  if (number === undefined) return say(label);
  return kind === "exempt"
    ? t("Tax exempt by certificate {number}", { number })
    : t("Tax credit by certificate {number}", { number });
}
