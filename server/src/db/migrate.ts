import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations as migrateJobs } from "graphile-worker";
import { runner, type RunnerOption } from "node-pg-migrate";
import { DatabaseError, type Client } from "pg";
import { withClient } from "./client.ts";
import { createPool } from "./pool.ts";
import {
  appliedMigrations,
  createRole,
  grantAccess,
  ownsRecords,
} from "./servers/server-role-sql.ts";
import { urlsOf } from "./servers/server-urls.ts";

/** Thrown when another role must migrate the database. The message is one line. */
export class NotMigrated extends Error {
  override readonly name = "NotMigrated";
}

type LoaderStrategy = NonNullable<RunnerOption["migrationLoaderStrategies"]>[number];

const ownMigrations = new URL("./migrations", import.meta.url).pathname;
/** Key of the advisory lock, an arbitrary number, on which processes that start together wait. */
export const MIGRATION_LOCK = 7_112_026;
const LOCK_POLL_MS = 100;
/**
 * Lock timeout of a statement, in ms. Every later query waits behind a waiting statement, so it
 * gives up and is retried.
 */
const LOCK_WAIT_MS = 500;
const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 1_000;

/**
 * Migrates a database to the newest schema, including that of the job queue. Several processes may
 * call it at once, while older processes still serve: one migrates, the others wait.
 */
export async function migrate(url: string, migrations = ownMigrations): Promise<void> {
  await migrateWith(url, migrations, null);
}

const connection = (url: string) => ({
  connectionString: url,
  application_name: "gavelyard-migrate",
});

/** `serverUrl` is of the role that gets access. */
async function migrateWith(
  url: string,
  migrations: string,
  serverUrl: string | null,
): Promise<void> {
  await withClient(connection(url), async (client) => {
    await lockMigrations(client);
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    const role = serverUrl === null ? null : await createRole(client, userOf(serverUrl));
    await retryLocks(client, async () => {
      await runner({
        dbClient: client,
        dir: migrations,
        direction: "up",
        migrationsTable: "migrations",
        noLock: true,
        singleTransaction: false,
        migrationLoaderStrategies: [sqlFiles],
        log: () => {},
      });
    });
    await migrateJobsOf(url);
    if (role !== null) await retryLocks(client, () => grantAccess(client, role));
  });
}

/** In a pool of ours: one of the library's own would stay without a listener when it ends. */
async function migrateJobsOf(url: string): Promise<void> {
  const pool = createPool(url, 1);
  try {
    await migrateJobs({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/**
 * Migrates a database that the server's role owns. Another owner migrates it with `npm run migrate`
 * before this version starts.
 * @returns whether the role could change the records
 * @throws NotMigrated if the owner hasn't migrated it yet
 */
export async function migrateOwn(url: string, migrations = ownMigrations): Promise<boolean> {
  const isOwner = await withClient(connection(url), async (client) => {
    if (await ownsRecords(client)) return true;
    const applied = await appliedMigrations(client);
    const open = (await readdir(migrations)).filter((file) => !applied.has(path.parse(file).name));
    if (open.length === 0) return false;
    throw new NotMigrated(
      "The database is from an earlier version. Run npm run migrate with MIGRATE_URL, then start again.",
    );
  });
  if (isOwner) await migrate(url, migrations);
  return isOwner;
}

/**
 * Migrates as the owner of a database, and gives the role of `serverUrl` what the server needs. If
 * there is no such role, creates it.
 */
export async function migrateFor(
  ownerUrl: string,
  serverUrl: string,
  migrations = ownMigrations,
): Promise<void> {
  await migrateWith(ownerUrl, migrations, serverUrl);
}

/** Returns the role and password of a URL of one or several hosts. */
function userOf(databaseUrl: string): { name: string; password: string } {
  const { username, password } = new URL(urlsOf(databaseUrl)[0] ?? "");
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Polls for the lock: a waiting statement would block an index that is built concurrently. */
async function lockMigrations(client: Client): Promise<void> {
  const isLocked = async () => {
    const { rows } = await client.query<{ locked: boolean }>(
      "SELECT pg_try_advisory_lock($1) AS locked",
      [MIGRATION_LOCK],
    );
    return rows[0]?.locked === true;
  };
  while (!(await isLocked())) await sleep(LOCK_POLL_MS);
}

/** Runs the remaining migrations again after a lock timeout. */
async function retryLocks(client: Client, run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const isLockTimeout = error instanceof DatabaseError && error.code === "55P03";
      if (!isLockTimeout || tries === LOCK_TRIES) throw error;
      await client.query("ROLLBACK");
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

/**
 * Runs each file as one transaction, or statement by statement if it builds or drops an index concurrently.
 */
const sqlFiles: LoaderStrategy = {
  extensions: [".sql"],
  loader: (files) =>
    Promise.all(
      files.map(async (file) => {
        const text = await readFile(file, "utf8");
        const isConcurrent = /^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY /m.test(text);
        // A concurrent build may wait long for older transactions, but no query waits behind it.
        const statements = isConcurrent
          ? ["SET lock_timeout = 0", ...text.split(/;\s*$/m), `SET lock_timeout = ${LOCK_WAIT_MS}`]
          : [text];
        return {
          id: file,
          filePaths: [file],
          actions: {
            up: (pgm) => {
              if (isConcurrent) pgm.noTransaction();
              for (const statement of statements) pgm.sql(statement);
            },
            down: false,
          },
        };
      }),
    ),
};
