import { addBusinessDays } from "../business-days.ts";
import type { Cents } from "../money.ts";
import type { PaymentMethod } from "./payment-methods.ts";
import { calendarDateIn, wallTimeToMs } from "../wall-time.ts";

/** An invoice with a balance, which money can go to. */
export interface PayableInvoice {
  readonly id: number;
  readonly auctionId: number;
  readonly balanceCents: Cents;
  readonly dueAtMs: number;
}

/** The part of a receipt that pays an invoice. */
export interface ReceiptPart {
  readonly invoiceId: number;
  readonly cents: Cents;
}

/**
 * Splits money among invoices: first the auction whose statement it names (D83), then the
 * oldest due. What is left over is the buyer's credit.
 */
export function splitMoney(
  cents: Cents,
  invoices: readonly PayableInvoice[],
  namedAuction: number | null = null,
): ReceiptPart[] {
  const parts: ReceiptPart[] = [];
  let left = cents;
  const inOrder = invoices.toSorted(
    (one, other) =>
      Number(other.auctionId === namedAuction) - Number(one.auctionId === namedAuction) ||
      one.dueAtMs - other.dueAtMs ||
      one.id - other.id,
  );
  for (const { id, balanceCents } of inOrder) {
    const part = Math.min(left, balanceCents);
    if (part <= 0) continue;
    parts.push({ invoiceId: id, cents: part });
    left -= part;
  }
  return parts;
}

export type PartsRefusal =
  | { readonly code: "NOT_OPEN" | "TWICE" | "NOTHING" | "MORE_THAN_DUE"; readonly index: number }
  | { readonly code: "MORE_THAN_LEFT" };

/** Returns why chosen parts can't go to these open invoices of the payer, or null (D75). */
export function refuseParts(
  leftCents: Cents,
  parts: readonly ReceiptPart[],
  invoices: readonly PayableInvoice[],
): PartsRefusal | null {
  const balances = new Map(invoices.map(({ id, balanceCents }) => [id, balanceCents]));
  const named = new Set<number>();
  let total = 0;
  for (const [index, { invoiceId, cents }] of parts.entries()) {
    const balance = balances.get(invoiceId);
    if (balance === undefined) return { code: "NOT_OPEN", index };
    if (named.has(invoiceId)) return { code: "TWICE", index };
    if (cents <= 0) return { code: "NOTHING", index };
    if (cents > balance) return { code: "MORE_THAN_DUE", index };
    named.add(invoiceId);
    total += cents;
  }
  return total > leftCents ? { code: "MORE_THAN_LEFT" } : null;
}

/** Default business days until a method's money is cleared; other methods clear at once. */
export const defaultClearingDays = { CHECK: 5, ACH: 3 } as const;
export type ClearingDays = Readonly<Record<keyof typeof defaultClearingDays, number>>;

/**
 * Returns when money is cleared, in ms (D76): at once, or when the given business day after it came
 * in begins in the house's time zone.
 */
export function clearsAtMs(
  method: PaymentMethod,
  receivedAtMs: number,
  { days, zone }: { readonly days: ClearingDays; readonly zone: string },
): number {
  const wait = method === "CHECK" || method === "ACH" ? days[method] : 0;
  if (wait === 0) return receivedAtMs;
  const day = addBusinessDays(calendarDateIn(receivedAtMs, zone), wait);
  return wallTimeToMs(`${day}T00:00:00`, zone);
}

export const receiptEnds = ["MISTAKE", "RETURNED"] as const;
/** How a whole receipt ends: it was recorded by mistake, or the bank returned it. */
export type ReceiptEnd = (typeof receiptEnds)[number];

/** Methods whose money a bank can take back. */
const returnable: ReadonlySet<PaymentMethod> = new Set([
  "ACH",
  "CHECK",
  "CASHIERS_CHECK",
  "MONEY_ORDER",
  "CARD",
]);
export const canBeReturned = (method: PaymentMethod): boolean => returnable.has(method);

export interface ReceiptState {
  readonly method: PaymentMethod;
  readonly cents: Cents;
  /** On invoices, or removed from one together with its money. */
  readonly spentCents: Cents;
  readonly refundedCents: Cents;
  readonly isEnded: boolean;
  readonly clearsAtMs: number;
}

/** Returns the part of a receipt that is the buyer's credit. */
export const creditCents = ({ cents, spentCents, refundedCents, isEnded }: ReceiptState): Cents =>
  isEnded ? 0 : cents - spentCents - refundedCents;

/**
 * Returns why a receipt with these standing payments can't end, or null (D75). Money that was
 * refunded or removed in part can't end as a whole, and a mistake can't be undone once a unit that it
 * paid for has left the yard.
 */
export function refuseEnd(
  receipt: ReceiptState,
  end: ReceiptEnd,
  payments: readonly { readonly cents: Cents; readonly hasLeft: boolean }[],
): "ENDED_ALREADY" | "REFUNDED" | "PART_GONE" | "NOT_RETURNABLE" | "UNIT_LEFT" | null {
  if (receipt.isEnded) return "ENDED_ALREADY";
  if (receipt.refundedCents > 0) return "REFUNDED";
  if (payments.reduce((sum, { cents }) => sum + cents, 0) < receipt.spentCents) return "PART_GONE";
  if (end === "RETURNED") return canBeReturned(receipt.method) ? null : "NOT_RETURNABLE";
  return payments.some(({ hasLeft }) => hasLeft) ? "UNIT_LEFT" : null;
}

/** Returns why credit can't be refunded, or null (D75): only cleared money goes out. */
export function refuseRefund(
  nowMs: number,
  receipt: ReceiptState,
  cents: Cents,
): "NOTHING" | "MORE_THAN_CREDIT" | "NOT_CLEARED" | null {
  if (cents <= 0) return "NOTHING";
  if (cents > creditCents(receipt)) return "MORE_THAN_CREDIT";
  return receipt.clearsAtMs > nowMs ? "NOT_CLEARED" : null;
}

/** Days past due that ageing counts together; the first column isn't due yet. */
export const ageingFrom = [0, 1, 31, 61, 91] as const;
