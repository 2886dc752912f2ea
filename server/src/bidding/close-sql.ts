import type { LotOutcome } from "@gavelyard/contract/inventory/inventory-fields";
import { OUTAGE_MS } from "@gavelyard/domain/auctions/outage";
import type { ClosedLotState } from "@gavelyard/domain/sales/settlement";
import type { Pool, PoolClient } from "pg";
import type { Db } from "../db/pool.ts";
import { bidStands } from "./ledger-sql.ts";
import { lotColumns, type LotRow } from "./lot-sql.ts";

/** A locked lot that is due, with the data for its notifications. */
export interface ClosingLotRow extends LotRow {
  readonly auction_name: string;
  readonly payment_due_days: number;
  readonly time_zone: string;
  readonly leader_name: string | null;
  readonly leader_email: string | null;
  readonly now: Date;
}

const dueLots = `SELECT ${lotColumns}, c.name AS auction_name, c.payment_due_days, c.time_zone,
    u.name AS leader_name, u.email AS leader_email, greatest(clock_ms(), l.decided_at) AS now
  FROM lots l JOIN inventory i ON i.id = l.inventory_id JOIN auctions c ON c.id = l.auction_id
  LEFT JOIN users u ON u.id = l.leader_id
  WHERE l.closed_at IS NULL AND l.closes_at < greatest(clock_ms(), l.decided_at)
    -- After an outage, lots are extended first (D36).
    AND NOT EXISTS (SELECT FROM bidding_pulse
      WHERE at <= clock_ms() - make_interval(secs => ${OUTAGE_MS / 1_000}))`;

/**
 * Locks lots that are due and not locked by another process, longest overdue first. Skips lots
 * whose close failed before. The locked row is the newest, so lots that soft close extended are
 * left out.
 */
export async function lockDueLots(tx: PoolClient, limit: number): Promise<ClosingLotRow[]> {
  const { rows } = await tx.query<ClosingLotRow>(
    `${dueLots} AND NOT EXISTS (SELECT FROM failed_closes f WHERE f.lot_id = l.id)
      ORDER BY l.closes_at, l.id LIMIT $1 FOR NO KEY UPDATE OF l SKIP LOCKED`,
    [limit],
  );
  return rows;
}

/** Locks one due lot, even if its close failed before; empty when it is closed or locked. */
export async function lockDueLot(tx: PoolClient, lotId: number): Promise<ClosingLotRow[]> {
  const { rows } = await tx.query<ClosingLotRow>(
    `${dueLots} AND l.id = $1 FOR NO KEY UPDATE OF l SKIP LOCKED`,
    [lotId],
  );
  return rows;
}

/** Locks bidders by id, the order that prevents deadlocks. */
export async function lockBidders(tx: PoolClient, userIds: readonly number[]): Promise<void> {
  await tx.query(
    "SELECT user_id FROM bidders WHERE user_id = ANY($1::bigint[]) ORDER BY user_id FOR NO KEY UPDATE",
    [userIds],
  );
}

export interface LotClose {
  readonly lotId: number;
  readonly inventoryId: number;
  readonly seq: number;
  readonly outcome: LotOutcome;
  readonly unit: ClosedLotState;
  readonly closedAtMs: number;
  /** Null for a lot older than the chains. */
  readonly root: string | null;
}

export async function markClosed(tx: PoolClient, closes: readonly LotClose[]): Promise<void> {
  await tx.query(
    `WITH units AS (
        SELECT i.id, u.status FROM unnest($1::bigint[], $2::text[]) AS u(id, status)
        JOIN inventory i USING (id) ORDER BY i.id FOR NO KEY UPDATE OF i)
      UPDATE inventory i SET status = u.status, updated_at = clock_ms()
      FROM units u WHERE i.id = u.id`,
    [closes.map((close) => close.inventoryId), closes.map((close) => close.unit)],
  );
  await tx.query(
    `UPDATE lots l SET closed_at = c.closed_at, outcome = c.outcome, seq = c.seq,
        chain_head = decode(c.root, 'hex')
      FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::int[], $5::text[])
        AS c(id, closed_at, outcome, seq, root) WHERE l.id = c.id`,
    [
      closes.map((close) => close.lotId),
      closes.map((close) => new Date(close.closedAtMs).toISOString()),
      closes.map((close) => close.outcome),
      closes.map((close) => close.seq),
      closes.map((close) => close.root),
    ],
  );
}

export interface Win {
  readonly lotId: number;
  readonly userId: number;
  readonly hammerCents: number;
  /** The lot's hold on the winner's limit so far, in cents. */
  readonly maxCents: number;
  readonly paymentDueAtMs: number;
}

/**
 * Inserts awards, each for the winning bid: the leader's highest bid that still counts.
 * @throws Error when a leader has no bid
 */
