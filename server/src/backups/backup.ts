import { setTimeout as sleep } from "node:timers/promises";
import { createCommandPool, type Db } from "../db/pool.ts";
import { sha256 } from "../db/secrets/sha256.ts";
import { documentName } from "../documents/store-document.ts";
import type { FileStore } from "../files/file-store.ts";
import { DiskFullError, RESERVE_BYTES } from "../room-left.ts";
import { originalPath } from "../media/picture-store.ts";
import { videoName } from "../media/video-store.ts";
import { copyDatabase } from "./base-backup.ts";
import { BackupError } from "./backup-error.ts";
import {
  nameFor,
  PART_BYTES,
  type Backup,
  type BackupContents,
  type BackupFolder,
  type EmbeddedBackup,
  type RepositoryBackup,
} from "./backup-folder.ts";
import { segmentAt } from "./log-archive.ts";
import { logNow, takeBackupLock } from "./log-sql.ts";
import { mark } from "./marks-sql.ts";
import { copyToRepository, labelsIn, verifyRepository } from "./pgbackrest.ts";
import { FIRST_UUID, rowsInParts } from "./rows-in-parts.ts";
import { documentsAfter, picturesAfter, videosAfter, serverFacts, serverPlace } from "./sql.ts";

/** Maximum backups of the embedded database kept; a pgBackRest repository has its own retention. */
const MAX_BACKUPS = 7;
/** Number of newest backups whose log is kept too, for point-in-time restores. */
const BACKUPS_WITH_LOG = 2;

export interface BackupSource {
  readonly url: string;
  readonly files: FileStore;
  /** Ends the backup early; it is then incomplete and never listed. */
  readonly signal?: AbortSignal;
}

/** Part of a backup that says where the database's copy is. */
type Copy = Omit<EmbeddedBackup, Shared> | Omit<RepositoryBackup, Shared>;
type Shared = "format" | "beganAt" | "files";

/**
 * Backs up the embedded server while it runs: everything committed when it began, then the
 * documents and pictures that it references. Incomplete backups are never listed. Returns its name.
 * @throws DiskFullError when the backup disk would get too full
 * @throws BackupError while another backup is being made
 */
export async function backUpEmbedded(source: BackupSource, folder: BackupFolder): Promise<string> {
  return makeBackup(source, folder, {
    copy: async (db, { now, bytes }) => {
      if ((await folder.room()) < bytes + 2 * RESERVE_BYTES)
        throw new DiskFullError(`There isn't enough space in ${folder.place} for a backup.`);
      const { port, password } = new URL(source.url);
      const segment = segmentAt((await logNow(db)).position);
      const database: EmbeddedBackup["database"] = [];
      const end = await copyDatabase(source.url, PART_BYTES, async (part) => {
        source.signal?.throwIfAborted();
        await folder.writePart(nameFor(now), database.length, part);
        database.push({ bytes: part.length, sha256: sha256(part) });
      });
      return { segment, end, database, access: { port: Number(port), password } };
    },
    kept: async (backups) => {
      const withLog = await folder.replayable();
      const oldest = withLog.at(-BACKUPS_WITH_LOG) ?? withLog[0];
      if (oldest !== undefined && "segment" in oldest.contents)
        await folder.log.removeBefore(oldest.contents.segment);
      return backups.slice(-MAX_BACKUPS).map(({ name }) => name);
    },
  });
}

/**
 * Backs up an operator's own server with pgBackRest, on the server's machine, and its documents and
 * pictures to the backup store. Verifies the whole repository. Returns the backup's name.
 * @throws BackupError with what to fix
 */
export async function backUpToRepository(
  source: BackupSource & { readonly stanza: string },
  folder: BackupFolder,
): Promise<string> {
  const { stanza } = source;
  return makeBackup(source, folder, {
    copy: async (db, { now }) => {
      const { dataDir, ...access } = await serverPlace(db);
      if (dataDir === null) {
        const role = decodeURIComponent(new URL(source.url).username);
        throw new BackupError(
          `${role} can't see where the data is. Run as a superuser: GRANT pg_read_all_settings TO ${role}`,
        );
      }
      const label = await copyToRepository(stanza, now);
      await verifyRepository(stanza);
      return { pgBackRest: { stanza, label, dataDir, ...access } };
    },
    kept: async (backups) => {
      const labels = await labelsIn(stanza);
      return backups
        .filter(
          ({ contents }) =>
            !("pgBackRest" in contents) || labels.includes(contents.pgBackRest.label),
        )
        .map(({ name }) => name);
    },
  });
}

/**
 * Backs up a database with `copy`, then its files. Removes the backups that `kept` doesn't return.
 */
async function makeBackup(
  source: BackupSource,
  folder: BackupFolder,
  database: {
    copy: (db: Db, began: { now: Date; bytes: number }) => Promise<Copy>;
    kept: (backups: readonly Backup[]) => Promise<readonly string[]>;
  },
): Promise<string> {
  const pool = createCommandPool(source.url, 1);
  // A pool closes an idle connection, and with it the lock would be gone, so hold it to the end.
  const client = await pool.connect();
  try {
    if (!(await takeBackupLock(client))) throw new BackupError("Another backup is running.");
    const began = await begin(client, folder);
    const name = nameFor(began.now);
    const copy = await database.copy(client, began);
    const files = await copyFiles(client, source, folder);
    await folder.finish(name, { format: 1, beganAt: began.now.toISOString(), ...copy, files });
    await mark(client, "BACKUP", { at: began.now });
    await folder.prune(await database.kept(await folder.complete()), began.now);
    return name;
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Waits for a second after which no backup is named yet, since a name is the second of the start. */
async function begin(db: Db, folder: BackupFolder): ReturnType<typeof serverFacts> {
  const began = await serverFacts(db);
  if (!(await folder.has(nameFor(began.now)))) return began;
  await sleep(1_000 - began.now.getMilliseconds());
  return begin(db, folder);
}

/** Copies the files that the newest backup lacks. Returns all files that this backup needs. */
async function copyFiles(
  db: Db,
  { files: from, signal }: BackupSource,
  folder: BackupFolder,
): Promise<BackupContents["files"]> {
  const last = (await folder.complete()).at(-1)?.contents.files ?? [];
  const known = new Map(last.map(({ name, sha256 }) => [name, sha256]));
  const copied: BackupContents["files"] = [];
  for await (const name of neededFiles(db)) {
    signal?.throwIfAborted();
    const hash = known.get(name) ?? (await copyFile(name, from, folder));
    if (hash !== null) copied.push({ name, sha256: hash });
  }
  return copied;
}

async function copyFile(
  name: string,
  from: FileStore,
  folder: BackupFolder,
): Promise<string | null> {
  const bytes = await from.read(name);
  if (bytes === null) return null;
  await folder.writeFile(name, bytes);
  return sha256(bytes);
}

/** Yields the names of the files that a database needs. */
export async function* neededFiles(db: Db): AsyncGenerator<string> {
  const documents = rowsInParts(
    FIRST_UUID,
    (after, limit) => documentsAfter(db, after, limit),
    ({ id }) => id,
  );
  for await (const { id } of documents) yield documentName(id);
  const pictures = rowsInParts(
    FIRST_UUID,
    (after, limit) => picturesAfter(db, after, limit),
    (id) => id,
  );
  for await (const id of pictures) yield originalPath(id);
  const videos = rowsInParts(
    FIRST_UUID,
    (after, limit) => videosAfter(db, after, limit),
    ({ id }) => id,
  );
  for await (const { id } of videos) yield videoName(id);
}
