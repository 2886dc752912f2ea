import type { Pool } from "pg";

/** Carries out a statement as those can who may switch triggers off; answers how many rows it changed. */
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
