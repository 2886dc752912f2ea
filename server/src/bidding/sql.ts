import type { LedgerKind } from "@gavelyard/domain/bidding";
import type { Pool } from "pg";
import type { Db } from "../db/pool.ts";
import { published } from "../inventory/sql.ts";
import { lotColumns, type LotRow } from "./lot-sql.ts";

type LotTermsRow = Pick<LotRow, "inventory_id" | "starting_cents" | "reserve_cents" | "increments">;

export interface LedgerMessageRow extends LotTermsRow {
  readonly id: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly alias_no: number | null;
  readonly amount_cents: number | null;
  readonly bid_count: number;
  readonly closes_at: Date;
  readonly extended: boolean;
  readonly placed_at: Date;
  readonly outcome: LotRow["outcome"];
  readonly opens_at: Date;
  readonly now: Date;
}

/** Reads the ledger rows of a unit's current lot after `seq`, in order. */
export async function ledgerSince(
  db: Db,
  inventoryId: number,
  seq: number,
  limit: number,
): Promise<LedgerMessageRow[]> {
  const { rows } = await db.query<LedgerMessageRow>({
    name: "ledger-since",
    text: `SELECT g.id, g.seq, g.kind, g.alias_no, g.amount_cents, g.bid_count, g.closes_at, g.extended,
        g.placed_at, l.inventory_id, l.starting_cents, l.reserve_cents, l.increments, l.outcome,
        l.opens_at, clock_ms() AS now
      FROM inventory i JOIN lots l ON l.id = i.current_lot_id JOIN ledger g ON g.lot_id = l.id
      WHERE i.id = $1 AND g.seq > $2 ORDER BY g.seq LIMIT $3`,
    values: [inventoryId, seq, limit],
  });
  return rows;
}

/** Reads a unit's current or last lot with its leader's alias; null when there never was one. */
export async function currentLot(
  db: Db | Pool,
  inventoryId: number,
): Promise<
  (LotRow & { leader_alias: number | null; leader_bid_id: number | null; now: Date }) | null
> {
  const { rows } = await db.query<
    LotRow & { leader_alias: number | null; leader_bid_id: number | null; now: Date }
  >({
    name: "current-lot",
    text: `SELECT ${lotColumns}, a.alias_no AS leader_alias,
        (SELECT g.id FROM ledger g WHERE g.lot_id = l.id AND g.user_id = l.leader_id
          AND g.kind IN ('BID', 'RAISE', 'PROXY') ORDER BY g.seq DESC LIMIT 1) AS leader_bid_id,
        clock_ms() AS now
      FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      LEFT JOIN lot_bidders a ON a.lot_id = l.id AND a.user_id = l.leader_id
      WHERE i.id = $1 AND ${published}`,
    values: [inventoryId],
  });
  return rows[0] ?? null;
}
