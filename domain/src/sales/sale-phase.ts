import type { Side } from "./negotiation.ts";
import type { AwardStatus, InventoryStatus, LotOutcome } from "./settlement.ts";

/**
 * Phases of a lot's sale, from opening to payment (D27 to D29, D63). AWARD_ENDED: the award was
 * voided or the buyer defaulted; staff can offer the unit to a runner-up or decline.
 * NEGOTIATION_FAILED: the high bid still stands. BID_RELEASED: it doesn't, and the unit waits for
 * an offer to the next bidder.
 */
export const salePhases = [
  "OPEN",
  "UNDECIDED",
  "COUNTER_OFFERED",
  "BIDDER_COUNTERED",
  "NEGOTIATION_FAILED",
  "BID_RELEASED",
  "NEXT_BIDDER_OFFERED",
  "AWARDED",
  "AWARD_ENDED",
  "SECOND_CHANCE_OFFERED",
  "PAID",
  "UNSOLD",
] as const;
export type SalePhase = (typeof salePhases)[number];

/**
 * Events in a lot's sale. DECLINE, one of the three decisions of D27, also ends a sale after its
 * award ended.
 */
export const saleActs = [
  "CLOSE_SOLD",
  "CLOSE_UNDER_RESERVE",
  "CLOSE_WITHOUT_BIDS",
  "ACCEPT",
  "COUNTER_OFFER",
  "BIDDER_COUNTER",
  "END_NEGOTIATION",
  "DECLINE",
  "OFFER_TAKEN",
  "OFFER_ENDED",
  "OVERRIDE",
  "END_AWARD",
  "SECOND_CHANCE",
  "PAY",
  "REVERSE_PAYMENT",
] as const;
export type SaleAct = (typeof saleActs)[number];

const moves: Readonly<Record<SalePhase, Partial<Record<SaleAct, SalePhase>>>> = {
  OPEN: { CLOSE_SOLD: "AWARDED", CLOSE_UNDER_RESERVE: "UNDECIDED", CLOSE_WITHOUT_BIDS: "UNSOLD" },
  UNDECIDED: { ACCEPT: "AWARDED", COUNTER_OFFER: "COUNTER_OFFERED", DECLINE: "UNSOLD" },
  COUNTER_OFFERED: {
    OFFER_TAKEN: "AWARDED",
    BIDDER_COUNTER: "BIDDER_COUNTERED",
    END_NEGOTIATION: "NEGOTIATION_FAILED",
  },
  BIDDER_COUNTERED: {
    ACCEPT: "AWARDED",
    COUNTER_OFFER: "COUNTER_OFFERED",
    END_NEGOTIATION: "NEGOTIATION_FAILED",
  },
  NEGOTIATION_FAILED: {
    ACCEPT: "AWARDED",
    SECOND_CHANCE: "NEXT_BIDDER_OFFERED",
    DECLINE: "UNSOLD",
  },
  BID_RELEASED: { SECOND_CHANCE: "NEXT_BIDDER_OFFERED", DECLINE: "UNSOLD" },
  NEXT_BIDDER_OFFERED: {
    OFFER_TAKEN: "AWARDED",
    OFFER_ENDED: "BID_RELEASED",
    SECOND_CHANCE: "NEXT_BIDDER_OFFERED",
    DECLINE: "UNSOLD",
  },
  AWARDED: { OVERRIDE: "AWARDED", END_AWARD: "AWARD_ENDED", PAY: "PAID" },
  AWARD_ENDED: { SECOND_CHANCE: "SECOND_CHANCE_OFFERED", DECLINE: "UNSOLD" },
  SECOND_CHANCE_OFFERED: {
    OFFER_TAKEN: "AWARDED",
    OFFER_ENDED: "AWARD_ENDED",
    SECOND_CHANCE: "SECOND_CHANCE_OFFERED",
    DECLINE: "UNSOLD",
  },
  PAID: { REVERSE_PAYMENT: "AWARDED" },
  // Relisting makes a new lot (D17).
  UNSOLD: {},
};

/** Returns the phase after an act; null when the act is not allowed. */
export function phaseAfter(from: SalePhase, act: SaleAct): SalePhase | null {
  return moves[from][act] ?? null;
}

export interface SaleFacts {
  /** Null until the lot closes. */
  readonly outcome: LotOutcome | null;
  /** Decision on a reserve that was not met; null while there is none. */
  readonly decision: "ACCEPTED" | "DECLINED" | null;
  /** Whose turn it is in the negotiation of the high bid; NONE before its first step. */
  readonly negotiation: "NONE" | Side | "FAILED";
  /** Status of the newest award; null when there was none. */
  readonly award: AwardStatus | null;
  /** Whether an offer has no answer yet, expired or not. */
  readonly offerOpen: boolean;
  /** Status of the lot's unit, which shows whether a sale was declined after its award ended. */
  readonly unit: InventoryStatus;
  /** Whether this is the unit's newest lot. */
  readonly newest: boolean;
}

