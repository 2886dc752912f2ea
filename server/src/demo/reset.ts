import { rm } from "node:fs/promises";
import { withClient } from "../db/client.ts";
import { openDatabase } from "../db/open-database.ts";
import { migrate, migrateFor } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction } from "../db/transaction.ts";
import { filesDirectory } from "../files/open-files.ts";
import { readSettings, SettingsError } from "../settings.ts";
import { demoMark } from "../demo-accounts/mark-sql.ts";
import { dropEverything, isInUse, isMarketplace } from "../db/reset-sql.ts";
import { seedDemo } from "./seed.ts";

/** Thrown when a database must not be emptied. The message is shown on the command line. */
export class ResetRefused extends Error {
  override readonly name = "ResetRefused";
}

/**
 * Empties a demo's database and fills it again.
 * @throws ResetRefused for a database that isn't marked as a demo's or that a server still uses
 */
export async function resetDemo(url: string): Promise<void> {
  await withClient({ connectionString: url, application_name: "demo-reset" }, async (client) => {
    if (!(await isMarketplace(client)) || (await demoMark(client)) === null) {
      throw new ResetRefused("This database doesn't hold the demo. Nothing was changed.");
    }
    if (await isInUse(client)) {
      throw new ResetRefused(
        "Gavelyard is running on this database. Stop it first. Nothing was changed.",
      );
    }
    await dropEverything(client);
  });
  await migrate(url);
  const pool = createPool(url, 2);
  try {
    await inTransaction(pool, (tx) => seedDemo(tx));
  } finally {
    await pool.end();
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const { databaseUrl, migrateUrl } = settings;
  // The tables may have another owner than the server's role.
  const owner = { ...settings, databaseUrl: migrateUrl ?? databaseUrl };
  const { url, stop } = await openDatabase(owner, say);
  try {
    await resetDemo(url);
    if (migrateUrl !== null && databaseUrl !== null) await migrateFor(url, databaseUrl);
    const directory = filesDirectory(settings);
    if (directory !== null) await rm(directory, { recursive: true, force: true });
    say("The demo has been reset.");
  } finally {
    await stop();
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    const expected = error instanceof ResetRefused || error instanceof SettingsError;
    process.stderr.write(
      `${expected ? error.message : `Couldn't reset the demo: ${String(error)}`}\n`,
    );
    process.exitCode = 1;
  }
}