export async function insertAwards(tx: PoolClient, wins: readonly Win[]): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO awards (lot_id, bid_id, user_id, hammer_cents, payment_due_at)
      SELECT w.lot_id, b.id, w.user_id, w.hammer_cents, w.due_at
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::timestamptz[])
          AS w(lot_id, user_id, hammer_cents, due_at)
      CROSS JOIN LATERAL (
        SELECT g.id FROM ledger g
        WHERE g.lot_id = w.lot_id AND g.user_id = w.user_id AND ${bidStands}
        ORDER BY g.max_cents DESC, g.seq LIMIT 1) b`,
    [
      wins.map((win) => win.lotId),
      wins.map((win) => win.userId),
      wins.map((win) => win.hammerCents),
      wins.map((win) => new Date(win.paymentDueAtMs).toISOString()),
    ],
  );
  if (rowCount !== wins.length) throw new Error("a lot has a leader without a bid");
}

/** Replaces the holds of won lots with holds of their awards (D25). */
export async function turnHoldsIntoAwards(tx: PoolClient, wins: readonly Win[]): Promise<void> {
  await tx.query(
    `UPDATE bidders b SET leading_cents = b.leading_cents - w.held,
        awarded_cents = b.awarded_cents + w.awarded
      FROM (SELECT user_id, sum(max_cents)::bigint AS held, sum(hammer_cents)::bigint AS awarded
        FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS u(user_id, max_cents, hammer_cents)
        GROUP BY user_id) w
      WHERE b.user_id = w.user_id`,
    [
      wins.map((win) => win.userId),
      wins.map((win) => win.maxCents),
      wins.map((win) => win.hammerCents),
    ],
  );
}

export async function biddersOfLots(
  tx: PoolClient,
  lotIds: readonly number[],
): Promise<Map<number, { user_id: number; alias_no: number }[]>> {
  const { rows } = await tx.query<{ lot_id: number; user_id: number; alias_no: number }>(
    `SELECT lot_id, user_id, alias_no FROM lot_bidders WHERE lot_id = ANY($1::bigint[])
      ORDER BY lot_id, alias_no`,
    [lotIds],
  );
  return Map.groupBy(rows, (row) => row.lot_id);
}

export async function addressesOfBidders(
  db: Db,
  lotId: number,
): Promise<{ user_id: number; name: string; email: string }[]> {
  const { rows } = await db.query<{ user_id: number; name: string; email: string }>(
    `SELECT a.user_id, u.name, u.email FROM lot_bidders a JOIN users u ON u.id = a.user_id
      WHERE a.lot_id = $1 ORDER BY a.alias_no`,
    [lotId],
  );
  return rows;
}

/**
 * Sets a lot aside after a failed close. It is retried after 30 seconds, then with twice the wait
 * each time, up to 15 minutes. Returns how often it has failed so far.
 */
export async function setAside(tx: PoolClient, lotId: number, error: string): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>(
    `INSERT INTO failed_closes AS f (lot_id, next_try_at, error)
      VALUES ($1, clock_ms() + interval '30 s', $2)
      ON CONFLICT (lot_id) DO UPDATE SET tries = f.tries + 1, error = excluded.error,
        next_try_at = clock_ms() + make_interval(secs => least(900, 30 * 2 ^ least(f.tries, 9)))
      RETURNING tries`,
    [lotId, error],
  );
  return rows[0]?.tries ?? 1;
}

export async function clearSetAside(tx: PoolClient, lotId: number): Promise<void> {
  await tx.query("DELETE FROM failed_closes WHERE lot_id = $1", [lotId]);
}

export async function lotsToRetry(db: Pool): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT l.id FROM failed_closes f JOIN lots l ON l.id = f.lot_id
      WHERE greatest(f.next_try_at, l.closes_at) <= clock_ms() AND l.closed_at IS NULL ORDER BY f.next_try_at LIMIT 50`,
  );
  return rows.map((row) => row.id);
}

/** Returns the ms until the next lot is due by the database's clock; null when none is open. */
export async function nextCloseInMs(db: Pool): Promise<number | null> {
  const { rows } = await db.query<{ wait: number | null }>(
    `SELECT extract(epoch FROM least(
        (SELECT l.closes_at FROM lots l WHERE l.closed_at IS NULL
          AND NOT EXISTS (SELECT FROM failed_closes f WHERE f.lot_id = l.id)
          ORDER BY l.closes_at, l.id LIMIT 1),
        (SELECT min(greatest(f.next_try_at, l.closes_at)) FROM failed_closes f JOIN lots l ON l.id = f.lot_id
          WHERE l.closed_at IS NULL)) - clock_ms()) * 1000 AS wait`,
  );
  return rows[0]?.wait ?? null;
}
