import type { AwardStatus, LotOutcome } from "../sales/settlement.ts";

/** Statuses of a bid on its lot, before and after the lot closes. */
export const bidStandings = [
  "WINNING",
  "OUTBID",
  "AWAITING_SELLER",
  "WON",
  "PAID",
  "SALE_CANCELED",
  "NOT_WON",
  "RETRACTED",
  "VOIDED",
] as const;
export type BidStanding = (typeof bidStandings)[number];

export interface BidFacts {
  readonly voided: boolean;
  readonly retracted: boolean;
  /** Whether this is the lot's highest bid. */
  readonly leads: boolean;
  /** Null until the lot closes. */
  readonly outcome: LotOutcome | null;
  /** The seller's decision when the reserve was not met. */
  readonly decision: "ACCEPTED" | "DECLINED" | null;
  /** Status of the newest award for this bid; null when it was never awarded. */
  readonly award: AwardStatus | null;
}

export function bidStanding(facts: BidFacts): BidStanding {
  const { voided, retracted, leads, outcome, decision, award } = facts;
  if (voided) return "VOIDED";
  if (retracted) return "RETRACTED";
  if (award === "PAID") return "PAID";
  if (award === "PENDING" || award === "DECLARED") return "WON";
  if (award !== null) return "SALE_CANCELED";
  if (outcome === null) return leads ? "WINNING" : "OUTBID";
  return leads && outcome === "RESERVE_NOT_MET" && decision === null
    ? "AWAITING_SELLER"
    : "NOT_WON";
}
