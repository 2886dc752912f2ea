import type { Client } from "pg";

/** Returns whether a database has our schema. */
export async function isMarketplace(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ facts: string | null }>(
    "SELECT to_regclass('site_facts') AS facts",
  );
  return rows[0] !== undefined && rows[0].facts !== null;
}

/** Returns whether a server is connected to the database. */
export async function isInUse(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'gavelyard%' LIMIT 1`,
  );
  return rows.length > 0;
}

/** Drops everything that Gavelyard stores in a database. */
export async function dropEverything(client: Client): Promise<void> {
  await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
}
