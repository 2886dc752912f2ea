import type { Client } from "pg";

export async function isMarketplace(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ facts: string | null }>(
    "SELECT to_regclass('site_facts') AS facts",
  );
  return rows[0] !== undefined && rows[0].facts !== null;
}

export async function isInUse(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'gavelyard%' LIMIT 1`,
  );
  return rows.length > 0;
}

export async function dropEverything(client: Client): Promise<void> {
  await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
  await client.query("DROP SCHEMA public CASCADE");
  await client.query("CREATE SCHEMA public");
}
