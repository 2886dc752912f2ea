import type { RootEntry } from "@gavelyard/domain/lot-proof";
import path from "node:path";
import { Readable } from "node:stream";
import { unpackEmbedded } from "../db/embedded-restore.ts";
import { migrate } from "../db/migrate.ts";
import type { KeySource } from "../db/secrets-key.ts";
import { secretsState } from "../db/secrets.ts";
import { createCommandPool, type Db } from "../db/pool.ts";
import { inTransaction } from "../db/transaction.ts";
import type { FileStore } from "../files/file-store.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupFolder, EmbeddedBackup } from "./backup-folder.ts";
import { includes, type Stretch } from "./log-archive.ts";
import { lastReplayed, retainLog } from "./log-sql.ts";
import { mark } from "./marks-sql.ts";
import { recover, type Recovered, type Target } from "./recover.ts";
import { recoverFromRepository } from "./recover-from-repository.ts";
import {
  continueNumbers,
  endAllAccess,
  figuresOf,
  hold,
  lastNumbers,
  stepsOfLots,
  type HouseFigures,
} from "./sql.ts";
import { verifyHouse, type HouseVerdict } from "./verify-house.ts";

/**
 * How many numbers each sequence skips when the live data can't be read, so that issued numbers
 * aren't reused.
 */
const UNKNOWN_NUMBERS = 10_000;

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
  /** Whether the keys on this machine open its stored secrets. */
  readonly secrets: Awaited<ReturnType<typeof secretsState>>;
}

/**
 * Restores a backup and the log after it into a new folder, verifies everything, and leaves the
 * marketplace stopped and on hold: all sessions are ended, sequences continue after the highest
 * issued number, and nothing opens until `openHouse`. Puts back files that the store lacks.
 * @throws BackupError naming what is missing, truncated or changed
 */
export async function restore(
  folder: BackupFolder,
  name: string,
  to: {
    dir: string;
    files: FileStore;
    live: Db | null;
    target: Target;
    /** Timeline whose history is replayed; the newest by default. */
    timeline?: string | null;
    keys: KeySource;
    published?: readonly RootEntry[];
  },
): Promise<Restored> {
  const contents = await folder.read(name);
  for (const file of contents.files) await putBack(folder, file, to.files);
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
    await inTransaction(pool, async (tx) => {
      await endAllAccess(tx);
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
    });
    const verdict = await verifyHouse(pool, to.files, to.published);
    const problems = verdict.problems.length;
    for (const db of live === null ? [pool] : [pool, live])
      await mark(db, "TEST_RESTORE", { problems });
    const secrets = await secretsState(pool, to.keys);
    return { moment, figures: await figuresOf(pool), verdict, losses, secrets };
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

async function putBack(
  folder: BackupFolder,
  file: { name: string; sha256: string },
  store: FileStore,
): Promise<void> {
  const bytes = await folder.readFile(file);
  const kept = await store.read(file.name);
  if (kept === null || !kept.equals(bytes))
    await store.write(file.name, bytes, "application/octet-stream");
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
    bids: now.bids - then.bids,
    payments: now.payments - then.payments,
    accounts: now.accounts - then.accounts,
    lots,
  };
}
