import type { Db } from "../db/pool.ts";

/** Records that a user accepts a version of the terms; once for each version (D78). */
export async function insertAcceptedTerms(db: Db, userId: number, version: string): Promise<void> {
  await db.query(
    "INSERT INTO terms_acceptances (user_id, version) VALUES ($1, $2::date) ON CONFLICT DO NOTHING",
    [userId, version],
  );
}
