import type { TimelineEntry } from "@gavelyard/contract/users/timeline";
import { centsToDollars } from "@gavelyard/domain/money";
import type { TimelineRow } from "./timeline-sql.ts";

/** The staff's page of each kind's record; null for what is only in the timeline. */
const paths: Readonly<Record<TimelineRow["kind"], ((row: TimelineRow) => string) | null>> = {
  BID: ({ unit_id: unit }) => `/truck/${unit}`,
  WIN: ({ auction_id: auction }) => `?tab=winners&auction=${auction}`,
  INVOICE: ({ ref }) => `?tab=payments&invoice=${ref}`,
  PROOF: ({ ref }) => `?tab=payments&invoice=${ref}`,
  RECEIPT: null,
  REFUND: null,
  PICKUP: ({ auction_id: auction }) => `?tab=winners&auction=${auction}`,
  DELIVERY: ({ auction_id: auction }) => `?tab=winners&auction=${auction}`,
  TITLE: ({ unit_id: unit }) => `?tab=titles&unit=${unit}`,
  DOCUMENT: null,
  LIMIT_REQUEST: ({ ref }) => `?tab=limits&request=${ref}`,
  FINANCE_REQUEST: ({ ref }) => `?tab=finance&request=${ref}`,
  CALL: null,
  NOTE: null,
  MESSAGE: ({ ref }) => `?tab=leads&${ref}`,
  QUESTION: ({ unit_id: unit }) => `?tab=questions&unit=${unit}`,
  EMAIL: null,
};

export function toTimelineEntry(row: TimelineRow): TimelineEntry {
  const { kind, at, title, state, cents, detail, ref } = row;
  return {
    id: `${kind} ${ref}`,
    kind,
    at: at.toISOString(),
    title,
    state,
    amount: cents === null ? null : centsToDollars(cents),
    detail,
    path: paths[kind]?.(row) ?? null,
  };
}
