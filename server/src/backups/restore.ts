import type { RootEntry } from "@gavelyard/domain/lot-proofs/lot-proof";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { unpackEmbedded } from "../db/embedded/embedded-restore.ts";
import { migrate } from "../db/migrate.ts";
import type { KeySource } from "../db/secrets/secrets-key.ts";
import { secretsState } from "../db/secrets/secrets.ts";
import { createCommandPool, type Db } from "../db/pool.ts";
import { inTransaction } from "../db/transaction.ts";
import type { FileStore } from "../files/file-store.ts";
import { neededFiles } from "./backup.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupContents, BackupFolder, EmbeddedBackup } from "./backup-folder.ts";
import { includes, type Stretch } from "./log-archive.ts";
import { lastReplayed, retainLog } from "./log-sql.ts";
import { mark } from "./marks-sql.ts";
import {
  doAgain,
  protectiveActsSince,
  withoutKnown,
  type BroughtBack,
  type ProtectiveAct,
} from "./protective-acts-sql.ts";
import { recover, type Recovered, type Target } from "./recover.ts";
import { recoverFromRepository } from "./recover-from-repository.ts";
import {
  continueNumbers,
  continueWebhookNumbers,
  endAllAccess,
  figuresOf,
  hold,
  lastNumbers,
  lastWebhookNumber,
  stepsOfLots,
  type HouseFigures,
} from "./sql.ts";
import { verifyHouse, type HouseVerdict, type ReadableFiles } from "./verify-house.ts";

/**
 * How many numbers each sequence skips when the live data can't be read, so that issued numbers
 * aren't reused.
 */
const UNKNOWN_NUMBERS = 10_000;
/** The same for numbers of webhook events, which nobody reads. */
const UNKNOWN_EVENTS = 1_000_000;

/** What the live marketplace has that the restored one lacks. */
export interface Losses extends HouseFigures {
  readonly lots: readonly {
    readonly lotId: number;
    readonly unit: string;
    readonly steps: number;
  }[];
}

export interface Restored {
  /** Everything committed by then was restored. */
  readonly moment: Date;
  readonly figures: HouseFigures;
  readonly verdict: HouseVerdict;
  /** Null when the live data can't be read. */
  readonly losses: Losses | null;
  /** What happened since that moment and a restore must not undo. */
  readonly broughtBack: BroughtBack;
  /** Names of protective acts that can't be read. */
  readonly damagedActs: readonly string[];
  /** Whether the keys on this machine open its stored secrets. */
  readonly secrets: Awaited<ReturnType<typeof secretsState>>;
}

interface RestoreTo {
  readonly dir: string;
  readonly files: FileStore;
  readonly putFiles: boolean;
  readonly live: Db | null;
  readonly target: Target;
  /** Timeline whose history is replayed; the newest by default. */
  readonly timeline?: string | null;
  readonly keys: KeySource;
  readonly published?: readonly RootEntry[];
}

/**
 * Restores a backup and the log after it into a new folder, verifies everything, and leaves the
 * marketplace stopped and on hold: all sessions are ended, sequences continue after the highest
 * issued number, and nothing opens until `openHouse`. Does protective acts since that moment again.
 * With `putFiles`, puts back the files that the restored data names and the store lacks; otherwise
 * only the folder changes.
 * Removes the folder again when that fails.
 * @throws BackupError naming what is missing, truncated or changed
 */
export async function restore(
  folder: BackupFolder,
  name: string,
  to: RestoreTo,
): Promise<Restored> {
  try {
    return await restoreInto(folder, name, to);
  } catch (error) {
    await rm(to.dir, { recursive: true, force: true });
    throw error;
  }
}

async function restoreInto(folder: BackupFolder, name: string, to: RestoreTo): Promise<Restored> {
  const contents = await folder.read(name);
  const files = await filesOf(folder, contents, to.files);
  const { server, moment } =
    "pgBackRest" in contents
      ? await recoverFromRepository(contents, to)
      : await recoverEmbedded(folder, name, contents, to);
  const pool = createCommandPool(server.url, 2);
  try {
    await migrate(server.url);
    const live = to.live;
    const losses = live === null ? null : await lossesOf(live, pool);
    const numbers = await lastNumbers(pool);
    const issued = live === null ? null : new Map(await numbersOf(live));
    const webhookNumber =
      live === null
        ? (await lastWebhookNumber(pool)) + UNKNOWN_EVENTS
        : await lastWebhookNumber(live);
    const { acts, damaged } = await actsSince(folder, live, pool, moment);
    const broughtBack = await inTransaction(pool, async (tx) => {
      await endAllAccess(tx);
      await continueWebhookNumbers(tx, webhookNumber);
      await continueNumbers(
        tx,
        numbers
          .map((each) => ({
            name: each.name,
            last: Math.max(each.last, issued?.get(each.name) ?? each.last + UNKNOWN_NUMBERS),
          }))
          .filter(({ last }) => last > 0),
      );
      await hold(tx, moment.toISOString());
      await mark(tx, "RESTORED");
      return doAgain(tx, acts);
    });
    const verdict = await verifyHouse(pool, files, to.published);
    const problems = verdict.problems.length;
    if (to.putFiles && problems === 0) await files.putInto(to.files, pool);
    for (const db of live === null ? [pool] : [pool, live])
      await mark(db, "TEST_RESTORE", { problems });
    const secrets = await secretsState(pool, to.keys);
    return {
      moment,
      figures: await figuresOf(pool),
      verdict,
      losses,
      broughtBack,
      damagedActs: damaged,
      secrets,
    };
  } finally {
    await pool.end();
    await server.stop();
  }
}

