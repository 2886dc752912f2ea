import { createPool, type Db } from "../db/pool.ts";
import { sha256 } from "../db/sha256.ts";
import { documentName } from "../documents/keep-document.ts";
import type { FileStore } from "../files/file-store.ts";
import { DiskFullError, RESERVE_BYTES } from "../files/room-left.ts";
import { originalPath } from "../media/picture-store.ts";
import { copyDatabase } from "./base-backup.ts";
import { BackupError } from "./backup-error.ts";
import { nameFor, PART_BYTES, type BackupContents, type BackupFolder } from "./backup-folder.ts";
import { segmentAt } from "./log-archive.ts";
import { logNow, takeBackupLock } from "./log-sql.ts";
import { mark } from "./marks-sql.ts";
import { FIRST_UUID, rowsInParts } from "./rows-in-parts.ts";
import { documentsAfter, picturesAfter, serverFacts } from "./sql.ts";

/** Maximum backups kept. */
const KEPT_BACKUPS = 7;
/** Number of newest backups whose log is kept too, for point-in-time restores. */
const KEPT_WITH_LOG = 2;

export interface BackupSource {
  /** URL of the embedded server. */
  readonly url: string;
  readonly files: FileStore;
}

/**
 * Makes a backup while the server runs: everything committed when it began, then the documents and
 * pictures that it references. Incomplete backups are never listed. Returns its name.
 * @throws DiskFullError when the backup disk would get too full
 * @throws BackupError while another backup is being made
 */
export async function backUp(source: BackupSource, folder: BackupFolder): Promise<string> {
  const { port, password } = new URL(source.url);
  const pool = createPool(source.url, 1);
  try {
    // The pool's only connection holds the lock until the pool ends.
    if (!(await takeBackupLock(pool))) throw new BackupError("Another backup is being made.");
    const began = await serverFacts(pool);
    if ((await folder.room()) < began.bytes + 2 * RESERVE_BYTES)
      throw new DiskFullError(`There is too little room in ${folder.place} for a backup.`);
    const segment = segmentAt((await logNow(pool)).position);
    const name = nameFor(began.now);
    const database: BackupContents["database"] = [];
    await copyDatabase(source.url, PART_BYTES, async (part) => {
      await folder.writePart(name, database.length, part);
      database.push({ bytes: part.length, sha256: sha256(part) });
    });
    await folder.finish(name, {
      format: 1,
      beganAt: began.now.toISOString(),
      segment,
      database,
      access: { port: Number(port), password },
      files: await copyFiles(pool, source.files, folder),
    });
    await mark(pool, "BACKUP", { at: began.now });
    await folder.prune(KEPT_BACKUPS, KEPT_WITH_LOG);
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
}
