import { isTimeZone } from "@gavelyard/domain/time-zone";
import { wallTimeToMs } from "@gavelyard/domain/wall-time";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { hasOtherClients } from "./db/embedded/embedded-postgres.ts";
import { embeddedHome, swapEmbedded } from "./db/embedded/embedded-restore.ts";
import { openDatabase } from "./db/open-database.ts";
import { replaceDataDir, runsOn } from "./db/embedded/own-postgres.ts";
import { createCommandPool, type Db } from "./db/pool.ts";
import { keySourceOf } from "./db/secrets/secrets-key.ts";
import { openFiles } from "./files/open-files.ts";
import { BackupError } from "./backups/backup-error.ts";
import {
  momentOf,
  nameFor,
  openBackups,
  type BackupContents,
  type RepositoryBackup,
} from "./backups/backup-folder.ts";
import type { Target } from "./backups/recover.ts";
import { openHouse, openings } from "./backups/open-house.ts";
import { refuseRoot } from "./backups/pgbackrest.ts";
import { restore, type Restored } from "./backups/restore.ts";
import { readRoots } from "./backups/read-roots.ts";
import { serverFacts } from "./backups/sql.ts";
import { readSettings, type Settings } from "./settings.ts";

const usage = `Usage: npm run restore                                  lists the backups
       npm run restore -- NAME [--roots FILE] [--replace]
       npm run restore -- --until latest|"2026-10-03 14:05 America/Chicago" [--timeline N] [--roots FILE] [--replace]
       npm run restore -- --open extend|as-is`;

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Runs `npm run restore`. Restores a backup next to the live data, and reports what it contains and
 * what only the live data has. Replaces the live data only with `--replace`. Exits with 1 if the
 * restored data fails verification.
 */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      until: { type: "string" },
      timeline: { type: "string" },
      roots: { type: "string" },
      replace: { type: "boolean" },
      open: { type: "string" },
    },
  });
  const settings = readSettings(process.env);
  const [given, ...more] = positionals;
  if (more.length > 0) throw new BackupError(usage);
  if (values.open !== undefined) return open(settings, values.open);
  const target = values.until === undefined ? "copy" : parseUntil(values.until);
  const timeline = values.timeline === undefined ? null : parseTimeline(values.timeline);
  const name =
    given ?? (target === "copy" ? undefined : await newestBefore(settings, target, timeline));
  if (name === undefined) return list(settings);

  const folder = openBackups(settings);
  const { dir, hasData, keysIn, replace, leftovers } = await placeFor(
    name,
    await folder.read(name),
    settings,
  );
  if (values.replace === true && hasData) await refuseWhileRunning(settings);
  const published = values.roots === undefined ? [] : await readRoots(values.roots);
  const restored = await withLive(hasData ? settings : null, (live) =>
    restore(folder, name, {
      dir,
      files: openFiles(settings),
      putFiles: values.replace === true,
      live,
      target,
      timeline,
      published,
      keys: keySourceOf(settings, keysIn),
    }),
  );
  report(restored);
  if (restored.verdict.problems.length > 0) {
    say(
      `The restored data failed verification, so it can't replace the live data. It is in ${dir}`,
    );
    return false;
  }
  if (values.replace !== true) {
    say(`The restored data is in ${dir}. To replace the live data with it, add --replace.`);
    await sayLeftovers(leftovers);
    return true;
  }
  const aside = await replace();
  say(`The restored data is live.${hasData ? ` The previous data is in ${aside}` : ""}`);
  await sayLeftovers(leftovers);
  if (settings.databaseUrl !== null) say("Start PostgreSQL.");
  say(
    "The marketplace is held. Choose how its open lots continue: npm run restore -- --open extend|as-is",
  );
  return true;
}

interface Place {
  readonly dir: string;
  readonly hasData: boolean;
  /** Folder of the embedded database, which has a key file; null for an operator's own server. */
  readonly keysIn: string | null;
  /**
   * Replaces the live data with the restored data. Returns where the previous data is now.
   * @throws BackupError while Gavelyard runs
   */
  replace(): Promise<string>;
  /** Returns the folders that restores left, and that the operator can delete. */
  leftovers(): Promise<string[]>;
}

