import type { WinningBid } from "@gavelyard/contract/sales/sales";

/** Returns the amount that a decision is about; undefined once the lot has had an award. */
export function priceShown({ awardId, negotiation, amount }: WinningBid): number | undefined {
  if (awardId !== null) return undefined;
  const isOpen = negotiation !== null && negotiation.turn !== null;
  return (isOpen ? negotiation.steps.at(-1)?.amount : null) ?? amount;
}
