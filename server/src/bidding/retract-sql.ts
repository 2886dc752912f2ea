import type { LedgerKind } from "@gavelyard/domain/bidding/bidding";
import type { ClientBase, PoolClient } from "pg";
import { bidStands } from "./ledger-sql.ts";
import { lotColumns, type LotRow } from "./lot-sql.ts";

export interface BidOnLotRow {
  readonly id: number;
  readonly lot_id: number;
  readonly inventory_id: number;
  readonly user_id: number;
  readonly seq: number;
  readonly kind: LedgerKind;
  readonly requested_cents: number;
  readonly name: string;
  readonly email: string;
  readonly auction_name: string;
}

export async function bidOnLot(
  db: Pick<ClientBase, "query">,
  bidId: number,
): Promise<BidOnLotRow | null> {
  const { rows } = await db.query<BidOnLotRow>(
    `SELECT g.id, g.lot_id, l.inventory_id, g.user_id, g.seq, g.kind, g.requested_cents, u.name, u.email,
        a.name AS auction_name
      FROM ledger g JOIN lots l ON l.id = g.lot_id JOIN users u ON u.id = g.user_id
        JOIN auctions a ON a.id = l.auction_id
      WHERE g.id = $1 AND g.kind IN ('BID', 'RAISE')`,
    [bidId],
  );
  return rows[0] ?? null;
}

export async function lockLot(tx: PoolClient, lotId: number): Promise<LotRow> {
  const { rows } = await tx.query<LotRow>(
    `SELECT ${lotColumns} FROM lots l JOIN inventory i ON i.id = l.inventory_id
      WHERE l.id = $1 FOR NO KEY UPDATE OF l`,
    [lotId],
  );
  const lot = rows[0];
  if (lot === undefined) throw new Error(`lot ${lotId} is gone`);
  return lot;
}

export interface StandingRow {
  readonly seq: number;
  readonly user_id: number;
  readonly requested_cents: number;
  readonly max_cents: number;
  readonly placed_at: Date;
}

/** Reads a lot's bids and raises that were not retracted, voided or lapsed, in order (D23). */
export async function standingRequests(tx: PoolClient, lotId: number): Promise<StandingRow[]> {
  const { rows } = await tx.query<StandingRow>(
    `SELECT g.seq, g.user_id, g.requested_cents, g.max_cents, g.placed_at FROM ledger g
      WHERE g.lot_id = $1 AND ${bidStands}
      ORDER BY g.seq`,
    [lotId],
  );
  return rows;
}

/** Whether a bidder has retracted a bid on a lot (D23). */
export async function hasRetracted(
  tx: PoolClient,
  lotId: number,
  userId: number,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "SELECT 1 FROM ledger WHERE lot_id = $1 AND kind = 'RETRACTION' AND user_id = $2 LIMIT 1",
    [lotId, userId],
  );
  return rowCount === 1;
}

/** Locks all bidders of a lot; returns what is available of each limit, in cents, by user. */
export async function lockLimitsOfLot(tx: PoolClient, lotId: number): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ user_id: number; available: number }>(
    `SELECT b.user_id, b.limit_cents - b.leading_cents - b.awarded_cents AS available
      FROM bidders b WHERE b.user_id IN (SELECT user_id FROM lot_bidders WHERE lot_id = $1)
      ORDER BY b.user_id FOR NO KEY UPDATE`,
    [lotId],
  );
  return new Map(rows.map((row) => [row.user_id, row.available]));
}

export async function aliasesOfLot(tx: PoolClient, lotId: number): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ user_id: number; alias_no: number }>(
    "SELECT user_id, alias_no FROM lot_bidders WHERE lot_id = $1",
    [lotId],
  );
  return new Map(rows.map((row) => [row.user_id, row.alias_no]));
}
