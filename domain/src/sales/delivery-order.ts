import type { Cents } from "../money.ts";

/**
 * Statuses of a delivery (D62). Staff answer a request with a quote; an accepted quote is added to
 * the invoice. DECLINED and CANCELED end it.
 */
export const deliveryStatuses = [
  "REQUESTED",
  "QUOTED",
  "ACCEPTED",
  "IN_TRANSIT",
  "DELIVERED",
  "DECLINED",
  "CANCELED",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Buyers withdraw, staff cancel. AWARD_END follows the end of the sale. */
export const deliveryActs = [
  "QUOTE",
  "ACCEPT",
  "DECLINE",
  "WITHDRAW",
  "CANCEL",
  "AWARD_END",
  "HAND_OVER",
  "DELIVER",
] as const;
export type DeliveryAct = (typeof deliveryActs)[number];

const moves: Readonly<Record<DeliveryStatus, Partial<Record<DeliveryAct, DeliveryStatus>>>> = {
  REQUESTED: {
    QUOTE: "QUOTED",
    WITHDRAW: "CANCELED",
    CANCEL: "CANCELED",
    AWARD_END: "CANCELED",
  },
  QUOTED: {
    // A newer quote replaces the one before it.
    QUOTE: "QUOTED",
    ACCEPT: "ACCEPTED",
    DECLINE: "DECLINED",
    WITHDRAW: "CANCELED",
    CANCEL: "CANCELED",
    AWARD_END: "CANCELED",
  },
  // The carrier is booked, so the buyer calls us to cancel.
  ACCEPTED: { CANCEL: "CANCELED", AWARD_END: "CANCELED", HAND_OVER: "IN_TRANSIT" },
  IN_TRANSIT: { DELIVER: "DELIVERED" },
  DELIVERED: {},
  DECLINED: {},
  CANCELED: {},
};

/** Returns the status after an act; null when the act is not allowed. */
export function deliveryAfter(from: DeliveryStatus, act: DeliveryAct): DeliveryStatus | null {
  return moves[from][act] ?? null;
}

/**
 * Returns whether a delivery is requested, quoted, agreed or under way; a sale has one at a time.
 */
export function isDeliveryActive(status: DeliveryStatus): boolean {
  return ["REQUESTED", "QUOTED", "ACCEPTED", "IN_TRANSIT"].includes(status);
}

/** Returns whether our carrier picks the unit up, not the buyer's driver. */
export function goesByCarrier(status: DeliveryStatus): boolean {
  return ["ACCEPTED", "IN_TRANSIT", "DELIVERED"].includes(status);
}

/** A price for delivery that binds us until `untilMs`. */
export interface DeliveryQuote {
  readonly cents: Cents;
  readonly untilMs: number;
  /** Earliest days of pickup and arrival, `2026-11-24`. */
  readonly pickupFrom: string;
  readonly arrivesFrom: string;
}

const longestQuoteMs = 30 * 86_400_000;

export type QuoteRefusal = "NOT_OPEN" | "IN_THE_PAST" | "TOO_LONG" | "PAST_DAY" | "ARRIVES_FIRST";

/** Returns why staff can't send a quote, or null. `today` is the date in the sale's time zone. */
export function judgeQuote(
  nowMs: number,
  today: string,
  status: DeliveryStatus,
  quote: DeliveryQuote,
): QuoteRefusal | null {
  if (deliveryAfter(status, "QUOTE") === null) return "NOT_OPEN";
  if (quote.untilMs <= nowMs) return "IN_THE_PAST";
  if (quote.untilMs > nowMs + longestQuoteMs) return "TOO_LONG";
  if (quote.pickupFrom < today) return "PAST_DAY";
  return quote.arrivesFrom < quote.pickupFrom ? "ARRIVES_FIRST" : null;
}

export function quoteExpired(status: DeliveryStatus, untilMs: number, nowMs: number): boolean {
  return status === "QUOTED" && nowMs > untilMs;
}

export type QuoteAnswerRefusal = "NOT_OPEN" | "EXPIRED" | "CHANGED";

/**
 * Returns why a buyer can't give this answer to a quote, or null. `seenCents` is the amount that
 * the buyer saw, so that nobody accepts a quote that staff replaced in the meantime.
 */
export function judgeQuoteAnswer(
  nowMs: number,
  delivery: {
    readonly status: DeliveryStatus;
    readonly quote: Pick<DeliveryQuote, "cents" | "untilMs"> | null;
  },
  answer: { readonly act: "ACCEPT" | "DECLINE"; readonly seenCents: Cents },
): QuoteAnswerRefusal | null {
  const { status, quote } = delivery;
  if (quote === null || deliveryAfter(status, answer.act) === null) return "NOT_OPEN";
  if (quote.cents !== answer.seenCents) return "CHANGED";
  return answer.act === "ACCEPT" && quoteExpired(status, quote.untilMs, nowMs) ? "EXPIRED" : null;
}

/** A payment to refund. */
export interface Refund {
  readonly paymentId: number;
  /** The amount that isn't refunded; 0 for a full refund. */
  readonly keptCents: Cents;
}

/**
 * Returns the refunds that add up to `excessCents`, from the newest payment back. Only the last one
 * can be partial.
 * @throws RangeError when less than that was paid.
 */
export function refundsOf(
  payments: readonly { readonly id: number; readonly cents: Cents }[],
  excessCents: Cents,
): Refund[] {
  let remainingCents = excessCents;
  const refunds: Refund[] = [];
  for (const { id, cents } of payments.toSorted((one, other) => other.id - one.id)) {
    if (remainingCents <= 0) break;
    refunds.push({ paymentId: id, keptCents: Math.max(0, cents - remainingCents) });
    remainingCents -= cents;
  }
  if (remainingCents > 0) throw new RangeError("The refund exceeds what was paid");
  return refunds;
}
