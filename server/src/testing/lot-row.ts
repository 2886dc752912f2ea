import type { LotRow } from "../bidding/lot-sql.ts";

/** Returns an open lot without bids, as the bid desk reads it, for tests without a database. */
export function lotRow(inventoryId: number, change: Partial<LotRow> = {}): LotRow {
  return {
    id: inventoryId * 10,
    inventory_id: inventoryId,
    auction_id: 1,
    title: "2019 Ford F-150",
    opens_at: new Date(0),
    closes_at: new Date(60_000),
    closed_at: null,
    starting_cents: 100,
    reserve_cents: null,
    price_cents: null,
    leader_id: null,
    leader_max_cents: null,
    seq: 0,
    bid_count: 0,
    alias_count: 0,
    extensions: 0,
    max_extensions: null,
    soft_close_window_sec: 0,
    soft_close_extend_sec: 0,
    outcome: null,
    increments: null,
    proof_secret: null,
    chain_head: null,
    decided_at: null,
    ...change,
  };
}
