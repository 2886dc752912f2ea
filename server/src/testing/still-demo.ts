import type { Pool } from "pg";
import { inTransaction } from "../db/transaction.ts";
import { seedDemo } from "../demo/seed.ts";

const soon = "BETWEEN clock_ms() AND clock_ms() + interval '1 hour'";
const laterInTheDay = [
  `UPDATE lots SET closes_at = closes_at + interval '3 hours'
    WHERE closed_at IS NULL AND closes_at ${soon}`,
  `UPDATE lots SET opens_at = opens_at + interval '1 hour', closes_at = closes_at + interval '1 hour'
    WHERE closed_at IS NULL AND opens_at ${soon}`,
  `UPDATE auctions SET start_time = start_time + interval '1 hour' WHERE start_time ${soon}`,
];

/** Seeds a demo in which nothing begins or ends for an hour, so that answers can be compared. */
export async function seedStillDemo(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await seedDemo(tx);
    for (const change of laterInTheDay) await tx.query(change);
  });
}
