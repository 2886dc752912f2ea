import { runner } from "node-pg-migrate";
import { Client } from "pg";
import { runMigrations as migrateJobs } from "graphile-worker";

const migrations = new URL("./migrations", import.meta.url).pathname;
/** Any constant will do: processes that start together wait for one another on it. */
const MIGRATION_LOCK = 7_112_026;

/**
 * Brings a database up to the newest schema, the job queue's own included. Safe to call from
 * several processes at once: one migrates, the others wait.
 */
export async function migrate(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "gavelyard-migrate" });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await runner({
      dbClient: client,
      dir: migrations,
      direction: "up",
      migrationsTable: "migrations",
      noLock: true,
      singleTransaction: false,
      log: () => {},
    });
    await migrateJobs({ connectionString: url });
  } finally {
    await client.end();
  }
}
