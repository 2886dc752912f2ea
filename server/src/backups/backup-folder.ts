import { stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { sha256 } from "../db/secrets/sha256.ts";
import type { FileStore } from "../files/file-store.ts";
import { LocalFiles } from "../files/local-files.ts";
import { roomLeft } from "../room-left.ts";
import { S3Files } from "../files/s3-files.ts";
import type { Settings } from "../settings.ts";
import { ActJournal } from "./act-journal.ts";
import { BackupError } from "./backup-error.ts";
import { checkBytes, type ExpectedBytes } from "./check-bytes.ts";
import { includes, LogArchive } from "./log-archive.ts";

const sha = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.object({ bytes: z.int().positive(), sha256: sha });
/** Maximum bytes of a database part. Parts and files are each written whole. */
export const PART_BYTES = 16 * 1024 * 1024;
/** Maximum time that making a backup takes, in ms. */
const MAX_BACKUP_MS = 86_400_000;

const files = z.array(z.object({ name: z.string().regex(/^[\w./-]+$/), sha256: sha }));
/** Start of the copy (UTC). The backup has everything committed by then, and maybe later commits. */
const beganAt = z.iso.datetime();

const embedded = z.object({
  format: z.literal(1),
  beganAt,
  /** Log segment that was being written when the copy began. */
  segment: z.string().regex(/^[0-9A-F]{24}$/),
  /** Position in the log where the copy is consistent; older backups lack it. */
  end: z.int().positive().optional(),
  /** A `tar.gz` of the server's data directory, in parts. */
  database: z.array(part).min(1),
  access: z.object({ port: z.int(), password: z.string() }),
  files,
});
export type EmbeddedBackup = z.infer<typeof embedded>;

/** A backup whose database is in a pgBackRest repository. */
const inRepository = z.object({
  format: z.literal(1),
  beganAt,
  pgBackRest: z.object({
    stanza: z.string(),
    label: z.string(),
    /** Data directory of the server that was backed up. */
    dataDir: z.string(),
    /** Role and database that Gavelyard uses. */
    user: z.string(),
    database: z.string(),
  }),
  files,
});
export type RepositoryBackup = z.infer<typeof inRepository>;

/** Contents of a backup's `backup.json`. */
const contents = z.union([embedded, inRepository]);
export type BackupContents = z.infer<typeof contents>;
const sealedContents = z.object({ contents, sha256: sha });

export interface Backup {
  readonly name: string;
  readonly contents: BackupContents;
}

/** A backup that can't be restored. */
export interface Unusable {
  readonly name: string;
  readonly contents: null;
  readonly problem: string;
}

/** Storage for backups: a folder or an S3 bucket. */
export class BackupFolder {
  /** Location to show in messages; never has the credentials. */
  readonly place: string;
  /** Copy of the acts that no restore may undo, since the oldest backup began. */
  readonly acts: ActJournal;
  /** Copy of the server's log (WAL) since the newest backups began. */
  readonly log: LogArchive;
  readonly #store: FileStore;
  readonly #dir: string | null;

  /** @param place a folder, or `s3+https://KEY:SECRET@host/bucket` */
  constructor(place: string) {
    const bucket = /^s3\+https?:/.test(place) ? new URL(place) : null;
    this.#dir = bucket === null ? place : null;
    this.place = bucket === null ? place : `${bucket.host}${bucket.pathname}`;
    this.#store = bucket === null ? new LocalFiles(place) : new S3Files(place);
    this.log = new LogArchive(this.#store);
    this.acts = new ActJournal(this.#store);
  }

  async room(): Promise<number> {
    return this.#dir === null ? Infinity : roomLeft(await nearestFolder(this.#dir));
  }

  /** Lists the finished backups, oldest first, with what each lacks. */
  async list(): Promise<(Backup | Unusable)[]> {
    const there = new Set(await this.#store.list("copies/"));
    const names = [...there].flatMap((file) => finishedName.exec(file)?.[1] ?? []);
    return Promise.all(
      names.map(async (name) => {
        try {
          const contents = await this.read(name);
          const missing = partsOf(name, contents).find((part) => !there.has(part));
          if (missing === undefined) return { name, contents };
          throw new BackupError(`${missing} is missing from the backups.`);
        } catch (error) {
          if (!(error instanceof BackupError)) throw error;
          return { name, contents: null, problem: error.message };
        }
      }),
    );
  }

  /** Returns the backups that nothing is missing from, oldest first. */
  async complete(): Promise<Backup[]> {
    return (await this.list()).filter((each) => each.contents !== null);
  }

  /**
   * Returns the complete backups from which the log can be replayed, oldest first: those that no
   * restore cut off.
   * @param timeline replays this timeline's history instead of the newest
   */
  async replayable(timeline: string | null = null): Promise<Backup[]> {
    const backups = await this.complete();
    const history = await this.log.historyTo(timeline);
    return backups.filter(
      ({ contents }) =>
        !("segment" in contents) || (history !== null && includes(history, contents)),
    );
  }

  /** Returns whether there are parts of a backup, also of an incomplete one. */
  async has(name: string): Promise<boolean> {
    return (await this.#store.list(`copies/${name}/`)).length > 0;
  }

  /** @throws BackupError when the backup's contents are missing, truncated or changed */
  async read(name: string): Promise<BackupContents> {
    const bytes = await this.#store.read(`copies/${name}/backup.json`);
    if (bytes === null) throw new BackupError(`${name}/backup.json is missing.`);
    try {
      const sealed = sealedContents.parse(JSON.parse(bytes.toString()));
      if (sealed.sha256 === sha256(JSON.stringify(sealed.contents))) return sealed.contents;
    } catch {
      // Handled below.
    }
    throw new BackupError(`${name}/backup.json is damaged.`);
  }

  async writePart(name: string, index: number, bytes: Buffer): Promise<void> {
    await this.#store.write(partName(name, index), bytes, "application/octet-stream");
  }

  /**
   * Yields the database archive of a backup, part by part.
   * @throws BackupError naming a part that is missing, truncated or changed
   */
  async *readParts(name: string, { database }: EmbeddedBackup): AsyncGenerator<Buffer> {
    for (const [index, expected] of database.entries())
      yield await this.#checked(partName(name, index), expected);
  }

  async writeFile(name: string, bytes: Buffer): Promise<void> {
    await this.#store.write(`files/${name}`, bytes, "application/octet-stream");
  }

  /** Reads a document or picture. @throws BackupError when it is missing or changed */
  async readFile(file: BackupContents["files"][number]): Promise<Buffer> {
    return this.#checked(`files/${file.name}`, file);
  }

  async #checked(name: string, expected: ExpectedBytes): Promise<Buffer> {
    const bytes = await this.#store.read(name);
    if (bytes === null) throw new BackupError(`${name} is missing from the backups.`);
    checkBytes(name, bytes, expected);
    return bytes;
  }

  /**
   * Writes a backup's contents, which makes it valid.
   * @throws BackupError naming a part or file that was removed meanwhile
   */
  async finish(name: string, value: BackupContents): Promise<void> {
    const known = contents.parse(value);
    const there = new Set([
      ...(await this.#store.list(`copies/${name}/`)),
      ...(await this.#store.list("files/")),
    ]);
    const missing = [...partsOf(name, known), ...known.files.map((file) => `files/${file.name}`)]
      .filter((each) => !there.has(each))
      .at(0);
    if (missing !== undefined)
      throw new BackupError(`${missing} was removed while the backup was made.`);
    const sealed = { contents: known, sha256: sha256(JSON.stringify(known)) };
    const bytes = Buffer.from(JSON.stringify(sealed));
    await this.#store.write(`copies/${name}/backup.json`, bytes, "application/json");
  }

  /**
   * Removes all but the `kept` backups, and files that none of them names. What is incomplete stays
   * for a day, since it may still be in progress. The caller holds the backup lock.
   */
  async prune(kept: readonly string[], now: Date): Promise<void> {
    const stays = new Set(kept);
    const complete = new Set((await this.complete()).map(({ name }) => name));
    const gone = (await this.#store.list("copies/")).filter((file) => {
      const name = file.split("/")[1] ?? "";
      const isOld = complete.has(name) || momentOf(name) < now.getTime() - MAX_BACKUP_MS;
      return !stays.has(name) && isOld;
    });
    // Remove `backup.json` first: a backup with missing parts must not look complete.
    for (const name of gone.toSorted((a) => (a.endsWith("backup.json") ? -1 : 1)))
      await this.#store.remove(name);
    const contentsOfKept = await Promise.all(kept.map((name) => this.read(name)));
    const needed = new Set(contentsOfKept.flatMap(({ files }) => files.map(({ name }) => name)));
    for (const name of await this.#store.list("files/"))
      if (!needed.has(name.slice("files/".length))) await this.#store.remove(name);
    const [oldest] = kept;
    if (oldest !== undefined) await this.acts.removeBefore(new Date(momentOf(oldest)));
  }
}

const finishedName = /^copies\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\/backup[.]json$/;

const partsOf = (name: string, contents: BackupContents): string[] =>
  "database" in contents ? contents.database.map((_part, index) => partName(name, index)) : [];

const partName = (name: string, index: number) =>
  `copies/${name}/database-${String(index).padStart(6, "0")}`;

async function nearestFolder(dir: string): Promise<string> {
  const there = await stat(dir).catch(() => null);
  return there === null ? nearestFolder(path.dirname(dir)) : dir;
}

/** Opens the location in `BACKUP_URL`; the default is the folder `backup` in the data directory. */
export function openBackups({
  backupUrl,
  dataDir,
}: Pick<Settings, "backupUrl" | "dataDir">): BackupFolder {
  if (backupUrl === null) return new BackupFolder(path.resolve(dataDir, "backup"));
  return new BackupFolder(backupUrl.startsWith("file:") ? fileURLToPath(backupUrl) : backupUrl);
}

/** Returns the name of a backup made at a moment, to the second (UTC). */
export function nameFor(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, "").replaceAll(":", "-");
}

/** Parses the start time from a backup's name, in ms since the epoch. */
export function momentOf(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}
