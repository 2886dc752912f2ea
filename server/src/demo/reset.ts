import { rm } from "node:fs/promises";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction } from "../db/transaction.ts";
import { filesDirectory } from "../files/open-files.ts";
import { readSettings, SettingsError } from "../settings.ts";
import { demoMark } from "./mark-sql.ts";
import { seedDemo } from "./seed.ts";

/** Thrown for a database that may not be emptied; its message is for the person at the keyboard. */
export class ResetRefused extends Error {
  override readonly name = "ResetRefused";
}

/**
 * Empties a demo's database and fills it anew.
 * @throws ResetRefused for a database that is not marked as a demo's, or that a server still uses
 */
export async function resetDemo(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: "demo-reset" });
  await client.connect();
  try {
    const known = await client.query<{ facts: string | null }>(
      "SELECT to_regclass('site_facts') AS facts",
    );
    if (known.rows[0]?.facts === null || (await demoMark(client)) === null) {
      throw new ResetRefused(
        "This database does not hold the demo marketplace. Nothing was changed.",
      );
    }
    const users = await client.query(
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'gavelyard%' LIMIT 1`,
    );
    if (users.rows.length > 0) {
      throw new ResetRefused(
        "Gavelyard is running on this database. Stop it first. Nothing was changed.",
      );
    }
    await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
    await client.query("DROP SCHEMA public CASCADE");
    await client.query("CREATE SCHEMA public");
  } finally {
    await client.end();
  }
  await migrate(url);
  const pool = createPool(url, 2);
  try {
    await inTransaction(pool, (tx) => seedDemo(tx, new Date()));
  } finally {
    await pool.end();
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const embedded =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: settings.dataDir, say })
      : null;
  try {
    await resetDemo(embedded?.url ?? settings.databaseUrl ?? "");
    const directory = filesDirectory(settings);
    if (directory !== null) await rm(directory, { recursive: true, force: true });
    say("The demo marketplace is as new.");
  } finally {
    await embedded?.stop();
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    const expected = error instanceof ResetRefused || error instanceof SettingsError;
    process.stderr.write(
      `${expected ? error.message : `The demo could not be reset: ${String(error)}`}\n`,
    );
    process.exitCode = 1;
  }
}
