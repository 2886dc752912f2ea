import type { LotState } from "@gavelyard/domain/bidding/bidding";
import { defaultIncrements, type IncrementTable } from "@gavelyard/domain/bidding/bid-increments";
import { unitTitle } from "../inventory/sql.ts";

export interface LotRow {
  readonly id: number;
  readonly inventory_id: number;
  readonly auction_id: number;
  readonly title: string;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly closed_at: Date | null;
  readonly starting_cents: number;
  readonly reserve_cents: number | null;
  readonly price_cents: number | null;
  readonly leader_id: number | null;
  readonly leader_max_cents: number | null;
  readonly seq: number;
  readonly bid_count: number;
  readonly alias_count: number;
  readonly extensions: number;
  readonly max_extensions: number | null;
  readonly soft_close_window_sec: number;
  readonly soft_close_extend_sec: number;
  readonly outcome: "SOLD" | "RESERVE_NOT_MET" | "NO_BIDS" | null;
  readonly increments: IncrementTable | null;
  /** Secret from which its record's salts are derived; null for a lot older than the chains. */
  readonly proof_secret: string | null;
  readonly chain_head: string | null;
  /** Time of the latest decision about it; the lot's time never runs backward (D53). */
  readonly decided_at: Date | null;
}

/** Columns of a `LotRow`, of `lots l` joined with `inventory i`. */
export const lotColumns = `l.id, l.inventory_id, l.auction_id, l.opens_at, l.closes_at, l.closed_at,
  l.starting_cents, l.reserve_cents, l.price_cents, l.leader_id, l.leader_max_cents, l.seq,
  l.bid_count, l.alias_count, l.extensions, l.max_extensions, l.soft_close_window_sec,
  l.soft_close_extend_sec, l.outcome, l.increments, l.decided_at,
  encode(l.proof_secret, 'hex') AS proof_secret, encode(l.chain_head, 'hex') AS chain_head,
  ${unitTitle} AS title`;

/**
 * Returns the lot's time, in ms since the epoch: the database's clock, but never earlier than the
 * latest decision about the lot, even if a new server's clock is behind (D53).
 */
export function lotNowMs(row: Pick<LotRow, "decided_at">, clockMs: number): number {
  return Math.max(clockMs, row.decided_at?.getTime() ?? clockMs);
}

export function lotState(row: LotRow): LotState {
  return {
    startingCents: row.starting_cents,
    reserveCents: row.reserve_cents,
    increments: row.increments ?? defaultIncrements,
    opensAtMs: row.opens_at.getTime(),
    closesAtMs: row.closes_at.getTime(),
    softCloseWindowSec: row.soft_close_window_sec,
    softCloseExtendSec: row.soft_close_extend_sec,
    maxExtensions: row.max_extensions,
    extensions: row.extensions,
    closed: row.closed_at !== null,
    seq: row.seq,
    bidCount: row.bid_count,
    priceCents: row.price_cents,
    leader:
      row.leader_id === null || row.leader_max_cents === null
        ? null
        : { userId: row.leader_id, maxCents: row.leader_max_cents },
  };
}
