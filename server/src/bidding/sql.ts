import type { LedgerKind } from "@gavelyard/domain/bidding/bidding";
import type { Pool } from "pg";
import type { Db } from "../db/pool.ts";
import { clockNow } from "../db/clock.ts";
import { published } from "../inventory/sql.ts";
import { lotColumns, type LotRow } from "./lot-sql.ts";

type LotTermsRow = Pick<LotRow, "inventory_id" | "starting_cents" | "reserve_cents" | "increments">;

export interface LedgerMessageRow extends LotTermsRow {
  readonly id: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly alias_no: number | null;
  readonly leader_alias: number | null;
  readonly amount_cents: number | null;
  readonly bid_count: number;
  readonly undoes_seq: number | null;
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
    text: `SELECT g.id, g.seq, g.kind, g.alias_no, g.leader_alias, g.amount_cents, g.bid_count,
        g.undoes_seq, g.closes_at, g.extended, g.placed_at, l.inventory_id, l.starting_cents, l.reserve_cents, l.increments, l.outcome,
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

export type PriceRow = Pick<
  LotRow,
  | "inventory_id"
  | "seq"
  | "opens_at"
  | "closes_at"
  | "closed_at"
  | "extensions"
  | "starting_cents"
  | "price_cents"
  | "reserve_cents"
  | "increments"
  | "bid_count"
  | "outcome"
> & { readonly lot_id: number; readonly leader_alias: number | null };

/** Reads the current or last lots of units as lists show them, and the time before the read. */
export async function currentPrices(
  db: Db,
  inventoryIds: readonly number[],
): Promise<{ now: Date; lots: PriceRow[] }> {
  const now = await clockNow(db);
  if (inventoryIds.length === 0) return { now, lots: [] };
  const { rows } = await db.query<PriceRow>({
    name: "current-prices",
    text: `SELECT l.inventory_id, l.id AS lot_id, l.seq, l.opens_at, l.closes_at, l.closed_at,
        l.extensions, l.starting_cents, l.price_cents, l.reserve_cents, l.increments, l.bid_count,
        l.outcome, a.alias_no AS leader_alias
      FROM inventory i JOIN lots l ON l.id = i.current_lot_id
      LEFT JOIN lot_bidders a ON a.lot_id = l.id AND a.user_id = l.leader_id
      WHERE i.id = ANY ($1) AND ${published}`,
    values: [inventoryIds],
  });
  return { now, lots: rows };
}
