import { msg, type Message } from "@gavelyard/messages/text";

export const sellerKinds = ["PERSON", "BUSINESS", "AGENCY"] as const;
export type SellerKind = (typeof sellerKinds)[number];

export const sellerKindNames: Readonly<Record<SellerKind, Message>> = {
  PERSON: msg("Person"),
  BUSINESS: msg("Company"),
  AGENCY: msg("Public agency"),
};

/** What a customer's account may do for a seller (D93). */
export const memberRoles = ["OWNER", "DECIDES", "VIEWS"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const memberRoleNames: Readonly<Record<MemberRole, Message>> = {
  OWNER: msg("Owner"),
  DECIDES: msg("Decides"),
  VIEWS: msg("Views [role]"),
};

/**
 * Returns whether an account that acts or acted for a lot's seller can't bid on it or buy it (D93). Who
 * left is free on lots that open later. Times in ms since the epoch; `leftAtMs` is null for a member.
 */
export const isBarred = (leftAtMs: number | null, lotOpensAtMs: number): boolean =>
  leftAtMs === null || leftAtMs >= lotOpensAtMs;

/** Statuses of units whose seller can change: before their first bid, or after a sale failed. */
const movable: ReadonlySet<string> = new Set([
  "DRAFT",
  "AVAILABLE",
  "IN_AUCTION",
  "UNSOLD",
  "WITHDRAWN",
]);

export type SellerChangeRefusal = "HAS_BIDS" | "SOLD";

/** Returns why a unit can't move to another seller, or null (D93). */
export function refuseSellerChange(unit: {
  readonly status: string;
  /** Whether its open lot has bids. */
  readonly hasBids: boolean;
}): SellerChangeRefusal | null {
  if (unit.hasBids) return "HAS_BIDS";
  return movable.has(unit.status) ? null : "SOLD";
}
