import type { Cents } from "./money.ts";

/** How the bidding on a lot ended (D27). */
export const lotOutcomes = ["SOLD", "RESERVE_NOT_MET", "NO_BIDS"] as const;
export type LotOutcome = (typeof lotOutcomes)[number];

/**
 * The outcome of a lot that has closed (D27), from its leader, its price and its hidden reserve (null:
 * none). A reserve is met by a price that reaches it (D20).
 */
export function lotOutcome(lot: {
  readonly leaderId: number | null;
  readonly priceCents: Cents | null;
  readonly reserveCents: Cents | null;
}): LotOutcome {
  const { leaderId, priceCents, reserveCents } = lot;
  if (leaderId === null || priceCents === null) return "NO_BIDS";
  return reserveCents === null || priceCents >= reserveCents ? "SOLD" : "RESERVE_NOT_MET";
}

/** Where a unit stands on its way from the yard's books to its buyer. */
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
  // Back to AVAILABLE when it is taken out of its auction before anyone bid.
  IN_AUCTION: ["AVAILABLE", "PENDING_DECISION", "SOLD", "UNSOLD", "WITHDRAWN"],
  PENDING_DECISION: ["SOLD", "UNSOLD"],
  // Falls back when the award does: staff then offer it to a runner-up or give it up (D28).
  SOLD: ["PAID", "PENDING_DECISION"],
  PAID: ["RELEASED"],
  RELEASED: ["ARCHIVED"],
  UNSOLD: ["AVAILABLE", "IN_AUCTION", "WITHDRAWN", "ARCHIVED"],
  WITHDRAWN: ["AVAILABLE", "ARCHIVED"],
  ARCHIVED: [],
};

/** Whether a unit may go from one status to another. */
export function mayMoveInventory(from: InventoryStatus, to: InventoryStatus): boolean {
  return inventoryMoves[from].includes(to);
}

/** What becomes of a unit when its lot closes. */
export type ClosedLotState = Extract<InventoryStatus, "SOLD" | "PENDING_DECISION" | "UNSOLD">;

/** The status that a unit gets when its lot closes with an outcome (D27). */
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
 * Where an award stands: computed (PENDING), confirmed by staff (DECLARED), then PAID, or DEFAULTED
 * when the buyer did not pay; VOID when it is taken back before payment (D27 to D29).
 */
export const awardStatuses = ["PENDING", "DECLARED", "PAID", "DEFAULTED", "VOID"] as const;
export type AwardStatus = (typeof awardStatuses)[number];

/** A second chance after a default is an award of its own, so DEFAULTED has no way out (D28). */
const awardMoves: Readonly<Record<AwardStatus, readonly AwardStatus[]>> = {
  PENDING: ["DECLARED", "VOID"],
  DECLARED: ["PAID", "DEFAULTED", "VOID"],
  PAID: [],
  DEFAULTED: [],
  VOID: [],
};

/** Whether an award may go from one status to another. */
export function mayMoveAward(from: AwardStatus, to: AwardStatus): boolean {
  return awardMoves[from].includes(to);
}

/** Whether an award still holds the winner's bid limit (D25): as long as it is neither paid nor taken back. */
export function holdsLimit(status: AwardStatus): boolean {
  return status === "PENDING" || status === "DECLARED";
}
