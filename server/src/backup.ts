import { openDatabase } from "./db/open-database.ts";
import { openFiles } from "./files/open-files.ts";
import { backUpEmbedded, backUpToRepository } from "./backups/backup.ts";
import { BackupError } from "./backups/backup-error.ts";
import { openBackups } from "./backups/backup-folder.ts";
import { refuseRoot } from "./backups/pgbackrest.ts";
import { readSettings } from "./settings.ts";

/**
 * Runs `npm run backup`: backs up the database and its files, also while Gavelyard is running. A
 * server of the operator is backed up with pgBackRest, on the server's machine.
 */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { databaseUrl, stanza } = settings;
  if (databaseUrl !== null && stanza === null)
    throw new BackupError(
      "DATABASE_URL names a server of your own. Set PGBACKREST_STANZA to back it up with pgBackRest; see docs/operating.md.",
    );
  if (stanza !== null) refuseRoot();
  const folder = openBackups(settings);
  const { url, stop } = await openDatabase(settings);
  try {
    const source = { url, files: openFiles(settings) };
    const name =
      stanza === null
        ? await backUpEmbedded(source, folder)
        : await backUpToRepository({ ...source, stanza }, folder);
    process.stdout.write(`Backed up as ${name} in ${folder.place}\n`);
  } finally {
    await stop();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
