import { createCommandPool, type Db } from "../db/pool.ts";
import { sha256 } from "../db/sha256.ts";
import { documentName } from "../documents/store-document.ts";
import type { FileStore } from "../files/file-store.ts";
import { DiskFullError, RESERVE_BYTES } from "../files/room-left.ts";
import { originalPath } from "../media/picture-store.ts";
import { videoName } from "../media/video-store.ts";
import { copyDatabase } from "./base-backup.ts";
import { BackupError } from "./backup-error.ts";
import {
  nameFor,
  PART_BYTES,
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
    copy: async (pool, { now, bytes }) => {
      if ((await folder.room()) < bytes + 2 * RESERVE_BYTES)
        throw new DiskFullError(`There isn't enough space in ${folder.place} for a backup.`);
      const { port, password } = new URL(source.url);
      const segment = segmentAt((await logNow(pool)).position);
      const database: EmbeddedBackup["database"] = [];
      await copyDatabase(source.url, PART_BYTES, async (part) => {
        await folder.writePart(nameFor(now), database.length, part);
        database.push({ bytes: part.length, sha256: sha256(part) });
      });
      return { segment, database, access: { port: Number(port), password } };
    },
    kept: async (names) => {
      const oldest = await folder.read(names.at(-BACKUPS_WITH_LOG) ?? names[0] ?? "");
      if ("segment" in oldest) await folder.log.removeBefore(oldest.segment);
      return names.slice(-MAX_BACKUPS);
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
    copy: async (pool, { now }) => {
      const { dataDir, ...access } = await serverPlace(pool);
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
    kept: async (names) => {
      const labels = await labelsIn(stanza);
      const backups = await Promise.all(names.map((name) => folder.read(name)));
      return names.filter((_name, index) => {
        const backup = backups[index];
        return backup !== undefined && "pgBackRest" in backup
          ? labels.includes(backup.pgBackRest.label)
          : true;
      });
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
    copy: (pool: Db, began: { now: Date; bytes: number }) => Promise<Copy>;
    kept: (names: readonly string[]) => Promise<readonly string[]>;
  },
): Promise<string> {
  const pool = createCommandPool(source.url, 1);
  try {
    // The pool's only connection holds the lock until the pool ends.
    if (!(await takeBackupLock(pool))) throw new BackupError("Another backup is running.");
    const began = await serverFacts(pool);
    const name = nameFor(began.now);
    const copy = await database.copy(pool, began);
    const files = await copyFiles(pool, source.files, folder);
    await folder.finish(name, { format: 1, beganAt: began.now.toISOString(), ...copy, files });
    await mark(pool, "BACKUP", { at: began.now });
    await folder.prune(await database.kept(await folder.names()));
    return name;
  } finally {
    await pool.end();
  }
}

/** Copies the files that the newest backup lacks. Returns all files that this backup needs. */
async function copyFiles(
  db: Db,
  from: FileStore,
  folder: BackupFolder,
): Promise<BackupContents["files"]> {
  const newest = (await folder.names()).at(-1);
  const last = newest === undefined ? [] : (await folder.read(newest)).files;
  const known = new Map(last.map(({ name, sha256 }) => [name, sha256]));
  const copied: BackupContents["files"] = [];
  for await (const name of neededFiles(db)) {
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

async function* neededFiles(db: Db): AsyncGenerator<string> {
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
