import type { LotOutcome } from "@gavelyard/contract/inventory-fields";
import type { ClientBase, Pool, PoolClient } from "pg";
import { lotColumns, type LotRow } from "./lot-sql.ts";

/** A lot whose time is up, locked, with what its close is to tell. */
export interface ClosingLotRow extends LotRow {
  readonly auction_name: string;
  readonly payment_due_days: number;
  readonly time_zone: string;
  readonly now: Date;
}

/**
 * Locks lots whose time is up and that nobody else is closing. The row as locked is the newest, so
 * a lot that soft close moved meanwhile is not among them.
 */
export async function lockLotsToClose(tx: PoolClient, limit: number): Promise<ClosingLotRow[]> {
  const { rows } = await tx.query<ClosingLotRow>(
    `SELECT ${lotColumns}, c.name AS auction_name, c.payment_due_days, c.time_zone,
        clock_ms() AS now
      FROM lots l JOIN inventory i ON i.id = l.inventory_id JOIN auctions c ON c.id = l.auction_id
      WHERE l.closed_at IS NULL AND l.closes_at < clock_ms()
      ORDER BY l.id LIMIT $1 FOR NO KEY UPDATE OF l SKIP LOCKED`,
    [limit],
  );
  return rows;
}

/** Locks the bidders who lead closing lots, in the one order. */
export async function lockBidders(tx: PoolClient, userIds: readonly number[]): Promise<void> {
  await tx.query(
    "SELECT user_id FROM bidders WHERE user_id = ANY($1::bigint[]) ORDER BY user_id FOR NO KEY UPDATE",
    [userIds],
  );
}

export async function markClosed(
  tx: PoolClient,
  lot: { id: number; seq: number; outcome: LotOutcome; closedAtMs: number },
): Promise<void> {
  await tx.query("UPDATE lots SET closed_at = $2, outcome = $3, seq = $4 WHERE id = $1", [
    lot.id,
    new Date(lot.closedAtMs).toISOString(),
    lot.outcome,
    lot.seq,
  ]);
}

export async function setInventoryStatus(
  tx: PoolClient,
  inventoryId: number,
  status: "SOLD" | "PENDING_DECISION" | "UNSOLD",
): Promise<void> {
  await tx.query("UPDATE inventory SET status = $2, updated_at = clock_ms() WHERE id = $1", [
    inventoryId,
    status,
  ]);
}

/** The bid with which the leader won: the newest of the leader's that still stands. */
export async function winningBidId(tx: PoolClient, lotId: number, userId: number): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `SELECT g.id FROM ledger g
      WHERE g.lot_id = $1 AND g.user_id = $2 AND g.kind IN ('BID', 'RAISE')
        AND NOT EXISTS (SELECT 1 FROM ledger u WHERE u.lot_id = g.lot_id AND u.undoes_seq = g.seq)
        AND NOT EXISTS (SELECT 1 FROM ledger p WHERE p.lot_id = g.lot_id AND p.kind = 'LAPSE'
          AND p.user_id = g.user_id AND p.seq > g.seq)
      ORDER BY g.max_cents DESC, g.seq LIMIT 1`,
    [lotId, userId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`lot ${lotId} has a leader without a bid`);
  return id;
}

export interface NewAward {
  readonly lotId: number;
  readonly bidId: number;
  readonly userId: number;
  readonly hammerCents: number;
  readonly paymentDueAtMs: number;
}

export async function insertAward(tx: PoolClient, award: NewAward): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, payment_due_at)
      VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [
      award.lotId,
      award.bidId,
      award.userId,
      award.hammerCents,
      new Date(award.paymentDueAtMs).toISOString(),
    ],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error("an award was not written");
  return id;
}

/** What a leader's lot held of the limit becomes what the award holds (D25). */
export async function turnHoldIntoAward(
  tx: PoolClient,
  userId: number,
  maxCents: number,
  hammerCents: number,
): Promise<void> {
  await tx.query(
    `UPDATE bidders SET leading_cents = leading_cents - $2, awarded_cents = awarded_cents + $3
      WHERE user_id = $1`,
    [userId, maxCents, hammerCents],
  );
}

/** Everyone who bid on a lot, with the alias used there. */
export async function biddersOfLot(
  tx: Pick<ClientBase, "query">,
  lotId: number,
): Promise<{ user_id: number; alias_no: number; name: string; email: string }[]> {
  const { rows } = await tx.query<{
    user_id: number;
    alias_no: number;
    name: string;
    email: string;
  }>(
    `SELECT a.user_id, a.alias_no, u.name, u.email
      FROM lot_bidders a JOIN users u ON u.id = a.user_id WHERE a.lot_id = $1 ORDER BY a.alias_no`,
    [lotId],
  );
  return rows;
}

/** Ms until the next open lot's time is up by the database's clock; null when no lot is open. */
export async function nextCloseInMs(db: Pool): Promise<number | null> {
  const { rows } = await db.query<{ wait: number | null }>(
    "SELECT extract(epoch FROM min(closes_at) - clock_ms()) * 1000 AS wait FROM lots WHERE closed_at IS NULL",
  );
  return rows[0]?.wait ?? null;
}
