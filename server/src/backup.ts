import { startEmbeddedPostgres } from "./db/embedded-postgres.ts";
import { openFiles } from "./files/open-files.ts";
import { backUp } from "./house/backup.ts";
import { BackupError } from "./house/backup-error.ts";
import { openBackups } from "./house/backup-folder.ts";
import { readSettings } from "./settings.ts";

/**
 * Runs `npm run backup`: backs up the embedded database and its files, also while Gavelyard is
 * running.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.databaseUrl !== null)
    throw new BackupError(
      "DATABASE_URL names a server of your own. Back it up by its own means; see docs/operating.md.",
    );
  const folder = openBackups(settings);
  const server = await startEmbeddedPostgres({ dataDir: settings.dataDir });
  try {
    const name = await backUp({ url: server.url, files: openFiles(settings) }, folder);
    process.stdout.write(`Backed up as ${name} in ${folder.place}\n`);
  } finally {
    await server.stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