export function phaseOf(facts: SaleFacts): SalePhase {
  const { outcome, award, offerOpen } = facts;
  if (outcome === null) return "OPEN";
  if (award === "PAID") return "PAID";
  if (award === "PENDING" || award === "DECLARED") return "AWARDED";
  const waits = facts.newest && facts.unit === "PENDING_DECISION";
  if (!waits) return "UNSOLD";
  if (award !== null) return offerOpen ? "SECOND_CHANCE_OFFERED" : "AWARD_ENDED";
  if (facts.decision === "DECLINED") return offerOpen ? "NEXT_BIDDER_OFFERED" : "BID_RELEASED";
  return negotiating[facts.negotiation];
}

const negotiating: Readonly<Record<SaleFacts["negotiation"], SalePhase>> = {
  NONE: "UNDECIDED",
  BIDDER: "COUNTER_OFFERED",
  SELLER: "BIDDER_COUNTERED",
  FAILED: "NEGOTIATION_FAILED",
};

const units: Readonly<Record<SalePhase, InventoryStatus>> = {
  OPEN: "IN_AUCTION",
  UNDECIDED: "PENDING_DECISION",
  COUNTER_OFFERED: "PENDING_DECISION",
  BIDDER_COUNTERED: "PENDING_DECISION",
  NEGOTIATION_FAILED: "PENDING_DECISION",
  BID_RELEASED: "PENDING_DECISION",
  NEXT_BIDDER_OFFERED: "PENDING_DECISION",
  AWARDED: "SOLD",
  AWARD_ENDED: "PENDING_DECISION",
  SECOND_CHANCE_OFFERED: "PENDING_DECISION",
  PAID: "PAID",
  UNSOLD: "UNSOLD",
};

export function unitStatusIn(phase: SalePhase): InventoryStatus {
  return units[phase];
}

/**
 * Returns what a lot in this phase holds of a limit (D25): the high bidder's maximum while the bid
 * can still win, the hammer price while the award is unpaid.
 */
export function holdIn(phase: SalePhase): "LEADER_MAXIMUM" | "AWARD" | null {
  switch (phase) {
    case "OPEN":
    case "UNDECIDED":
    case "COUNTER_OFFERED":
    case "BIDDER_COUNTERED":
    case "NEGOTIATION_FAILED":
      return "LEADER_MAXIMUM";
    case "AWARDED":
      return "AWARD";
    case "BID_RELEASED":
    case "NEXT_BIDDER_OFFERED":
    case "AWARD_ENDED":
    case "SECOND_CHANCE_OFFERED":
    case "PAID":
    case "UNSOLD":
      return null;
  }
}

export type SettleProblem = "OPEN" | "UNDECIDED" | "AWARD_ENDED" | "NOT_DECLARED";

/**
 * Returns why a lot keeps its auction from being settled (D28), or null: it has no outcome, needs a
 * decision by staff, or has no declared winner. Payment can follow later.
 */
export function settleProblem(phase: SalePhase, award: AwardStatus | null): SettleProblem | null {
  switch (phase) {
    case "OPEN":
      return "OPEN";
    case "UNDECIDED":
    case "COUNTER_OFFERED":
    case "BIDDER_COUNTERED":
    case "NEGOTIATION_FAILED":
    case "BID_RELEASED":
    case "NEXT_BIDDER_OFFERED":
      return "UNDECIDED";
    case "AWARD_ENDED":
    case "SECOND_CHANCE_OFFERED":
      return "AWARD_ENDED";
    case "AWARDED":
      return award === "PENDING" ? "NOT_DECLARED" : null;
    case "PAID":
    case "UNSOLD":
      return null;
  }
}

/** Statuses of an offer to a bidder: a counteroffer, or a second chance (D27, D28). */
export const offerStatuses = ["OPEN", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
export type OfferStatus = (typeof offerStatuses)[number];

/** Returns the status of an offer at `nowMs`; an open offer past its deadline has expired. */
export function offerStatusAt(
  nowMs: number,
  offer: { readonly status: OfferStatus; readonly untilMs: number },
): OfferStatus {
  return offer.status === "OPEN" && nowMs > offer.untilMs ? "EXPIRED" : offer.status;
}

export const longestOfferMs = 30 * 86_400_000;

/**
 * Returns the amount below which an offer to a runner-up needs a second person (D38): the best bid
 * of those who haven't just let an offer expire.
 */
export function leastOffer(
  runnersUp: readonly { readonly userId: number; readonly amount: number }[],
  lastOffer: { readonly userId: number; readonly status: OfferStatus } | null,
): number {
  const passedOver = lastOffer?.status === "EXPIRED" ? lastOffer.userId : null;
  return Math.max(
    0,
    ...runnersUp.filter(({ userId }) => userId !== passedOver).map(({ amount }) => amount),
  );
}

/** Returns whether an award ended before its winner had to pay; an offer then needs two people (D38). */
export function endedEarly(
  { status, paymentDueAt }: { readonly status: string; readonly paymentDueAt: string | null },
  nowMs: number,
): boolean {
  return status === "VOID" || (paymentDueAt !== null && nowMs < Date.parse(paymentDueAt));
}
