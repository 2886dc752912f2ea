import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import { migrateFor } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { keySourceOf } from "../db/secrets/secrets-key.ts";
import { LocalFiles } from "../files/local-files.ts";
import { readSettings } from "../settings.ts";
import { openDataDir } from "../testing/data-dir.ts";
import { backUpEmbedded } from "./backup.ts";
import { BackupFolder } from "./backup-folder.ts";
import { LogCopier } from "./log-copier.ts";
import type { Target } from "./recover.ts";
import { restore } from "./restore.ts";

let dataDir: string;
let files: LocalFiles;
let folder: BackupFolder;
let server: EmbeddedPostgres;
let db: Pool;

async function continueOn(dir: string): Promise<void> {
  server = await startEmbeddedPostgres({ dataDir: dir });
  db = createPool(server.ownerUrl, 2);
}

async function stop(): Promise<void> {
  await db.end();
  await server.stop();
}

beforeAll(async () => {
  dataDir = await openDataDir("histories");
  files = new LocalFiles(path.join(dataDir, "files"));
  folder = new BackupFolder(path.join(dataDir, "backup"));
  await continueOn(path.join(dataDir, "first"));
  await migrateFor(server.ownerUrl, server.url);
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

const backUp = () => backUpEmbedded({ url: server.ownerUrl, files }, folder);

/** Adds an account and copies the log up to it. Returns a time right after it. */
async function add(name: string): Promise<Date> {
  const copier = await LogCopier.open(server.ownerUrl, folder, server.dataDir);
  await copier?.copy();
  await db.query(
    `INSERT INTO users (email, name, role, password_hash)
      VALUES ($1 || '@histories.example', 'Person ' || $1, 'ROLE_CUSTOMER', '-')`,
    [name],
  );
  const { rows } = await db.query<{ now: Date }>(
    "SELECT clock_ms() + '2 ms'::interval AS now, pg_sleep(0.005)",
  );
  await copier?.copy();
  await copier?.close();
  return rows[0]?.now ?? new Date(0);
}

const accounts = async () =>
  (
    await db.query<{ name: string }>("SELECT right(name, 1) AS name FROM users ORDER BY name")
  ).rows.map(({ name }) => name);

/** Restores as after the loss of a disk, and continues on the restored data. */
async function lose(name: string, target: Target, timeline: string | null = null): Promise<Date> {
  const dir = await mkdtemp(path.join(server.dataDir, "restored-"));
  const keys = keySourceOf(readSettings({}), server.dataDir);
  const to = { dir, files, putFiles: false, live: null, target, timeline, keys };
  const { moment, verdict } = await restore(folder, name, to);
  expect(verdict.problems).toEqual([]);
  await stop();
  await continueOn(dir);
  return moment;
}

const usable = async () => (await folder.replayable()).map(({ name }) => name);

test("a second restore follows the first, and keeps cut off what that cut off", async () => {
  await add("0");
  const first = await backUp();
  const cut = await add("1");
  const cutOff = await add("2");
  const lost = await backUp();
  expect(await usable()).toEqual([first, lost]);

  await lose(first, cut);
  const resumed = await add("3");
  const last = await add("4");
  expect(await usable()).toEqual([first]);
  await expect(lose(lost, "latest")).rejects.toThrow(`A restore cut off what ${lost} has`);

  // The disk is lost again before a backup was made.
  const moment = await lose(first, "latest");
  expect(moment.getTime()).toBeGreaterThan(last.getTime() - 1_000);
  expect(await accounts()).toEqual(["0", "1", "3", "4"]);
  await add("5");
  await lose(first, resumed);
  expect(await accounts()).toEqual(["0", "1", "3"]);
  await lose(first, cutOff, "00000001");
  expect(await accounts()).toEqual(["0", "1", "2"]);
});

test("the copy of a backup begins a history of its own, too", async () => {
  await add("6");
  const name = await backUp();
  await lose(name, "copy");
  const before = await accounts();
  await lose(name, "latest");
  expect(await accounts()).toEqual(before);
  await add("7");
  await lose(name, "latest");
  expect(await accounts()).toEqual([...before, "7"]);
});
