import type { Db } from "../db/pool.ts";

/** What a second person sees of somebody: names can be chosen, so also what can't (D38). */
export interface ShownPerson {
  readonly bidder: string;
  readonly userId: number;
  /** Alias on the lot: "Bidder 7"; null without a bid there. */
  readonly alias: string | null;
  readonly accountSince: string;
  readonly renamedAt: string | null;
}

/** Returns a person as a second person sees them, on a lot or apart from any. */
export async function shownPerson(
  db: Db,
  userId: number,
  lotId: number | null,
): Promise<ShownPerson> {
  const { rows } = await db.query<{
    name: string;
    alias_no: number | null;
    created_at: Date;
    renamed_at: Date | null;
  }>(
    `SELECT u.name, u.created_at,
        (SELECT min(g.alias_no) FROM ledger g WHERE g.lot_id = $2 AND g.user_id = u.id) AS alias_no,
        (SELECT max(a.at) FROM audit_log a WHERE a.subject_type = 'user' AND a.subject_id = u.id
          AND a.action = 'profile-changed' AND a.after ? 'name') AS renamed_at
      FROM users u WHERE u.id = $1`,
    [userId, lotId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`user ${userId} is gone`);
  return {
    bidder: row.name,
    userId,
    alias: row.alias_no === null ? null : `Bidder ${row.alias_no}`,
    accountSince: row.created_at.toISOString(),
    renamedAt: row.renamed_at?.toISOString() ?? null,
  };
}

/** Returns whether a user has bid on an open lot that closes within so many milliseconds. */
export async function bidsOnClosing(tx: Db, userId: number, withinMs: number): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT FROM ledger g JOIN lots l ON l.id = g.lot_id WHERE g.user_id = $1 AND g.kind = 'BID'
      AND l.closed_at IS NULL AND l.closes_at <= clock_ms() + $2 * interval '1 ms' LIMIT 1`,
    [userId, withinMs],
  );
  return rows.length > 0;
}
