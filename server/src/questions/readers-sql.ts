import type { Db } from "../db/pool.ts";
import { unitTitle } from "../inventory/sql.ts";
import { lastLot, onSale } from "./sql.ts";

/** Returns the time of the first answer that wasn't sent to a unit's readers yet, or null. */
export async function firstUnsent(tx: Db, inventoryId: number): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>(
    `SELECT min(a.at) AS at FROM unit_questions q
        JOIN unit_answers a ON a.question_id = q.id AND a.seq > q.told
      WHERE q.inventory_id = $1 AND q.status = 'ANSWERED'`,
    [inventoryId],
  );
  return rows[0]?.at ?? null;
}

export interface UnsentRow {
  readonly user_id: number | null;
  readonly question: string;
  readonly answer: string;
  readonly corrected: boolean;
}

/** Takes a unit's answers that weren't sent to its readers yet, newest first. */
export async function takeUnsent(tx: Db, inventoryId: number): Promise<UnsentRow[]> {
  const { rows } = await tx.query<UnsentRow>(
    `WITH due AS (
        SELECT id, told FROM unit_questions
        WHERE inventory_id = $1 AND status = 'ANSWERED' AND told < wordings FOR UPDATE),
      taken AS (
        UPDATE unit_questions q SET told = q.wordings FROM due WHERE q.id = due.id
        RETURNING q.id, q.user_id, q.question, q.wordings, due.told > 0 AS corrected)
      SELECT t.user_id, t.question, a.answer, t.corrected
      FROM taken t JOIN unit_answers a ON a.question_id = t.id AND a.seq = t.wordings
      ORDER BY a.at DESC, t.id DESC`,
    [inventoryId],
  );
  return rows;
}

/** A watcher of a unit that is or will be on sale, or a bidder on its lot. */
export interface ReaderRow {
  readonly user_id: number;
  readonly name: string;
  readonly email: string;
  readonly title: string;
  /** When bidding closes; null without a lot. */
  readonly closes_at: Date | null;
  readonly now: Date;
}

/** Returns the watchers of a unit and the bidders on its lot, as long as it is or will be on sale. */
export async function readersOf(tx: Db, inventoryId: number): Promise<ReaderRow[]> {
  const { rows } = await tx.query<ReaderRow>(
    `SELECT u.id AS user_id, u.name, u.email, ${unitTitle} AS title,
        CASE WHEN l.closed_at IS NULL THEN l.closes_at END AS closes_at, clock_ms() AS now
      FROM inventory i ${lastLot}
        CROSS JOIN LATERAL (
          SELECT b.user_id FROM lot_bidders b WHERE b.lot_id = l.id AND l.closed_at IS NULL
          UNION SELECT w.user_id FROM wishlist_items w WHERE w.inventory_id = i.id) p
        JOIN users u ON u.id = p.user_id
      WHERE i.id = $1 AND ${onSale} AND u.status = 'ACTIVE' ORDER BY u.id`,
    [inventoryId],
  );
  return rows;
}
