import type { WinningBid } from "@gavelyard/contract/sales/sales";
import { centsToDollars, dollarsToCents } from "@gavelyard/domain/money";
import { phaseAfter } from "@gavelyard/domain/sales/sale-phase";

/** Returns the amount that a decision is about; undefined once the lot has had an award. */
export function priceShown({ awardId, negotiation, amount }: WinningBid): number | undefined {
  if (awardId !== null) return undefined;
  const isOpen = negotiation !== null && negotiation.turn !== null;
  return (isOpen ? negotiation.steps.at(-1)?.amount : null) ?? amount;
}

/** A decision that is chosen but not sent yet. */
export interface StagedDecision {
  readonly decision: "ACCEPT" | "DECLINE" | "COUNTER_OFFER" | "END_NEGOTIATION";
  readonly reason: string;
  /** Of a counteroffer, in dollars. */
  readonly amount?: number;
}

/** Lots that wait for accept, decline or counter. */
export const isToDecide = ({ phase }: WinningBid): boolean => phaseAfter(phase, "ACCEPT") !== null;

/** The amount that a decision is about: the bidder's counteroffer, or the highest bid. */
export const priceToDecide = (bid: WinningBid): number => priceShown(bid) ?? bid.amount;

/** Whole percent of the reserve, rounded down, so that 80 means at least 80 %; null without one. */
export const shareOfReserve = (bid: WinningBid): number | null =>
  bid.reserve === null || bid.reserve === 0
    ? null
    : Math.floor((dollarsToCents(priceToDecide(bid)) * 100) / dollarsToCents(bid.reserve));

/** Dollars that the bid is below the reserve; null without one. */
export const gapToReserve = (bid: WinningBid): number | null =>
  bid.reserve === null
    ? null
    : centsToDollars(Math.max(0, dollarsToCents(bid.reserve) - dollarsToCents(priceToDecide(bid))));

/** Dollars that these lots would sell for in all. */
export const sumToDecide = (bids: readonly WinningBid[]): number =>
  centsToDollars(bids.reduce((sum, bid) => sum + dollarsToCents(priceToDecide(bid)), 0));

/** A bidder's counteroffer is declined by ending the negotiation. */
export const declineOf = (bid: WinningBid): "DECLINE" | "END_NEGOTIATION" =>
  phaseAfter(bid.phase, "DECLINE") === null ? "END_NEGOTIATION" : "DECLINE";

export const mayCounter = (bid: WinningBid): boolean =>
  phaseAfter(bid.phase, "COUNTER_OFFER") !== null && bid.negotiation?.counter !== null;

/** Returns the lots whose bid is below, or at least, a percentage of the reserve. */
export const lotsByShare = (
  bids: readonly WinningBid[],
  side: "below" | "from",
  percent: number,
): WinningBid[] =>
  bids.filter((bid) => {
    const share = shareOfReserve(bid);
    return share !== null && (side === "below" ? share < percent : share >= percent);
  });