async function recoverEmbedded(
  folder: BackupFolder,
  name: string,
  backup: EmbeddedBackup,
  { dir, target, timeline }: { dir: string; target: Target; timeline?: string | null },
): Promise<Recovered> {
  const history = target === "copy" ? null : await historyOf(folder, name, backup, timeline);
  await unpackEmbedded(dir, Readable.from(folder.readParts(name, backup)), backup.access);
  const logFolder = path.join(dir, "postgres", "pg_wal");
  await folder.log.putHistories(logFolder);
  const moment =
    history === null || target === "copy"
      ? new Date(backup.beganAt)
      : await putLog(folder, backup, logFolder, target, history);
  const server = await recover(dir, target, history?.at(-1)?.timeline ?? null);
  const pool = createCommandPool(server.url, 1);
  try {
    // The copy of the new timeline's log must begin where the timeline does.
    await retainLog(pool);
    return { server, moment: moment ?? (await lastReplayed(pool)) ?? new Date(backup.beganAt) };
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await pool.end();
  }
}

/**
 * Returns the history to replay from a backup: the newest, or that of `timeline`.
 * @throws BackupError when it doesn't include the backup
 */
async function historyOf(
  { log }: BackupFolder,
  name: string,
  backup: EmbeddedBackup,
  timeline: string | null = null,
): Promise<readonly Stretch[]> {
  const history = await log.historyTo(timeline);
  if (history === null) throw noLog();
  if (includes(history, backup)) return history;
  throw new BackupError(
    `A restore cut off what ${name} has, so the log can't be replayed from it. Choose an earlier or later backup, or restore it without --until.`,
  );
}

const noLog = () =>
  new BackupError("There is no log after this backup. Restore it without --until.");

/**
 * Puts the log in place and returns the moment that a replay reaches; null if only the replay
 * shows it.
 * @throws BackupError when the log ends before the target
 */
async function putLog(
  folder: BackupFolder,
  backup: EmbeddedBackup,
  logFolder: string,
  target: Exclude<Target, "copy">,
  history: readonly Stretch[],
): Promise<Date | null> {
  const put = await folder.log.putInto(logFolder, backup, history);
  if (put === null) throw noLog();
  if (target === "latest") return put.isAll ? put.until : null;
  if (target <= put.until) return target;
  throw new BackupError(`The log ends at ${put.until.toISOString()}.`);
}

/** The files of a store, with those that it lacks from a backup. */
interface RestoredFiles extends ReadableFiles {
  /** Puts the files that a restored database needs into the store. */
  putInto(store: FileStore, restored: Db): Promise<void>;
}

/** @throws BackupError naming a file of the backup that is missing or changed */
async function filesOf(
  folder: BackupFolder,
  { files }: BackupContents,
  store: FileStore,
): Promise<RestoredFiles> {
  const lacking = new Map<string, BackupContents["files"][number]>();
  for (const file of files) {
    const bytes = await folder.readFile(file);
    const kept = await store.read(file.name);
    if (kept === null || !kept.equals(bytes)) lacking.set(file.name, file);
  }
  const fromBackup = async (name: string) => {
    const file = lacking.get(name);
    return file === undefined ? null : folder.readFile(file);
  };
  return {
    read: async (name) => (await fromBackup(name)) ?? store.read(name),
    readPart: async (name, at, length) => {
      const bytes = await fromBackup(name);
      if (bytes === null) return store.readPart(name, at, length);
      return at < bytes.length ? bytes.subarray(at, at + length) : null;
    },
    putInto: async (to, restored) => {
      for await (const name of neededFiles(restored)) {
        const bytes = await fromBackup(name);
        if (bytes !== null) await to.write(name, bytes, "application/octet-stream");
      }
    },
  };
}

/** Returns the protective acts that a restored database lacks, from the journal and the live data. */
async function actsSince(
  { acts: journal }: BackupFolder,
  live: Db | null,
  restored: Db,
  moment: Date,
): Promise<{ acts: ProtectiveAct[]; damaged: string[] }> {
  const { acts, damaged } = await journal.since(moment);
  const fromLive = live === null ? [] : await protectiveActsSince(live, moment);
  const known = new Map(
    [...acts, ...fromLive].map((act) => [`${act.at.getTime()} ${act.id}`, act]),
  );
  const inOrder = [...known.values()].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime() || one.id - other.id,
  );
  return { acts: await withoutKnown(restored, inOrder), damaged };
}

const numbersOf = async (db: Db) =>
  (await lastNumbers(db)).map(({ name, last }) => [name, last] as const);

async function lossesOf(live: Db, restored: Db): Promise<Losses> {
  const [now, then] = [await figuresOf(live), await figuresOf(restored)];
  const steps = new Map((await stepsOfLots(restored)).map((lot) => [lot.lotId, lot.steps]));
  const lots = (await stepsOfLots(live))
    .map((lot) => ({ ...lot, steps: lot.steps - (steps.get(lot.lotId) ?? 0) }))
    .filter((lot) => lot.steps > 0);
  return {
    steps: now.steps - then.steps,
    bids: now.bids - then.bids,
    payments: now.payments - then.payments,
    accounts: now.accounts - then.accounts,
    lots,
  };
}
