import type { Permission } from "./users/permissions.ts";
import type { Role } from "./users/roles.ts";

/** Acts that need a second member of staff (D38). Changes of the bank details do too. */
export const proposalKinds = [
  "WINNER_OVERRIDE",
  "SECOND_CHANCE",
  "UNIT_RELEASE",
  "PAYMENT_REVERSAL",
  "CREDIT_REFUND",
  "BID_LIMIT",
  "LIMIT_REQUEST",
  "BID_VOID",
  "LOT_CLOSE",
  "AUCTION_END",
  "TWO_PERSON_RULE",
  "SETTING",
  "ADMINISTRATOR_ACCESS",
  "RESERVE_WAIVER",
  "USAGE_FORGIVEN",
  "BIDDER_SUSPENSION",
  "BIDDER_SIGN_OUT",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStatuses = ["PENDING", "CONFIRMED", "REJECTED"] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** Default threshold in dollars: a bid limit above it needs two people. */
export const defaultTwoPersonLimit = 250_000;

/** Default percentage below the reserve that one person can waive. */
export const defaultReserveBelow = 10;

/** Returns whether a price is so far below a reserve that selling at it needs two people. */
export const waivesReserve = (
  reserveCents: number | null,
  cents: number,
  belowPercent: number,
): boolean => reserveCents !== null && cents * 100 < reserveCents * (100 - belowPercent);

/**
 * A void this close to the lot's close needs two people, since it can hand the lot to a rival. So
 * does keeping one of its bidders from bidding.
 */
export const TWO_BEFORE_CLOSE_MS = 60 * 60_000;

/** The permission that each kind of act needs, from both people (D57). */
export const proposalPermissions: Readonly<Record<ProposalKind, Permission>> = {
  WINNER_OVERRIDE: "auctions",
  SECOND_CHANCE: "auctions",
  UNIT_RELEASE: "gate",
  PAYMENT_REVERSAL: "money",
  CREDIT_REFUND: "money",
  BID_LIMIT: "users",
  LIMIT_REQUEST: "users",
  BID_VOID: "auctions",
  LOT_CLOSE: "auctions",
  AUCTION_END: "auctions",
  TWO_PERSON_RULE: "settings",
  SETTING: "settings",
  ADMINISTRATOR_ACCESS: "users",
  RESERVE_WAIVER: "auctions",
  USAGE_FORGIVEN: "users",
  BIDDER_SUSPENSION: "users",
  BIDDER_SIGN_OUT: "users",
};

const administratorsOnly: ReadonlySet<ProposalKind> = new Set([
  "BID_LIMIT",
  "LIMIT_REQUEST",
  "TWO_PERSON_RULE",
  "SETTING",
  "ADMINISTRATOR_ACCESS",
  "USAGE_FORGIVEN",
]);

function isForAdministrators(kind: ProposalKind): boolean {
  return administratorsOnly.has(kind);
}

interface TwoPersonRule {
  readonly isOn: boolean;
  readonly limitAbove: number;
  /** Percentage below the reserve. */
  readonly reserveBelow: number;
}

/** Returns whether a change lets one person do more alone. */
export const weakensRule = (before: TwoPersonRule, after: TwoPersonRule): boolean =>
  before.isOn &&
  (!after.isOn || after.limitAbove > before.limitAbove || after.reserveBelow > before.reserveBelow);

/** Weakening the rule takes effect this much later, so that everyone who is told can object. */
export const WEAKENING_DELAY_MS = 24 * 3_600_000;

export interface Colleague {
  readonly id: number;
  /** Whether they are active, or not for a week yet. */
  readonly counts: boolean;
  readonly confirms_accounts: boolean;
}

/**
 * Returns how an administrator weakens the rule: with a second administrator while another one
 * counts, and a day later unless the house has never had another one.
 */
export function howToWeaken(
  all: readonly Colleague[],
  byUserId: number,
): { readonly takesTwo: boolean; readonly delayMs: number } {
  const others = all.filter(({ id }) => id !== byUserId);
  return {
    takesTwo: others.some(({ counts }) => counts),
    delayMs: others.length === 0 ? 0 : WEAKENING_DELAY_MS,
  };
}

/**
 * Returns how an administrator takes access from another one: with a third who can confirm it. Where
 * there is none, they do it alone, but close an account only after a week without access.
 */
export function howToTakeAccess(
  all: readonly Colleague[],
  { from, by, closes }: { readonly from: number; readonly by: number; readonly closes: boolean },
): "TAKES_TWO" | "ALONE" | "NOT_YET" {
  const third = all.some(
    ({ id, confirms_accounts }) => id !== from && id !== by && confirms_accounts,
  );
  if (third) return "TAKES_TWO";
  const counts = all.some((one) => one.id === from && one.counts);
  return closes && counts ? "NOT_YET" : "ALONE";
}

export interface Powers {
  readonly role: Role;
  readonly permissions: readonly Permission[];
}

/** Returns why a person may never confirm a kind of proposal, or null. */
export function refuseKind(
  kind: ProposalKind,
  { role, permissions }: Powers,
): "ADMINISTRATORS_ONLY" | "PERMISSION_MISSING" | null {
  if (isForAdministrators(kind) && role !== "ROLE_ADMIN") return "ADMINISTRATORS_ONLY";
  return permissions.includes(proposalPermissions[kind]) ? null : "PERMISSION_MISSING";
}

export type ConfirmRefusal =
  | "DECIDED"
  | "OWN"
  | "SAME_PERSON"
  | "ADMINISTRATORS_ONLY"
  | "PERMISSION_MISSING"
  | "PROPOSER_GONE";

export function refuseConfirmation(
  proposal: {
    readonly kind: ProposalKind;
    readonly status: ProposalStatus;
    readonly proposedBy: number;
    /** Whether the proposer's account is active and still has the permission. */
    readonly proposerActive: boolean;
    /** Whether both accounts belong to one person: one opened the other, or one person opened both. */
    readonly samePerson: boolean;
  },
  by: Powers & { readonly userId: number },
): ConfirmRefusal | null {
  if (proposal.status !== "PENDING") return "DECIDED";
  if (proposal.proposedBy === by.userId) return "OWN";
  if (proposal.samePerson) return "SAME_PERSON";
  return refuseKind(proposal.kind, by) ?? (proposal.proposerActive ? null : "PROPOSER_GONE");
}
