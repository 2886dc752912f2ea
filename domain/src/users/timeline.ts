import type { Permission } from "./permissions.ts";

/** What happens between a person and the house, by the part of their timeline that shows it (D88). */
export const timelineParts = {
  BIDS: ["BID"],
  SALES: ["WIN", "INVOICE", "PROOF", "RECEIPT", "REFUND", "PICKUP", "DELIVERY"],
  PAPERS: ["TITLE", "DOCUMENT", "LIMIT_REQUEST", "FINANCE_REQUEST"],
  CONTACT: ["CALL", "NOTE", "MESSAGE", "QUESTION", "EMAIL"],
} as const;
export type TimelinePart = keyof typeof timelineParts;
export const timelinePartNames = [
  "BIDS",
  "SALES",
  "PAPERS",
  "CONTACT",
] as const satisfies TimelinePart[];
export type TimelineKind = (typeof timelineParts)[TimelinePart][number];

export const timelineKinds: readonly TimelineKind[] = Object.values(timelineParts).flat();

/** The permission to see a kind, beyond the one for users (D57). */
const needs: Readonly<Partial<Record<TimelineKind, Permission>>> = {
  INVOICE: "money",
  PROOF: "money",
  RECEIPT: "money",
  REFUND: "money",
  PICKUP: "money",
  DELIVERY: "money",
  TITLE: "titles",
  DOCUMENT: "documents",
  FINANCE_REQUEST: "documents",
  QUESTION: "auctions",
};

/** Returns the kinds of a part, or of all parts, that a person on staff may see. */
export const shownKinds = (
  part: TimelinePart | null,
  held: readonly Permission[],
): TimelineKind[] =>
  (part === null ? timelineKinds : timelineParts[part]).filter((kind) => {
    const need = needs[kind];
    return need === undefined || held.includes(need);
  });
