import type { AwardStatus, LotOutcome } from "./settlement.ts";

/** Where a bid stands on its own lot, before and after the lot's close. */
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

/** What is on record about a bid and its lot. */
export interface BidFacts {
  readonly voided: boolean;
  readonly retracted: boolean;
  /** Whether it is its lot's highest bid. */
  readonly leads: boolean;
  /** Null until the lot has closed. */
  readonly outcome: LotOutcome | null;
  /** What the seller decided on a missed reserve. */
  readonly decision: "ACCEPTED" | "DECLINED" | null;
  /** The newest award for this very bid; null when it never had one. */
  readonly award: AwardStatus | null;
}

/** Where a bid stands. */
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
