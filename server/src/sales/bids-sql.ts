import type { Role } from "@gavelyard/domain/users/roles";
import { bidStands } from "../bidding/ledger-sql.ts";
import type { Db } from "../db/pool.ts";

/** A standing bid: neither retracted or voided nor lapsed (D23, D25). */
export interface StandingBid {
  readonly bidId: number;
  readonly lotId: number;
  readonly userId: number;
  /** The visible amount, not the maximum (D18). */
  readonly amountCents: number;
  readonly name: string;
  readonly email: string;
  readonly status: string;
  readonly role: Role;
}

const columns = `g.id AS "bidId", g.lot_id AS "lotId", g.user_id AS "userId",
  g.amount_cents AS "amountCents", u.name, u.email, u.status, u.role`;

/** Returns the best standing bid of each bidder on some lots, highest first per lot. */
export async function bestBids(db: Db, lotIds: readonly number[]): Promise<StandingBid[]> {
  const { rows } = await db.query<StandingBid & { seq: number }>(
    // Computed from all rows of the lots at once, which is faster than per bid.
    `WITH acts AS MATERIALIZED (
        SELECT id, lot_id, user_id, amount_cents, seq, kind, undoes_seq FROM ledger
        WHERE lot_id = ANY($1::bigint[])
      ), undone AS (SELECT lot_id, undoes_seq AS seq FROM acts WHERE undoes_seq IS NOT NULL
      ), lapsed AS (
        SELECT lot_id, user_id, max(seq) AS seq FROM acts WHERE kind = 'LAPSE' GROUP BY 1, 2
      ), best AS (
        SELECT DISTINCT ON (g.lot_id, g.user_id) g.*
        FROM acts g LEFT JOIN undone d ON d.lot_id = g.lot_id AND d.seq = g.seq
        LEFT JOIN lapsed p ON p.lot_id = g.lot_id AND p.user_id = g.user_id AND p.seq > g.seq
        WHERE g.kind IN ('BID', 'RAISE') AND d.lot_id IS NULL AND p.lot_id IS NULL
        ORDER BY g.lot_id, g.user_id, g.amount_cents DESC, g.seq
      )
      SELECT ${columns}, g.seq FROM best g JOIN users u ON u.id = g.user_id
      ORDER BY g.lot_id, g.amount_cents DESC, g.seq`,
    [lotIds],
  );
  return rows;
}

export async function standingBid(
  db: Db,
  lotId: number,
  bidId: number,
): Promise<StandingBid | null> {
  const { rows } = await db.query<StandingBid>(
    `SELECT ${columns} FROM ledger g JOIN users u ON u.id = g.user_id
      WHERE g.id = $2 AND g.lot_id = $1 AND ${bidStands}`,
    [lotId, bidId],
  );
  return rows[0] ?? null;
}

/**
 * Returns, by lot, the bidders who had an award of it or declined an offer. The lot isn't offered
 * to them again.
 */
export async function pastBuyers(
  db: Db,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await db.query<{ lot_id: number; user_id: number }>(
    `SELECT lot_id, user_id FROM awards WHERE lot_id = ANY($1::bigint[])
      UNION SELECT lot_id, user_id FROM offers WHERE lot_id = ANY($1::bigint[]) AND status = 'DECLINED'`,
    [lotIds],
  );
  const byLot = Map.groupBy(rows, (row) => row.lot_id);
  return new Map([...byLot].map(([lotId, of]) => [lotId, new Set(of.map((row) => row.user_id))]));
}

/** Returns whether a lot may be offered to a bidder after its award ended (D28). */
export function mayBeOffered(bid: StandingBid, past: ReadonlySet<number>): boolean {
  return bid.status === "ACTIVE" && !past.has(bid.userId);
}

export interface PersonRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export async function peopleByIds(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, PersonRow>> {
  const { rows } = await db.query<PersonRow>(
    "SELECT id, name, email FROM users WHERE id = ANY($1::bigint[])",
    [userIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** @throws Error if the account is gone */
export async function personById(db: Db, userId: number): Promise<PersonRow> {
  const person = (await peopleByIds(db, [userId])).get(userId);
  if (person === undefined) throw new Error(`user ${userId} is gone`);
  return person;
}