/** @throws BackupError while Gavelyard runs, before the work of a restore is done */
async function refuseWhileRunning(settings: Settings): Promise<void> {
  const server = await openDatabase(settings).catch(() => null);
  if (server === null) return;
  try {
    if (await hasOtherClients(server.url).catch(() => false)) throw isRunning();
  } finally {
    await server.stop();
  }
}

/** Returns the folders next to the live data that earlier restores left. */
async function leftoversIn(dir: string, aside: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .filter((name) => name.startsWith("restored-") || name.startsWith(aside))
    .map((name) => path.join(dir, name));
}

async function sayLeftovers(leftovers: () => Promise<string[]>): Promise<void> {
  const dirs = await leftovers();
  if (dirs.length === 0) return;
  say("Restores left these folders. Delete those that you no longer need:");
  for (const dir of dirs) say(`  ${dir}`);
}

const isRunning = () =>
  new BackupError("Gavelyard is running. Stop it, then restore with --replace again.");

/** @throws BackupError for a backup of another kind of server than in the settings */
async function placeFor(
  name: string,
  contents: BackupContents,
  settings: Settings,
): Promise<Place> {
  const { databaseUrl, dataDir } = settings;
  if ("pgBackRest" in contents !== (databaseUrl !== null))
    throw new BackupError(
      databaseUrl === null
        ? `${name} is a backup of your own server. Set DATABASE_URL to restore it.`
        : `${name} is a backup of the embedded database. Unset DATABASE_URL to restore it.`,
    );
  return "pgBackRest" in contents
    ? ownPlace(name, contents, settings)
    : embeddedPlace(name, dataDir);
}

async function embeddedPlace(name: string, dataDir: string): Promise<Place> {
  const { dir: home, hasData } = await embeddedHome(dataDir);
  const dir = path.join(home, `restored-${name}`);
  const aside = `postgres-before-${nameFor(new Date())}`;
  return {
    dir,
    hasData,
    keysIn: home,
    replace: async () => {
      if (!(await swapEmbedded(home, dir, aside))) throw isRunning();
      return path.join(home, aside);
    },
    leftovers: () => leftoversIn(home, "postgres-before-"),
  };
}

function ownPlace(
  name: string,
  { pgBackRest: { dataDir } }: RepositoryBackup,
  settings: Settings,
): Place {
  refuseRoot();
  const dir = path.join(path.dirname(dataDir), `restored-${name}`);
  return {
    dir,
    hasData: true,
    keysIn: null,
    replace: async () => {
      if (await runsOn(dataDir)) {
        const { url } = await openDatabase(settings);
        if (await hasOtherClients(url)) throw isRunning();
      }
      const aside = `${dataDir}-before-${nameFor(new Date())}`;
      await replaceDataDir(dataDir, dir, aside);
      return aside;
    },
    leftovers: () => leftoversIn(path.dirname(dataDir), `${path.basename(dataDir)}-before-`),
  };
}

/** @throws BackupError for an invalid time */
function parseUntil(text: string): Exclude<Target, "copy"> {
  if (text === "latest") return text;
  const [, day, time, zone] = /^(\S+)[ T](\S+) (\S+)$/.exec(text) ?? [];
  if (day !== undefined && time !== undefined && zone !== undefined && isTimeZone(zone)) {
    try {
      return new Date(wallTimeToMs(`${day}T${time}`, zone));
    } catch {
      // Reported below.
    }
  }
  throw new BackupError(
    `"${text}" isn't a time. Write it like "2026-10-03 14:05 America/Chicago".`,
  );
}

/**
 * Returns the newest backup from before a time, from which the log can be replayed to it.
 * @throws BackupError if all are newer
 */
