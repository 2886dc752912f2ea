import type { Cents } from "../money.ts";

/** How the bidding on a lot ended (D27). */
export const lotOutcomes = ["SOLD", "RESERVE_NOT_MET", "NO_BIDS"] as const;
export type LotOutcome = (typeof lotOutcomes)[number];

/** Returns the outcome of a closed lot (D27). A price equal to the reserve meets it (D20). */
export function lotOutcome(lot: {
  readonly leaderId: number | null;
  readonly priceCents: Cents | null;
  readonly reserveCents: Cents | null;
}): LotOutcome {
  const { leaderId, priceCents, reserveCents } = lot;
  if (leaderId === null || priceCents === null) return "NO_BIDS";
  return reserveCents === null || priceCents >= reserveCents ? "SOLD" : "RESERVE_NOT_MET";
}

/** Statuses of a unit, from a draft in the office to the archive. */
export const inventoryStatuses = [
  "DRAFT",
  "AVAILABLE",
  "IN_AUCTION",
  "PENDING_DECISION",
  "SOLD",
  "PAID",
  "RELEASED",
  "UNSOLD",
  "WITHDRAWN",
  "ARCHIVED",
] as const;
export type InventoryStatus = (typeof inventoryStatuses)[number];

const inventoryMoves: Readonly<Record<InventoryStatus, readonly InventoryStatus[]>> = {
  DRAFT: ["AVAILABLE", "IN_AUCTION", "ARCHIVED"],
  AVAILABLE: ["DRAFT", "IN_AUCTION", "WITHDRAWN", "ARCHIVED"],
  // AVAILABLE when the unit is removed from its auction before the first bid.
  IN_AUCTION: ["AVAILABLE", "PENDING_DECISION", "SOLD", "UNSOLD", "WITHDRAWN"],
  PENDING_DECISION: ["SOLD", "UNSOLD"],
  // PENDING_DECISION when the award ends: staff can offer the unit to a runner-up or decline (D28).
  SOLD: ["PAID", "PENDING_DECISION"],
  // SOLD when a wrong payment is reversed (D29).
  PAID: ["RELEASED", "SOLD"],
  RELEASED: ["ARCHIVED"],
  UNSOLD: ["AVAILABLE", "IN_AUCTION", "WITHDRAWN", "ARCHIVED"],
  WITHDRAWN: ["AVAILABLE", "ARCHIVED"],
  ARCHIVED: [],
};

export function mayMoveInventory(from: InventoryStatus, to: InventoryStatus): boolean {
  return inventoryMoves[from].includes(to);
}

export type ClosedLotState = Extract<InventoryStatus, "SOLD" | "PENDING_DECISION" | "UNSOLD">;

/** Returns the unit's status for the outcome of its lot (D27). */
export function lotStateAfterClose(outcome: LotOutcome): ClosedLotState {
  switch (outcome) {
    case "SOLD":
      return "SOLD";
    case "RESERVE_NOT_MET":
      return "PENDING_DECISION";
    case "NO_BIDS":
      return "UNSOLD";
  }
}

/**
 * Statuses of an award: PENDING at the close, DECLARED by staff, then PAID, or DEFAULTED when the
 * buyer didn't pay; VOID when staff void it before payment (D27 to D29).
 */
export const awardStatuses = ["PENDING", "DECLARED", "PAID", "DEFAULTED", "VOID"] as const;
export type AwardStatus = (typeof awardStatuses)[number];

/** A second chance after a default is a new award, so DEFAULTED is final (D28). */
const awardMoves: Readonly<Record<AwardStatus, readonly AwardStatus[]>> = {
  PENDING: ["DECLARED", "VOID"],
  DECLARED: ["PAID", "DEFAULTED", "VOID"],
  PAID: [],
  DEFAULTED: [],
  VOID: [],
};

export function mayMoveAward(from: AwardStatus, to: AwardStatus): boolean {
  return awardMoves[from].includes(to);
}

/** Returns whether an award still holds part of the winner's bid limit (D25). */
export function holdsLimit(status: AwardStatus): boolean {
  return status === "PENDING" || status === "DECLARED";
}
