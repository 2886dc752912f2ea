import { findPrimary } from "./db/servers/find-primary.ts";
import { migrateFor } from "./db/migrate.ts";
import { readSettings } from "./settings.ts";

/**
 * Runs `npm run migrate`: migrates the database as its owner, at `MIGRATE_URL`, and gives the role of
 * `DATABASE_URL` what the server needs, after creating it if there is none. The server then can't
 * change records (docs/operating.md).
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { databaseUrl, migrateUrl } = settings;
  if (databaseUrl === null || migrateUrl === null)
    throw new Error("Set MIGRATE_URL, with the owner's role, and DATABASE_URL, with the server's");
  await migrateFor(await findPrimary(migrateUrl, settings), databaseUrl);
  process.stdout.write("The database is up to date, and the server's role can use it.\n");
}

try {
  await main();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The database was not migrated: ${text.slice(0, 500)}\n`);
  process.exitCode = 1;
}
