import type { Cents } from "../money.ts";

/**
 * How many times the seller may name an amount in one negotiation; the bidder can answer each
 * (D63).
 */
export const MAX_ROUNDS = 3;

/** Hours for each answer unless the settings say otherwise: enough for a weekend. */
export const defaultAnswerHours = 72;

export type Side = "SELLER" | "BIDDER";
export const negotiationKinds = ["COUNTER", "ACCEPT", "DECLINE", "WITHDRAW", "EXPIRE"] as const;
export type NegotiationKind = (typeof negotiationKinds)[number];

export interface NegotiationStep {
  readonly kind: NegotiationKind;
  /** Who took the step; null for EXPIRE. */
  readonly side: Side | null;
  /** Only on COUNTER. Null there in a public record, which hides amounts. */
  readonly cents: Cents | null;
  readonly atMs: number;
  /** Last moment for the answer; only on COUNTER. */
  readonly untilMs: number | null;
}

/** The state of a negotiation about a bid below the reserve (D63). */
export interface Negotiation {
  /** Who has to answer; null before the first step and after the last. */
  readonly turn: Side | null;
  readonly untilMs: number | null;
  /** How many amounts the seller has named. */
  readonly round: number;
  /** The seller's last amount; null before the first step or when hidden. */
  readonly askCents: Cents | null;
  /** The bidder's last amount: the bid until they counter. Null when hidden. */
  readonly offerCents: Cents | null;
  /** Whether the bidder has countered. */
  readonly countered: boolean;
  /** How it ended; null until then. */
  readonly end: Exclude<NegotiationKind, "COUNTER"> | null;
  /** The price agreed on; null without an agreement, or when hidden. */
  readonly agreedCents: Cents | null;
}

export type NegotiationRefusal =
  | "OVER"
  | "NOT_YOUR_TURN"
  | "TOO_LATE"
  | "NOT_EXPIRED"
  | "NO_ROUND_LEFT"
  | "AMOUNT_TOO_LOW"
  | "AMOUNT_TOO_HIGH";

export function newNegotiation(bidCents: Cents): Negotiation {
  return {
    turn: null,
    untilMs: null,
    round: 0,
    askCents: null,
    offerCents: bidCents,
    countered: false,
    end: null,
    agreedCents: null,
  };
}

export function hasExpired({ turn, untilMs }: Negotiation, nowMs: number): boolean {
  return turn !== null && untilMs !== null && nowMs > untilMs;
}

/** Returns whose turn it is at `nowMs`, for the sale's phase; NONE also after an agreement. */
export function standingAt(negotiation: Negotiation, nowMs: number): "NONE" | Side | "FAILED" {
  const { turn, end } = negotiation;
  if (hasExpired(negotiation, nowMs)) return "FAILED";
  return turn ?? (end === null || end === "ACCEPT" ? "NONE" : "FAILED");
}

/** The lowest and highest amounts that a side can name next, in cents. */
export interface CounterBounds {
  readonly minCents: Cents;
  /** Null without a limit: the seller's first amount. */
  readonly maxCents: Cents | null;
}

const DOLLAR = 100;

/**
 * Returns the amounts that a side can counter with, in whole dollars; null when it can't counter.
 * Amounts converge: the seller stays above the bidder and never goes up, the bidder stays below the
 * seller and goes up with each counter.
 */
export function counterBounds(negotiation: Negotiation, side: Side): CounterBounds | null {
  const { turn, end, round, askCents, offerCents, countered } = negotiation;
  if (end !== null || offerCents === null) return null;
  if (turn !== side && !(turn === null && side === "SELLER")) return null;
  if (side === "SELLER") {
    if (round >= MAX_ROUNDS) return null;
    return { minCents: offerCents + DOLLAR, maxCents: askCents };
  }
  if (askCents === null) return null;
  const minCents = countered ? offerCents + DOLLAR : offerCents;
  const maxCents = askCents - DOLLAR;
  return minCents <= maxCents ? { minCents, maxCents } : null;
}

/** Returns the negotiation after a step, or why the step isn't allowed. Hidden amounts aren't checked. */
export function nextNegotiation(
  negotiation: Negotiation,
  step: NegotiationStep,
): Negotiation | NegotiationRefusal {
  const { turn, end } = negotiation;
  if (end !== null) return "OVER";
  if (step.kind === "EXPIRE") {
    if (!hasExpired(negotiation, step.atMs)) return "NOT_EXPIRED";
    return ended(negotiation, "EXPIRE");
  }
  if (hasExpired(negotiation, step.atMs)) return "TOO_LATE";
  if (step.kind === "COUNTER") return afterCounter(negotiation, step);
  if (turn === null) return "NOT_YOUR_TURN";
  const isAllowed =
    step.kind === "WITHDRAW" ? step.side === "SELLER" && turn === "BIDDER" : step.side === turn;
  return isAllowed ? ended(negotiation, step.kind) : "NOT_YOUR_TURN";
}

function ended(negotiation: Negotiation, end: Exclude<NegotiationKind, "COUNTER">): Negotiation {
  const { turn, askCents, offerCents } = negotiation;
  const agreedCents = end !== "ACCEPT" ? null : turn === "BIDDER" ? askCents : offerCents;
  return { ...negotiation, turn: null, untilMs: null, end, agreedCents };
}

function afterCounter(
  negotiation: Negotiation,
  { side, cents, untilMs }: NegotiationStep,
): Negotiation | NegotiationRefusal {
  const { turn, round, askCents, offerCents } = negotiation;
  if (side === null || (turn ?? "SELLER") !== side) return "NOT_YOUR_TURN";
  if (side === "SELLER" && round >= MAX_ROUNDS) return "NO_ROUND_LEFT";
  const isHidden = cents === null || offerCents === null || (turn !== null && askCents === null);
  if (!isHidden) {
    const bounds = counterBounds(negotiation, side);
    if (bounds === null || cents < bounds.minCents) return "AMOUNT_TOO_LOW";
    if (bounds.maxCents !== null && cents > bounds.maxCents) return "AMOUNT_TOO_HIGH";
  }
  return side === "SELLER"
    ? { ...negotiation, turn: "BIDDER", untilMs, round: round + 1, askCents: cents }
    : { ...negotiation, turn: "SELLER", untilMs, offerCents: cents, countered: true };
}

/**
 * Returns the negotiation after all steps.
 * @throws Error for a step that isn't allowed, with its number from 1
 */
export function replayNegotiation(bidCents: Cents, steps: readonly NegotiationStep[]): Negotiation {
  let negotiation = newNegotiation(bidCents);
  for (const [index, step] of steps.entries()) {
    const next = nextNegotiation(negotiation, step);
    if (typeof next === "string") throw new Error(`step ${index + 1} is refused: ${next}`);
    negotiation = next;
  }
  return negotiation;
}