async function newestBefore(
  settings: Settings,
  target: Exclude<Target, "copy">,
  timeline: string | null,
): Promise<string> {
  const newest = (await openBackups(settings).replayable(timeline)).findLast(
    ({ name }) => target === "latest" || momentOf(name) < target.getTime(),
  );
  if (newest !== undefined) return newest.name;
  throw new BackupError("There is no complete backup from before that time.");
}

/** Reads a timeline's number, as `npm run restore` shows it. */
function parseTimeline(text: string): string {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text).toString(16).toUpperCase().padStart(8, "0");
  throw new BackupError(`"${text}" isn't a timeline. npm run restore lists the timelines.`);
}

async function list(settings: Settings): Promise<boolean> {
  const folder = openBackups(settings);
  const backups = await folder.list();
  say(
    backups.length === 0
      ? `There are no backups in ${folder.place}`
      : `Backups in ${folder.place}:`,
  );
  for (const backup of backups)
    say(
      backup.contents === null
        ? `  ${backup.name}  can't be restored: ${backup.problem}`
        : `  ${backup.name}  ${copyOf(backup.contents)}, ${backup.contents.files.length} files`,
    );
  say(usage);
  return true;
}

function copyOf(contents: BackupContents): string {
  if ("pgBackRest" in contents) return `pgBackRest ${contents.pgBackRest.label}`;
  const megabytes = Math.ceil(contents.database.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
  return `${megabytes} MB, timeline ${Number.parseInt(contents.segment.slice(0, 8), 16)}`;
}

async function open(settings: Settings, answer: string): Promise<boolean> {
  const opening = z.enum(openings).safeParse(answer);
  if (!opening.success) throw new BackupError(usage);
  const server = await openDatabase(settings);
  const pool = createCommandPool(server.url, 1);
  try {
    await openHouse(pool, opening.data);
    say("The marketplace is no longer held. Start it with npm start.");
    return true;
  } finally {
    await pool.end();
    await server.stop();
  }
}

/** Runs `work` with the live data, or with null if there is none or it can't be read. */
async function withLive<T>(
  settings: Settings | null,
  work: (live: Db | null) => Promise<T>,
): Promise<T> {
  const server = settings === null ? null : await openDatabase(settings).catch(() => null);
  if (server === null) return work(null);
  const pool = createCommandPool(server.url, 1);
  try {
    const answers = await serverFacts(pool).then(
      () => true,
      () => false,
    );
    return await work(answers ? pool : null);
  } finally {
    await pool.end();
    await server.stop();
  }
}

function report({
  moment,
  figures,
  verdict,
  losses,
  broughtBack: { doneAgain, toCheck },
  damagedActs,
  secrets,
}: Restored): void {
  say(`Restored to ${moment.toISOString()}`);
  say(
    `  ${figures.bids} bids and raises, ${figures.payments} payments, ${figures.accounts} accounts`,
  );
  say(`  ${verdict.lots} lots, ${verdict.roots} roots, ${verdict.documents} documents and`);
  say(`  ${verdict.pictures} pictures were checked: ${verdict.problems.length} problems`);
  for (const problem of verdict.problems) say(`  - ${problem}`);
  if (secrets === "locked")
    say(
      'The key that sealed its secrets is missing, so the server can\'t start on this data. Put the key back; see "Keep the key" in docs/operating.md.',
    );
  if (doneAgain.length > 0) say("Happened after that moment, and was done again:");
  for (const line of doneAgain) say(`  - ${line}`);
  if (toCheck.length > 0) say("Happened after that moment, and is undone. Check it yourself:");
  for (const line of toCheck) say(`  - ${line}`);
  for (const name of damagedActs) say(`  ${name} is damaged, so what it records is undone.`);
  if (losses === null) {
    say("We couldn't read the live data to compare it with the backup.");
    return;
  }
  say("Only in the live data:");
  say(`  ${losses.steps} steps of lots, of them ${losses.bids} bids and raises`);
  say(`  ${losses.payments} payments, ${losses.accounts} accounts`);
  for (const { lotId, unit, steps } of losses.lots)
    say(`  - lot ${lotId}, ${unit}: ${steps} ${steps === 1 ? "step" : "steps"}`);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
