import type { Role } from "./roles.ts";

/** Acts that need a second member of staff (D38), in addition to changes of the bank details. */
export const proposalKinds = [
  "WINNER_OVERRIDE",
  "SECOND_CHANCE",
  "UNIT_RELEASE",
  "BID_LIMIT",
  "LIMIT_REQUEST",
  "BID_VOID",
  "LOT_CLOSE",
  "AUCTION_END",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStatuses = ["PENDING", "CONFIRMED", "REJECTED"] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** Default threshold in dollars: a bid limit above it needs two people. */
export const defaultTwoPersonLimit = 250_000;

/** A void this close to the lot's close needs two people, since it can hand the lot to a rival. */
export const VOID_TAKES_TWO_BEFORE_CLOSE_MS = 60 * 60_000;

/** Returns whether only administrators may confirm a kind of proposal. */
export function isForAdministrators(kind: ProposalKind): boolean {
  return kind === "BID_LIMIT" || kind === "LIMIT_REQUEST";
}

export type ConfirmRefusal = "DECIDED" | "OWN" | "ADMINISTRATORS_ONLY" | "PROPOSER_GONE";

/** Returns why a person can't confirm a proposal, or null. */
export function refuseConfirmation(
  proposal: {
    readonly kind: ProposalKind;
    readonly status: ProposalStatus;
    readonly proposedBy: number;
    /** Whether the account that proposed it is still active. */
    readonly proposerActive: boolean;
  },
  by: { readonly userId: number; readonly role: Role },
): ConfirmRefusal | null {
  if (proposal.status !== "PENDING") return "DECIDED";
  if (proposal.proposedBy === by.userId) return "OWN";
  if (isForAdministrators(proposal.kind) && by.role !== "ROLE_ADMIN") return "ADMINISTRATORS_ONLY";
  return proposal.proposerActive ? null : "PROPOSER_GONE";
}
