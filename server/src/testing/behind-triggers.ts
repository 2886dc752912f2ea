import type { Pool } from "pg";

/**
 * Runs a statement with triggers disabled, as a database owner could. Returns the number of changed
 * rows.
 */
export async function behindTriggers(
  pool: Pool,
  statement: string,
  values: readonly unknown[],
): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const { rowCount } = await client.query(statement, [...values]);
    return rowCount;
  } finally {
    await client.query("RESET session_replication_role");
    client.release();
  }
}
