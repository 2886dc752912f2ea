import type { Db } from "../db/pool.ts";

/**
 * Returns whether an account belongs to the same person as one of the others (D38). Accounts are
 * one person's if one opened the other, or one person opened both, until an independent
 * administrator vouches for one. Every comparison of two members of staff uses this.
 */
export async function isSamePerson(
  db: Db,
  userId: number,
  others: readonly number[],
): Promise<boolean> {
  const { rows } = await db.query<{ same: boolean }>(
    `SELECT EXISTS (SELECT FROM unnest($2::bigint[]) AS o (id)
      WHERE person_of(o.id) = person_of($1)) AS same`,
    [userId, others],
  );
  return rows[0]?.same ?? true;
}

/** Locks an account until the transaction ends; false if there is none. */
export async function lockUser(tx: Db, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE", [
    userId,
  ]);
  return rowCount === 1;
}

/** Returns the person who opened an account that nobody vouched for yet; null for any other. */
export async function openerOf(
  db: Db,
  userId: number,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `SELECT u.id, u.name FROM users u WHERE u.id = person_of($1) AND u.id <> $1`,
    [userId],
  );
  return rows[0] ?? null;
}
