import type { Cents } from "./money.ts";

/**
 * Stages of a delivery that a buyer asked for (D62). Staff answer a request with a quote; an
 * accepted quote is on the invoice. DECLINED and CANCELED end it without delivery.
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

/** WITHDRAW is the buyer's, CANCEL the staff's; AWARD_END comes with the end of the sale. */
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

/** Returns whether a delivery is still asked for, agreed or under way, so no other can be. */
export function deliveryStands(status: DeliveryStatus): boolean {
  return ["REQUESTED", "QUOTED", "ACCEPTED", "IN_TRANSIT"].includes(status);
}

/** Returns whether the unit leaves the yard by our carrier, and not with the buyer's driver. */
export function goesByCarrier(status: DeliveryStatus): boolean {
  return ["ACCEPTED", "IN_TRANSIT", "DELIVERED"].includes(status);
}

/** A price for delivery that the house stands by until a time. */
export interface DeliveryQuote {
  readonly cents: Cents;
  readonly untilMs: number;
  /** Days such as `2026-11-24`, on which the unit leaves and arrives at the earliest. */
  readonly pickupFrom: string;
  readonly arrivesFrom: string;
}

/** Maximum time that a quote can stay open, in ms. */
const longestQuoteMs = 30 * 86_400_000;

export type QuoteRefusal = "NOT_OPEN" | "IN_THE_PAST" | "TOO_LONG" | "PAST_DAY" | "ARRIVES_FIRST";

/**
 * Checks a new quote; null when it can be given. `today` is the date where the sale is.
 */
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

/** Returns whether an unanswered quote can't be accepted any more because its time is over. */
export function quoteExpired(status: DeliveryStatus, untilMs: number, nowMs: number): boolean {
  return status === "QUOTED" && nowMs > untilMs;
}

export type QuoteAnswerRefusal = "NOT_OPEN" | "EXPIRED" | "CHANGED";

/**
 * Checks a buyer's answer to a quote; null when it counts. `seenCents` is the amount that the buyer
 * saw, so that nobody accepts a quote that staff replaced in the meantime.
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

/** A payment of which some is given back. */
export interface Refund {
  readonly paymentId: number;
  /** What stays paid of it; 0 when all of it is given back. */
  readonly keptCents: Cents;
}

/**
 * Returns which payments to give back, the newest first, until `excessCents` are. Only the last of
 * them keeps a part.
 */
export function refundsOf(
  payments: readonly { readonly id: number; readonly cents: Cents }[],
  excessCents: Cents,
): Refund[] {
  let left = excessCents;
  const refunds: Refund[] = [];
  for (const { id, cents } of payments.toSorted((one, other) => other.id - one.id)) {
    if (left <= 0) break;
    refunds.push({ paymentId: id, keptCents: Math.max(0, cents - left) });
    left -= cents;
  }
  if (left > 0) throw new RangeError("more is to be given back than was paid");
  return refunds;
}
