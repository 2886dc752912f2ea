import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  NotStartedError,
  startRestored,
  type RestoredPostgres,
} from "../db/embedded/own-postgres.ts";
import { createPool, type Db } from "../db/pool.ts";
import { BackupError } from "./backup-error.ts";
import type { RepositoryBackup } from "./backup-folder.ts";
import { lastReplayed } from "./log-sql.ts";
import { archiveLog, newestSegment, unpackFromRepository } from "./pgbackrest.ts";
import { ENDED_EARLY, type Recovered, type Target } from "./recover.ts";
import { serverFacts } from "./sql.ts";

/**
 * Unpacks a backup in a pgBackRest repository into a new folder and replays the log after it. With
 * `live`, a server that still runs, the repository first gets the rest of its log.
 * @throws BackupError naming what is missing or changed
 */
export async function recoverFromRepository(
  { pgBackRest: backup, beganAt }: RepositoryBackup,
  { dir, live, target }: { dir: string; live: Db | null; target: Target },
): Promise<Recovered> {
  const until = live === null ? null : await archivedUntil(live, backup.stanza);
  if (target instanceof Date && until !== null && target > until)
    throw new BackupError(`The log ends at ${until.toISOString()}.`);
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { mode: 0o700 });
  await unpackFromRepository(backup.stanza, backup.label, dir);
  // Read it first: a live server keeps archiving.
  const newest = await newestSegment(backup.stanza);
  const server = await replay(dir, backup, target, { isWhole: until !== null, newest });
  try {
    if (target === "latest") refuseGap(newest, server.log());
    if (target instanceof Date) return { server, moment: target };
    return {
      server,
      moment: (target === "latest" ? await lastCommit(server.url) : null) ?? new Date(beganAt),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Returns the time up to which the repository has the log; null when archiving doesn't work. */
async function archivedUntil(live: Db, stanza: string): Promise<Date | null> {
  const { now } = await serverFacts(live);
  return archiveLog(stanza).then(
    () => now,
    () => null,
  );
}

interface ArchivedLog {
  /** Whether it has all log up to the target. */
  readonly isWhole: boolean;
  readonly newest: string | null;
}

async function replay(
  dir: string,
  backup: RepositoryBackup["pgBackRest"],
  target: Target,
  archived: ArchivedLog,
): Promise<RestoredPostgres> {
  await writeFile(path.join(dir, "recovery.signal"), "");
  const options = {
    restore_command: 'pgbackrest archive-get %f "%p"',
    recovery_target: target === "copy" ? "immediate" : "",
    recovery_target_time: target instanceof Date ? target.toISOString().replace("Z", "+00") : "",
    recovery_target_timeline: "latest",
    recovery_target_action: "promote",
  };
  const env = {
    PGBACKREST_STANZA: backup.stanza,
    PGBACKREST_PG1_PATH: dir,
    PGBACKREST_ARCHIVE_ASYNC: "n",
  };
  try {
    return await startRestored(dir, backup, options, env);
  } catch (error) {
    if (!(error instanceof NotStartedError)) throw error;
    if (error.log.includes(ENDED_EARLY)) {
      refuseGap(archived.newest, error.log);
      // Nothing was committed after the moment, so the end of the log is equivalent.
      if (archived.isWhole) return replay(dir, backup, "latest", archived);
      throw new BackupError(
        "The log ends before that moment. To restore everything, use --until latest.",
      );
    }
    throw new BackupError(`The log could not be replayed: ${error.message}`);
  }
}

/** @throws BackupError when the repository has log after the last segment that was replayed */
function refuseGap(newest: string | null, log: string): void {
  const replayed = [...log.matchAll(/restored log file "([0-9A-F]{24})"/g)].at(-1)?.[1] ?? "";
  if (newest !== null && newest > replayed)
    throw new BackupError(
      `The log after segment ${replayed} is missing or changed; the repository has log up to ${newest}.`,
    );
}

async function lastCommit(url: string): Promise<Date | null> {
  const pool = createPool(url, 1);
  try {
    return await lastReplayed(pool);
  } finally {
    await pool.end();
  }
}
