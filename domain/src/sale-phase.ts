import type { AwardStatus, InventoryStatus, LotOutcome } from "./settlement.ts";

/**
 * Where the sale of one lot stands, from its opening to its payment (D27 to D29). FALLEN: its award
 * was taken back, and staff may offer it to a runner-up or give it up.
 */
export const salePhases = [
  "OPEN",
  "UNDECIDED",
  "COUNTER_OFFERED",
  "AWARDED",
  "FALLEN",
  "SECOND_CHANCE_OFFERED",
  "PAID",
  "UNSOLD",
] as const;
export type SalePhase = (typeof salePhases)[number];

/** What happens to the sale of a lot. Of the three decisions of D27, DECLINE also gives up a fallen one. */
export const saleActs = [
  "CLOSE_SOLD",
  "CLOSE_UNDER_RESERVE",
  "CLOSE_WITHOUT_BIDS",
  "ACCEPT",
  "COUNTER_OFFER",
  "DECLINE",
  "OFFER_TAKEN",
  "OFFER_ENDED",
  "OVERRIDE",
  "END_AWARD",
  "SECOND_CHANCE",
  "PAY",
] as const;
export type SaleAct = (typeof saleActs)[number];

const moves: Readonly<Record<SalePhase, Partial<Record<SaleAct, SalePhase>>>> = {
  OPEN: { CLOSE_SOLD: "AWARDED", CLOSE_UNDER_RESERVE: "UNDECIDED", CLOSE_WITHOUT_BIDS: "UNSOLD" },
  UNDECIDED: { ACCEPT: "AWARDED", COUNTER_OFFER: "COUNTER_OFFERED", DECLINE: "UNSOLD" },
  // Staff who think again take the open offer back.
  COUNTER_OFFERED: {
    OFFER_TAKEN: "AWARDED",
    OFFER_ENDED: "UNDECIDED",
    ACCEPT: "AWARDED",
    COUNTER_OFFER: "COUNTER_OFFERED",
    DECLINE: "UNSOLD",
  },
  AWARDED: { OVERRIDE: "AWARDED", END_AWARD: "FALLEN", PAY: "PAID" },
  FALLEN: { SECOND_CHANCE: "SECOND_CHANCE_OFFERED", DECLINE: "UNSOLD" },
  SECOND_CHANCE_OFFERED: {
    OFFER_TAKEN: "AWARDED",
    OFFER_ENDED: "FALLEN",
    SECOND_CHANCE: "SECOND_CHANCE_OFFERED",
    DECLINE: "UNSOLD",
  },
  PAID: {},
  // Relisting makes a new lot (D17).
  UNSOLD: {},
};

/** Where an act leads from a phase; null where it may not be done. */
export function phaseAfter(from: SalePhase, act: SaleAct): SalePhase | null {
  return moves[from][act] ?? null;
}

/** What is on record of a lot, from which its phase is told. */
export interface SaleFacts {
  /** Null until it has closed. */
  readonly outcome: LotOutcome | null;
  /** What was made of a missed reserve; null as long as nothing was. */
  readonly decision: "ACCEPTED" | "DECLINED" | null;
  /** Of its newest award; null when it never had one. */
  readonly award: AwardStatus | null;
  /** Whether an offer waits for its answer, in time or not. */
  readonly offerOpen: boolean;
  /** Of its unit, which says whether a fallen sale was given up. */
  readonly unit: InventoryStatus;
  /** Whether this is the unit's newest lot. */
  readonly newest: boolean;
}

/** The phase of a lot's sale. */
export function phaseOf(facts: SaleFacts): SalePhase {
  const { outcome, award, offerOpen } = facts;
  if (outcome === null) return "OPEN";
  if (award === "PAID") return "PAID";
  if (award === "PENDING" || award === "DECLARED") return "AWARDED";
  const waits = facts.newest && facts.unit === "PENDING_DECISION";
  if (!waits || facts.decision === "DECLINED") return "UNSOLD";
  if (award !== null) return offerOpen ? "SECOND_CHANCE_OFFERED" : "FALLEN";
  return offerOpen ? "COUNTER_OFFERED" : "UNDECIDED";
}

const units: Readonly<Record<SalePhase, InventoryStatus>> = {
  OPEN: "IN_AUCTION",
  UNDECIDED: "PENDING_DECISION",
  COUNTER_OFFERED: "PENDING_DECISION",
  AWARDED: "SOLD",
  FALLEN: "PENDING_DECISION",
  SECOND_CHANCE_OFFERED: "PENDING_DECISION",
  PAID: "PAID",
  UNSOLD: "UNSOLD",
};

/** The status that a unit has when the sale of its lot comes to a phase. */
export function unitStatusIn(phase: SalePhase): InventoryStatus {
  return units[phase];
}

/**
 * What a lot in this phase holds of a limit (D25): the leader's maximum as long as the bid may still
 * win, the hammer price as long as the award is unpaid.
 */
export function holdIn(phase: SalePhase): "LEADER_MAXIMUM" | "AWARD" | null {
  switch (phase) {
    case "OPEN":
    case "UNDECIDED":
    case "COUNTER_OFFERED":
      return "LEADER_MAXIMUM";
    case "AWARDED":
      return "AWARD";
    case "FALLEN":
    case "SECOND_CHANCE_OFFERED":
    case "PAID":
    case "UNSOLD":
      return null;
  }
}

/** Why a lot keeps its auction from being settled. */
export type SettleProblem = "OPEN" | "UNDECIDED" | "FALLEN" | "NOT_DECLARED";

/**
 * Why a lot keeps its auction from being settled (D28), or null: it lacks its outcome, staff have to
 * decide on it, or its winner is not declared. Payment may follow later.
 */
export function settleProblem(phase: SalePhase, award: AwardStatus | null): SettleProblem | null {
  switch (phase) {
    case "OPEN":
      return "OPEN";
    case "UNDECIDED":
    case "COUNTER_OFFERED":
      return "UNDECIDED";
    case "FALLEN":
    case "SECOND_CHANCE_OFFERED":
      return "FALLEN";
    case "AWARDED":
      return award === "PENDING" ? "NOT_DECLARED" : null;
    case "PAID":
    case "UNSOLD":
      return null;
  }
}

/** Where an offer to a bidder stands: a counter-offer, or a second chance after a default (D27, D28). */
export const offerStatuses = ["OPEN", "ACCEPTED", "DECLINED", "EXPIRED", "WITHDRAWN"] as const;
export type OfferStatus = (typeof offerStatuses)[number];

/** The status of an offer at `nowMs`: one that is open past its time has expired. */
export function offerStatusAt(
  nowMs: number,
  offer: { readonly status: OfferStatus; readonly untilMs: number },
): OfferStatus {
  return offer.status === "OPEN" && nowMs > offer.untilMs ? "EXPIRED" : offer.status;
}

/** The longest time that an offer may stand open, in ms. */
export const longestOfferMs = 30 * 86_400_000;
